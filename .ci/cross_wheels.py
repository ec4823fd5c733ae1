"""Compile, link and pack sepax for a platform by zig: python .ci/cross_wheels.py FOLDER TARGET...

FOLDER holds what .ci/cross has fetched: CPython's source in `source`, and its `pyconfig.h` for
64-bit Linux. It keeps the objects, so a run that was interrupted goes on. The flags are those of
setup.py, with all warnings of clang as errors. The wheels are left in FOLDER/wheels.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
os.chdir(ROOT)
sys.path.insert(0, str(ROOT))

import setup  # noqa: E402 - the project's own, found there

PYTHON = "3.11"  # of Debian bookworm, whose source and arm64 build .ci/cross fetches
TAG = "cp311"
EXPORTED = re.compile(  # _Py_NO_RETURN may come before a name
    r"(?<!define )\bPyAPI_(?:FUNC|DATA)\s*\((?:[^()]|\([^()]*\))*\)"
    r"\s*(?:[\w*]+\s+)*?\**(_?Py\w+)\s*[(;\[]"
)
NOT_ON_MACOS = re.compile(r"^#define PTHREAD_KEY_T_IS_COMPATIBLE_WITH_INT\b.*$", re.MULTILINE)


@dataclass(frozen=True)
class Target:
    """A platform: how zig calls it, the tag of its wheels, and how its modules' names end."""

    triple: str
    tag: str
    suffix: str

    @property
    def is_windows(self) -> bool:
        """Whether modules are DLLs."""
        return "windows" in self.triple

    @property
    def is_elf(self) -> bool:
        """Whether modules are those of Linux."""
        return "linux" in self.triple


TARGETS = {
    "linux-arm64": Target(
        "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", ".cpython-311-aarch64-linux-gnu.so"
    ),
    "musl-arm64": Target(
        "aarch64-linux-musl", "musllinux_1_2_aarch64", ".cpython-311-aarch64-linux-musl.so"
    ),
    "musl-x86_64": Target(
        "x86_64-linux-musl", "musllinux_1_2_x86_64", ".cpython-311-x86_64-linux-musl.so"
    ),
    "windows-x86_64": Target("x86_64-windows-gnu", "win_amd64", ".cp311-win_amd64.pyd"),
    "windows-arm64": Target("aarch64-windows-gnu", "win_arm64", ".cp311-win_arm64.pyd"),
    "macos-x86_64": Target("x86_64-macos.10.13", "macosx_10_13_x86_64", ".cpython-311-darwin.so"),
    "macos-arm64": Target("aarch64-macos.11.0", "macosx_11_0_arm64", ".cpython-311-darwin.so"),
}


