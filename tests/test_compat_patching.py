"""The common form of the drop-ins, tried on hosts made up here."""

import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import sepax.compat
from sepax.compat._patching import FunctionBackend, ModuleBackend


# Not under the names that they have in the host: the drop-in would find them here as well.
def plain() -> str:
    return "slow"


def another() -> str:
    return "other"


def method(self: object) -> str:
    return "slow"


def new_slow() -> str:
    return "fast"


def new_method(self: object) -> str:
    return "fast"


def module(name: str, **contents: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(contents)
    return made


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A package whose module `host.user` took a function by name, as did a module of others."""
    thing = type("Thing", (), {"method": method})
    core = module("host.core", slow=plain, other=another, Thing=thing)
    package = module("host", core=core, slow=plain, kept=plain, __path__=[])
    user, game = module("host.user", slow=plain), module("game", slow=plain)
    for each in (package, core, user, game):
        monkeypatch.setitem(sys.modules, each.__name__, each)
    package.user = user  # type: ignore[attr-defined]
    yield package
    assert sepax.compat.status() == {}


def backend(**more: Any) -> FunctionBackend:
    return FunctionBackend("host", lambda: {"host.core.slow": new_slow} | more)


def test_every_place_is_patched_and_restored(host: Any) -> None:
    drop_in = FunctionBackend(
        "host", lambda: {"host.core.slow": new_slow, "host.core.Thing.method": new_method}
    )
    drop_in.enable()
    places = (host, host.core, host.user, sys.modules["game"])
    assert [place.slow() for place in places] == ["fast"] * 4
    assert host.core.Thing().method() == "fast"
    assert host.kept is plain  # under another name it is the program's own business
    assert sepax.compat.status() == {"host": "of unknown version"}
    drop_in.disable()
    assert all(place.slow is plain for place in places)
    assert vars(host.core.Thing)["method"] is method


def test_enable_and_disable_are_idempotent(host: Any) -> None:
    drop_in = backend()
    drop_in.disable()
    drop_in.enable()
    drop_in.enable()
    drop_in.disable()
    assert host.core.slow is plain
    drop_in.disable()
    assert host.core.slow is plain


def test_a_module_that_came_later_is_restored_too(
    host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = module("host.late")
    monkeypatch.setitem(sys.modules, "host.late", late)
    with backend().enabled():
        late.slow = host.core.slow  # type: ignore[attr-defined]
        assert late.slow() == "fast"
    assert late.slow is plain


def test_what_others_put_there_is_left_alone(host: Any) -> None:
    with backend().enabled():
        host.user.slow = another
    assert host.user.slow is another
    assert host.core.slow is plain


def test_enabled_goes_back_to_what_was_before(host: Any) -> None:
    drop_in = backend()
    with drop_in.enabled(), drop_in.enabled():
        assert host.core.slow is new_slow
    assert host.core.slow is plain
    drop_in.enable()
    with drop_in.enabled():
        pass
    assert host.core.slow is new_slow
    drop_in.disable()


def test_enabled_restores_after_an_error(host: Any) -> None:
    def fail() -> None:
        with backend().enabled():
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert host.core.slow is plain


def test_options_choose_the_replacements_and_see_the_originals(host: Any) -> None:
    seen = []

    def replacements(more: bool = False) -> dict[str, Any]:
        seen.append(host.core.slow)
        return {"host.core.slow": new_slow} | ({"host.core.other": new_slow} if more else {})

    drop_in = FunctionBackend("host", replacements)
    drop_in.enable()
    assert host.core.other is another
    with drop_in.enabled(more=True):
        assert host.core.other is new_slow
    assert host.core.slow is new_slow
    assert host.core.other is another
    drop_in.disable()
    assert seen == [plain, plain, plain]


def test_a_missing_name_changes_nothing(host: Any) -> None:
    drop_in = backend(**{"host.core.gone": new_slow, "host.nowhere.at_all": new_slow})
    with pytest.raises(RuntimeError, match=r"host of unknown .* no host.core.gone, host.nowhere"):
        drop_in.enable()
    assert host.core.slow is plain


def test_a_missing_need_changes_nothing(host: Any) -> None:
    drop_in = FunctionBackend("host", lambda: {"host.core.slow": new_slow}, needs=["host.core.nil"])
    with pytest.raises(RuntimeError, match=r"no host\.core\.nil"):
        drop_in.enable()
    assert host.core.slow is plain


def test_an_owner_that_cannot_be_changed_leaves_nothing_half_patched(host: Any) -> None:
    host.core.Frozen = int
    drop_in = backend(**{"host.core.Frozen.bit_length": new_slow})
    with pytest.raises(TypeError):
        drop_in.enable()
    assert host.core.slow is plain


def test_a_failure_falls_back_to_the_former_options(host: Any) -> None:
    def replacements(name: str) -> dict[str, Any]:
        return {f"host.core.{name}": new_slow}

    drop_in = FunctionBackend("host", replacements)
    drop_in.enable(name="slow")
    with pytest.raises(RuntimeError, match="gone"):
        drop_in.enable(name="gone")
    assert host.core.slow is new_slow
    drop_in.disable()


def test_an_absent_host_is_an_import_error() -> None:
    drop_in = FunctionBackend("no_such_host", dict)
    with pytest.raises(ImportError):
        drop_in.enable()
    assert sepax.compat.status() == {}


def test_modules_are_stood_in_for(host: Any) -> None:
    substitute = module("substitute")
    drop_in = ModuleBackend("host", lambda: {"host": substitute, "host.fresh": substitute})
    with drop_in.enabled():
        assert sys.modules["host"] is substitute
        assert sys.modules["host.fresh"] is substitute
    assert sys.modules["host"] is host
    assert "host.fresh" not in sys.modules


def test_a_module_that_others_put_there_is_left_alone(
    host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = module("host")
    with ModuleBackend("host", lambda: {"host": module("substitute")}).enabled():
        monkeypatch.setitem(sys.modules, "host", stranger)
    assert sys.modules["host"] is stranger


def test_importing_imports_no_host() -> None:
    program = (
        "import sys, pkgutil, importlib, sepax.compat as compat\n"
        "for found in pkgutil.iter_modules(compat.__path__, 'sepax.compat.'):\n"
        "    importlib.import_module(found.name)\n"
        "hosts = {'arcade', 'pygame', 'highway_env', 'collision', 'pyglet'}\n"
        "sys.exit(str(hosts & set(sys.modules) or '') or None)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
