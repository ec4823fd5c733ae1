"""The options that sub-commands have in common."""

import argparse
from pathlib import Path


def add_quick(parser: argparse.ArgumentParser, meaning: str) -> None:
    """Declare the option for rough figures, and what it means."""
    parser.add_argument("--quick", action="store_true", help=meaning)


def add_csv(parser: argparse.ArgumentParser) -> None:
    """Declare the option for a file."""
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every figure there")


def add_match(parser: argparse.ArgumentParser) -> None:
    """Declare the option that chooses cases."""
    parser.add_argument("--match", default="", metavar="TEXT", help="only cases named like this")
