"""Put faster functions into a host package, and take them out again without a trace.

How to write a drop-in for a host::

    def _replacements(fix_rectangles: bool = False) -> dict[str, Any]:
        return {"host.module.function": faster, "host.module.Class.method": faster_method}

    _backend = FunctionBackend("host", _replacements, distribution="host-on-pypi")
    disable, enabled = _backend.disable, _backend.enabled

    @_backend.documents("Host")
    def enable() -> None:
        '''Let the host run on sepax.'''
        _backend.enable()

`_replacements` is called by `enable`, with the options that `enable` was given, and never at
import: it is the place to import the host, if an adapter must, and it sees the originals. Every
name (and what ``needs=(...)`` lists) must already exist in the host, else nothing is changed.

A function that other modules took by name (``from host import function``) is replaced there
too, before or after they were imported, as long as they kept its name. Do not publish the
replacements under the names of the originals in a module that users import from: there too they
would be swapped.

What reloading or importing the host again put back, the next `enable` replaces again; until then
`status` does not name the host.

`ModuleBackend` does the same with whole modules, for hosts that are stood in for completely.
"""

from __future__ import annotations

import sys
import threading
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import reduce
from importlib import import_module, metadata
from pkgutil import resolve_name
from types import FunctionType, ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., None])

OWN_PACKAGE = __name__.partition(".")[0]

# Of every `enable`, by the name of its host.
_RAISES = """

    Raises
    ------
    ImportError
        {name} is not installed.
    RuntimeError
        This version of it{lacks}; nothing was changed.
    """
_WARNS = """
    Warns
    -----
    UnprovedVersionWarning
        Once, for a version of {name} that this was never tested with.
    """

_lock = threading.RLock()
_enabled: dict[str, Backend] = {}


def import_host(host: str, extra: str, install: str | None = None) -> ModuleType:
    """Import a package that sepax does not bring along, or say how to get it: by the extra."""
    try:
        return import_module(host)
    except ModuleNotFoundError as error:
        if error.name != host:
            raise
        raise ModuleNotFoundError(
            f"{host} is not installed: " + (install or f'pip install "sepax[{extra}]"'), name=host
        ) from error


class UnprovedVersionWarning(UserWarning):
    """A drop-in was enabled for a version of its host that its tests were never run with."""


def status() -> dict[str, str]:
    """Return the hosts that run on sepax at the moment, each with its version.

    A host with a function that was put back, as by `importlib.reload`, is not among them.

    Examples
    --------
    >>> sepax.compat.status()
    {}
    """
    with _lock:
        standing = {host: each for host, each in sorted(_enabled.items()) if each.stands()}
        return {host: backend.version for host, backend in standing.items()}


@dataclass(eq=False)
class _Block:
    """The request of a ``with enabled():``, or of the program; None for the original."""

    options: dict[str, Any] | None


class Backend(ABC):
    """A drop-in for one host that can be switched on and off.

    Parameters
    ----------
    host : str
        The package by the name it is imported under.
    distribution : str, optional
        Its name on PyPI, if that is another; also that of the extra of sepax.
    proved : sequence of str, optional
        The versions that the tests of the drop-in were run with; none: whatever fits.
    """

    def __init__(
        self, host: str, distribution: str | None = None, proved: Sequence[str] = ()
    ) -> None:
        self.host = host
        self.distribution = distribution or host
        self._proved = proved
        self._has_warned = False
        self._options: dict[str, Any] | None = None  # in force
        self._blocks = [_Block(None)]  # the program, then those open now: the last one counts

    @property
    def version(self) -> str:
        """The version of the installed host."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return "of unknown version"

    def enable(self, **options: Any) -> None:
        """Let the host run on sepax; where it does with these options, do nothing.

        Raises
        ------
        ImportError
            The host is not installed.
        RuntimeError
            The installed version of the host lacks something; nothing was changed.

        Warns
        -----
        UnprovedVersionWarning
            Once, for a version that the drop-in was never tested with.
        """
        with _lock:
            if options != self._options or not self.stands():
                self._switch(options)
            self._blocks[-1].options = options

    def documents(self, name: str, *, lacks: str = " lacks something") -> Callable[[F], F]:
        """Complete the docstring of a drop-in's `enable`: what it raises, and warns of."""

        def completed(enable: F) -> F:
            if enable.__doc__:  # python -OO takes it away
                more = _RAISES.rstrip(" ") + _WARNS if self._proved else _RAISES
                enable.__doc__ = enable.__doc__.rstrip() + more.format(name=name, lacks=lacks)
            return enable

        return completed

    def disable(self) -> None:
        """Put every original back; if it is not enabled, do nothing."""
        with _lock:
            self._withdraw()
            self._blocks[-1].options = None

    @contextmanager
    def enabled(self, **options: Any) -> Iterator[None]:
        """Enable within a ``with`` block, and then go back to what was before.

        Blocks may overlap, as in several threads: the request of the last one that is still open
        holds for all.
        """
        block = _Block(options)
        with _lock:
            if options != self._options or not self.stands():
                self._switch(options)
            self._blocks.append(block)
        try:
            yield
        finally:
            with _lock:
                self._blocks.remove(block)
                wanted = self._blocks[-1].options
                if wanted is None:
                    self._withdraw()
                elif wanted != self._options:
                    self._switch(wanted)

    def _switch(self, options: dict[str, Any]) -> None:
        """Replace the current functions; if that fails, put them back."""
        before = self._options
        self._withdraw()  # so that the preparation sees the originals
        try:
            changes = self._prepare(**options)
            self._warn_of_version()
            self._apply(changes)
        except BaseException:
            self._revert()
            if before is not None and before != options:
                self._switch(before)
            raise
        self._options = options
        _enabled[self.host] = self

    def _withdraw(self) -> None:
        if self._options is not None:
            self._revert()
            self._options = None
            del _enabled[self.host]

    def _warn_of_version(self) -> None:
        if not self._proved or self._has_warned or self.version in self._proved:
            return
        warnings.warn(
            f"sepax.compat was never tested with {self.distribution} {self.version}, only with "
            f"{', '.join(self._proved)}: its answers may differ from those of this version",
            UnprovedVersionWarning,
            stacklevel=5,  # who called the function `enable` of a drop-in
        )
        self._has_warned = True

    @abstractmethod
    def stands(self) -> bool:
        """Whether nothing has put an original back since it was enabled."""

    @abstractmethod
    def _prepare(self, **options: Any) -> Any:
        """Import the host and check it; change nothing."""

    @abstractmethod
    def _apply(self, changes: Any) -> None:
        """Make the changes that `_prepare` returned."""

    @abstractmethod
    def _revert(self) -> None:
        """Undo the changes that `_apply` made, also where it stopped halfway."""


