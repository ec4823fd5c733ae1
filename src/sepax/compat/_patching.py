"""Put faster functions into a host package, and take them out again without a trace.

How to write a drop-in for a host::

    def _replacements(fix_rectangles: bool = False) -> dict[str, Any]:
        return {"host.module.function": faster, "host.module.Class.method": faster_method}

    _backend = FunctionBackend("host", _replacements, distribution="host-on-pypi")
    enable, disable, enabled = _backend.enable, _backend.disable, _backend.enabled

`_replacements` is called by `enable`, with the options that `enable` was given, and never at
import: it is the place to import the host, if an adapter must, and it sees the originals. Every
name (and what ``needs=(...)`` lists) must already exist in the host, else nothing is changed.

A function that other modules took by name (``from host import function``) is replaced there
too, before or after they were imported, as long as they kept its name. Do not publish the
replacements under the names of the originals in a module that users import from: there too they
would be swapped.

`ModuleBackend` does the same with whole modules, for hosts that are stood in for completely.
"""

from __future__ import annotations

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module, metadata
from pkgutil import resolve_name
from types import ModuleType
from typing import Any, NamedTuple

OWN_PACKAGE = __name__.partition(".")[0]

_lock = threading.RLock()
_enabled: dict[str, Backend] = {}


def status() -> dict[str, str]:
    """Return the hosts that run on sepax at the moment, each with its version.

    Examples
    --------
    >>> sepax.compat.status()
    {}
    """
    return {host: backend.version for host, backend in sorted(_enabled.items())}


