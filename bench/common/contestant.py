"""Who is measured: sepax and whatever else is installed, behind the same verbs."""

import os
import platform
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module, metadata
from typing import Any, ClassVar, Generic, TypeVar

Subject = TypeVar("Subject")
Work = TypeVar("Work")


class Contestant(Generic[Subject, Work]):
    """A library, with a method for each verb that it knows.

    In the names of the methods ``-`` and ``.`` of a verb are ``_``. A method gets the shapes of
    one case and returns the work to be timed, in the fastest way that the library's public
    interface offers, with everything built beforehand; or None when it cannot do that.
    A class whose library is not installed raises ImportError when it is constructed.
    """

    name: str
    distribution: ClassVar[str]  # the name on PyPI
    module: ClassVar[str]

    def __init__(self) -> None:
        self.library: Any = self.load()

    def load(self) -> Any:
        return import_module(self.module)

    @property
    def version(self) -> str:
        return metadata.version(self.distribution)

    def knows(self, _subject: Subject) -> bool:
        """Whether it can do anything with these shapes."""
        return True

    def prepare(self, verb: str, subject: Subject) -> Work | None:
        """Return the prepared work, or None when this contestant has no such thing."""
        method: Callable[[Subject], Work | None] | None
        method = getattr(self, verb.replace("-", "_").replace(".", "_"), None)
        return method(subject) if method and self.knows(subject) else None


class OfSepax(Contestant[Subject, Work]):
    """The library of this project, which may be a build that is not installed."""

    name = "sepax"
    distribution = "sepax"
    module = "sepax"

    @property
    def version(self) -> str:
        return str(self.library.__version__)


Known = TypeVar("Known", bound=Contestant[Any, Any])


def installed(peers: Iterable[type[Known]]) -> list[Known]:
    """Return the peers that can be imported; print the reason for each that cannot."""
    found = []
    for peer in peers:
        try:
            found.append(peer())
        except Exception as error:  # an import may fail in many ways, and none may stop the bench
            print(f"{peer.name} skipped: {type(error).__name__}: {error}")
    return found


def processors() -> int:
    """Return how many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def show_versions(present: Sequence[Contestant[Any, Any]]) -> None:
    """Print what is being compared, on what."""
    level = import_module("sepax").simd_level()
    where = f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}"
    print(f"{where}, {processors()} processors, {level}")
    versions = {one.distribution: one.version for one in present}
    print(", ".join(f"{distribution} {version}" for distribution, version in versions.items()))