@dataclass
class _Change:
    path: str  # the dotted name
    owner: Any  # the module or class that defines it
    name: str
    original: Any
    new: Any
    places: list[tuple[dict[str, Any], Any]] = field(default_factory=list)  # others, and theirs

    def apply(self) -> None:
        """Replace in the owner, and in every module that took the original by name.

        Also if it took it before the host was reloaded.
        """
        setattr(self.owner, self.name, self.new)
        for namespace in self._namespaces():
            found = namespace.get(self.name)
            if _is_same(found, self.original):
                self.places.append((namespace, found))
                namespace[self.name] = self.new

    # Where something else stands by now, somebody else put it there: it is left alone.

    def revert(self) -> None:
        """Put back what stood in each place."""
        if vars(self.owner).get(self.name) is self.new:
            setattr(self.owner, self.name, self.original)
        for namespace, found in self.places:
            if namespace.get(self.name) is self.new:
                namespace[self.name] = found

    def revert_latecomers(self) -> None:
        """Give the original to modules that took the replacement by name."""
        for namespace in self._namespaces():
            if namespace.get(self.name) is self.new:
                namespace[self.name] = self.original

    def stands(self) -> bool:
        """Whether the host's own code is not back in its place."""
        try:
            found = vars(_loaded(self.path.rpartition(".")[0])).get(self.name)
        except AttributeError:
            return True  # nothing is there
        return found is self.new or not _is_same(found, self.original)

    def _namespaces(self) -> Iterator[dict[str, Any]]:
        return _foreign_namespaces() if isinstance(self.owner, ModuleType) else iter(())


def _loaded(path: str) -> Any:
    """Return the object of a dotted name, without importing anything."""
    module, attributes = path, list[str]()
    while module not in sys.modules and module:
        module, _, attribute = module.rpartition(".")
        attributes.insert(0, attribute)
    return reduce(getattr, attributes, sys.modules.get(module))


def _is_same(found: Any, original: Any) -> bool:
    """Whether something is a function, or a copy from running its definition again."""
    if found is original:
        return True
    found, original = (getattr(each, "__func__", each) for each in (found, original))  # if static
    if not isinstance(found, FunctionType) or not isinstance(original, FunctionType):
        return False
    return found.__code__ == original.__code__ and found.__module__ == original.__module__


class FunctionBackend(Backend):
    """Replaces functions (or any attributes) of a host's modules and classes.

    Parameters
    ----------
    host, distribution, proved
        As for `Backend`.
    replacements : callable
        Gets the options of `enable`; returns a mapping from dotted names to what shall stand
        there instead. It is called when every need is known to be met and nothing is replaced.
    needs : sequence of str
        Dotted names that the replacements rely on besides.
    install : str, optional
        How to get the host, if that is not the extra with the name of its distribution.
    """

    def __init__(
        self,
        host: str,
        replacements: Callable[..., Mapping[str, Any]],
        *,
        needs: Sequence[str] = (),
        distribution: str | None = None,
        proved: Sequence[str] = (),
        install: str | None = None,
    ) -> None:
        super().__init__(host, distribution, proved)
        self._install = install
        self._replacements = replacements
        self._needs = needs
        self._changes: list[_Change] = []

    def _prepare(self, **options: Any) -> list[_Change]:
        import_host(self.host, self.distribution, self._install)
        self._find(self._needs)
        try:
            replacements = self._replacements(**options)
        except (ImportError, AttributeError) as error:
            raise self._unfit(str(error)) from error
        found = self._find(replacements)
        return [_Change(path, *found[path], new) for path, new in replacements.items()]

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
            change.apply()

    def _revert(self) -> None:
        for change in reversed(self._changes):
            change.revert()
        for change in reversed(self._changes):
            change.revert_latecomers()
        self._changes = []

    def stands(self) -> bool:
        """Whether nothing has put an original back since it was enabled."""
        return all(change.stands() for change in self._changes)


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
    host, distribution
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

    def stands(self) -> bool:
        """Whether nothing has put another module in the place of one."""
        return all(sys.modules.get(name) is each for name, each in self._substitutes.items())
