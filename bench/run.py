"""Entry of the bench: ``python bench/run.py single [--csv FILE] [--quick]``.

A sub-command is a folder beside this file whose module ``command`` has a docstring,
``add_arguments(parser)`` and ``main(options) -> exit status``. To add one, name it in `COMMANDS`.
"""

import argparse
import sys
from importlib import import_module

COMMANDS = {
    "single": "single",
    "compat": "compat",
    "batch": "arrays",
    "scene": "scene",
    "compound": "compound",
    "points": "points",
    "turning": "turning",
    "kernels": "kernels",
    "scale": "scale",
    "playground": "playground",
}


def main(arguments: list[str]) -> int:
    """Run the sub-command that the arguments name."""
    parser = argparse.ArgumentParser(prog="run.py", description="Measure sepax and its peers.")
    commands = parser.add_subparsers(required=True)
    for name, folder in COMMANDS.items():
        module = import_module(f"{folder}.command")
        summary = (module.__doc__ or "").partition("\n")[0]
        command = commands.add_parser(name, help=summary, description=summary)
        module.add_arguments(command)
        command.set_defaults(main=module.main)
    options = parser.parse_args(arguments)
    status: int = options.main(options)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