class Build:
    """The modules of one target, below a folder of its own."""

    def __init__(self, folder: Path, target: Target) -> None:
        self.cache = folder
        self.target = target
        self.folder = folder / "built" / target.triple
        self.includes = self.folder / "include"
        flags = [*setup.GNU_FLAGS, "-Wall", "-Wextra", "-Werror"]
        flags += ["-DMS_WIN64"] if target.is_windows else ["-fPIC"]
        paths = [setup.HEADERS, setup.PUBLIC_HEADERS, str(self.includes)]
        self.flags = [*flags, *(f"-I{path}" for path in paths)]
        self.zig = [sys.executable, "-m", "ziglang", "cc", "-target", target.triple]

    def write_headers(self) -> None:
        """Put CPython's headers in a folder, with the pyconfig.h of the target."""
        shutil.copytree(self.cache / "source/Include", self.includes, dirs_exist_ok=True)
        if self.target.is_windows:
            text = (self.cache / "source/PC/pyconfig.h").read_text()
        else:
            text = (self.cache / "pyconfig.h").read_text()
        if "macos" in self.target.triple:
            text = NOT_ON_MACOS.sub("", text)
        (self.includes / "pyconfig.h").write_text(text)

    def compile(self, source: Path, *more: str) -> Path:
        """Compile a source, unless its object is newer; return the object."""
        made = self.folder / source.with_suffix(".o")
        if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
            made.parent.mkdir(parents=True, exist_ok=True)
            unfinished = made.with_suffix(".part.o")
            command = [*self.zig, *self.flags, *more, "-c", str(source), "-o", str(unfinished)]
            subprocess.run(command, check=True)
            unfinished.rename(made)
        return made

    def link(self, name: str, objects: list[Path]) -> None:
        """Link a module; fail if it uses a name that neither CPython's headers nor libc have."""
        made = self.folder / "wheel" / (name.replace(".", "/") + self.target.suffix)
        made.parent.mkdir(parents=True, exist_ok=True)
        command = [*self.zig, "-shared", *map(str, objects)]
        python = str(self.python_library())
        if self.target.is_windows:
            subprocess.run([*command, python, "-o", str(made)], check=True)
            return
        checked = self.folder / "checked.so"  # its link names Python's library, as no module may
        defined = ["-Wl,-z,defs"] if self.target.is_elf else []
        subprocess.run([*command, python, *defined, "-o", str(checked)], check=True)
        links = [*setup.ELF_LINKS, "-Wl,--strip-all"]
        links = links if self.target.is_elf else ["-Wl,-undefined,dynamic_lookup"]
        subprocess.run([*command, *links, "-o", str(made)], check=True)

    def python_library(self) -> Path:
        """Return a library to link against: the names that CPython's headers export."""
        made = self.folder / ("python.lib" if self.target.is_windows else "libpython.so")
        if made.exists():
            return made
        texts = (path.read_text(errors="replace") for path in self.includes.rglob("*.h"))
        names = sorted({name for text in texts for name in EXPORTED.findall(text)})
        source = self.folder / "python.c"
        if self.target.is_windows:
            source = source.with_suffix(".def")
            source.write_text("LIBRARY python311.dll\nEXPORTS\n" + "\n".join(names))
            machine = "arm64" if self.target.triple.startswith("aarch64") else "i386:x86-64"
            tool = [sys.executable, "-m", "ziglang", "dlltool", "-m", machine]
            subprocess.run([*tool, "-d", str(source), "-l", str(made)], check=True)
        else:
            source.write_text("".join(f"char {name};\n" for name in names))
            subprocess.run([*self.zig, "-shared", str(source), "-o", str(made)], check=True)
        return made

    def run(self, sources: dict[str, Path]) -> None:
        """Compile and link every module."""
        self.write_headers()
        self.python_library()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = {
                name: [pool.submit(self.compile, path, *setup.LESS_OPTIMISED.get(name, []))]
                for name, path in sources.items()
            }
            parts = [*setup.ISA, *[Path(".ci/cpu_model.c")] * ("x86_64" in self.target.triple)]
            objects[setup.LEVELS] += [pool.submit(self.compile, path) for path in parts]
            made = {name: [each.result() for each in jobs] for name, jobs in objects.items()}
            list(pool.map(self.link, made, made.values()))

    def pack(self) -> Path:
        """Pack what is linked, with the modules in Python and the metadata, as a wheel."""
        folder, wheels = self.folder / "wheel", self.cache / "wheels"
        commands = ["build_py", "--build-lib", folder], ["dist_info", "--output-dir", folder]
        for command in commands:
            subprocess.run([sys.executable, "setup.py", "--quiet", *map(str, command)], check=True)
        (info,) = folder.glob("*.dist-info")
        tag = f"{TAG}-{TAG}-{self.target.tag}"
        head = "Wheel-Version: 1.0\nGenerator: .ci/cross\nRoot-Is-Purelib: false\n"
        (info / "WHEEL").write_text(f"{head}Tag: {tag}\n")
        wheels.mkdir(exist_ok=True)
        pack = [sys.executable, "-m", "wheel", "pack", str(folder), "--dest-dir", str(wheels)]
        subprocess.run(pack, check=True, stdout=subprocess.DEVNULL)
        (wheel,) = wheels.glob(f"*{tag}.whl")
        return wheel


def translate() -> dict[str, Path]:
    """Write the C of all modules, once for all platforms; return where it is."""
    setup.write_generated()
    setup.copy_headers()
    setup.write_shared()
    sources = {setup.SHARED: Path(setup.BUILD, "shared.c")}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        made = {
            extension.name: setup.translate(pool, extension)
            for extension in setup.extensions()
            if extension.name != setup.SHARED
        }
        for name, future in made.items():
            (extension,) = future.result()
            sources[name] = Path(extension.sources[0])
    return sources


def main() -> None:
    """Build the wheels of the targets that are named."""
    folder, *names = sys.argv[1:]
    sources = translate()
    for name in names or TARGETS:
        build = Build(Path(folder).resolve(), TARGETS[name])
        build.run(sources)
        print(f"{name}: compiled and linked, {build.pack().name}", flush=True)


if __name__ == "__main__":
    main()