class Backend(ABC):
    """A drop-in for one host that can be switched on and off.

    Parameters
    ----------
    host : str
        The package by the name it is imported under.
    distribution : str, optional
        Its name on PyPI, if that is another.
    """

    def __init__(self, host: str, distribution: str | None = None) -> None:
        self.host = host
        self.distribution = distribution or host
        self._options: dict[str, Any] | None = None

    @property
    def version(self) -> str:
        """The version of the installed host."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return "of unknown version"

    def enable(self, **options: Any) -> None:
        """Let the host run on sepax; with the options already in force, do nothing.

        Raises
        ------
        ImportError
            The host is not installed.
        RuntimeError
            The installed version of the host lacks something; nothing was changed.
        """
        with _lock:
            if options == self._options:
                return
            before = self._options
            self.disable()  # so that what is prepared sees the originals
            try:
                self._apply(self._prepare(**options))
            except BaseException:
                self._revert()
                if before is not None:
                    self.enable(**before)
                raise
            self._options = options
            _enabled[self.host] = self

    def disable(self) -> None:
        """Put every original back; if it is not enabled, do nothing."""
        with _lock:
            if self._options is None:
                return
            self._revert()
            self._options = None
            del _enabled[self.host]

    @contextmanager
    def enabled(self, **options: Any) -> Iterator[None]:
        """Enable within a ``with`` block, and then go back to what was before."""
        before = self._options
        self.enable(**options)
        try:
            yield
        finally:
            if before is None:
                self.disable()
            else:
                self.enable(**before)

    @abstractmethod
    def _prepare(self, **options: Any) -> Any:
        """Import the host and check it; change nothing."""

    @abstractmethod
    def _apply(self, changes: Any) -> None:
        """Make the changes that `_prepare` returned."""

    @abstractmethod
    def _revert(self) -> None:
        """Undo the changes that `_apply` made, also where it stopped halfway."""


class _Change(NamedTuple):
    owner: Any  # the module or class that defines it
    name: str
    original: Any
    new: Any


class FunctionBackend(Backend):
    """Replaces functions (or any attributes) of a host's modules and classes.

    Parameters
    ----------
    host, distribution : str
        As for `Backend`.
    replacements : callable
        Gets the options of `enable`; returns a mapping from dotted names to what shall stand
        there instead. It is called when every need is known to be met and nothing is replaced.
    needs : sequence of str
        Dotted names that the replacements rely on besides.
    """

    def __init__(
        self,
        host: str,
        replacements: Callable[..., Mapping[str, Any]],
        *,
        needs: Sequence[str] = (),
        distribution: str | None = None,
    ) -> None:
        super().__init__(host, distribution)
        self._replacements = replacements
        self._needs = needs
        self._changes: list[_Change] = []

    def _prepare(self, **options: Any) -> list[_Change]:
        import_module(self.host)
        self._find(self._needs)
        try:
            replacements = self._replacements(**options)
        except (ImportError, AttributeError) as error:
            raise self._unfit(str(error)) from error
        found = self._find(replacements)
        return [_Change(*found[path], new) for path, new in replacements.items()]

    def _find(self, paths: Iterable[str]) -> dict[str, tuple[Any, str, Any]]:
        """Return the owner, the last name and the present value of every path."""
        found, missing = {}, []
        for path in paths:
            owner_path, _, name = path.rpartition(".")
            try:
                owner = resolve_name(owner_path)
                found[path] = owner, name, vars(owner)[name]
            except (ImportError, AttributeError, KeyError):
                missing.append(path)
        if missing:
            raise self._unfit(f"it has no {', '.join(missing)}")
        return found

    def _unfit(self, reason: str) -> RuntimeError:
        return RuntimeError(
            f"sepax.compat does not fit {self.distribution} {self.version}: {reason}; "
            "nothing was changed"
        )

    def _apply(self, changes: list[_Change]) -> None:
        for change in changes:
            self._changes.append(change)
            _rebind(change.owner, change.name, change.original, change.new)

    def _revert(self) -> None:
        for change in reversed(self._changes):
            _rebind(change.owner, change.name, change.new, change.original)
        self._changes = []


def _rebind(owner: Any, name: str, old: Any, new: Any) -> None:
    """Replace `old` in its owner and in every module that took it by name.

    Where something else stands by now, somebody else put it there: it is left alone.
    """
    if vars(owner).get(name) is old:
        setattr(owner, name, new)
    if isinstance(owner, ModuleType):
        for namespace in _foreign_namespaces():
            if namespace.get(name) is old:
                namespace[name] = new


def _foreign_namespaces() -> Iterator[dict[str, Any]]:
    """Yield the global names of every loaded module outside of this package."""
    for module_name, module in list(sys.modules.items()):
        is_own = module_name.partition(".")[0] == OWN_PACKAGE
        # By its type, and past any __getattribute__: a lazy module must not wake up from this.
        if not is_own and issubclass(type(module), ModuleType):
            yield object.__getattribute__(module, "__dict__")


class ModuleBackend(Backend):
    """Lets ``import host`` find other modules.

    The host itself need not be installed.

    Parameters
    ----------
    host, distribution : str
        As for `Backend`.
    modules : callable
        Gets the options of `enable`; returns a mapping from module names to modules, for
        `sys.modules`.
    """

    def __init__(
        self,
        host: str,
        modules: Callable[..., Mapping[str, ModuleType]],
        *,
        distribution: str | None = None,
    ) -> None:
        super().__init__(host, distribution)
        self._modules = modules
        self._originals: dict[str, ModuleType | None] = {}
        self._substitutes: dict[str, ModuleType] = {}

    def _prepare(self, **options: Any) -> dict[str, ModuleType]:
        return dict(self._modules(**options))

    def _apply(self, changes: dict[str, ModuleType]) -> None:
        self._originals = {name: sys.modules.get(name) for name in changes}
        self._substitutes = changes
        sys.modules.update(changes)

    def _revert(self) -> None:
        for name, original in self._originals.items():
            if sys.modules.get(name) is not self._substitutes[name]:
                continue  # somebody else put another module there
            if original is None:
                del sys.modules[name]
            else:
                sys.modules[name] = original
        self._originals, self._substitutes = {}, {}
