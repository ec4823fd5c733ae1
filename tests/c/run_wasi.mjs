// node tests/c/run_wasi.mjs PROGRAM.wasm: runs a program that was compiled for wasm32-wasi.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1" });
const program = await WebAssembly.compile(readFileSync(process.argv[2]));
wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
