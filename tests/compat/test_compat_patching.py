"""The common form of the drop-ins, tried on hosts made up here."""

import importlib
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
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
    for switch in (drop_in.disable, drop_in.enable, drop_in.enable, drop_in.disable):
        switch()
        assert (host.core.slow is plain) == (switch == drop_in.disable)
    drop_in.disable()
    assert host.core.slow is plain


def test_modules_of_others(host: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What came later is restored, what they put there is left alone, and so is a copy."""
    late, copy = module("host.late"), again(plain)
    monkeypatch.setitem(sys.modules, "host.late", late)
    copy.__module__ = "vendored.host"
    sys.modules["game"].slow = copy  # type: ignore[attr-defined]
    with backend().enabled():
        late.slow = host.core.slow  # type: ignore[attr-defined]
        assert late.slow() == "fast"
        assert sys.modules["game"].slow is copy
        host.user.slow = another
    assert (late.slow, host.user.slow, host.core.slow) == (plain, another, plain)


def test_enabled_goes_back_to_what_was_before(host: Any) -> None:
    drop_in = backend()
    with drop_in.enabled(), drop_in.enabled():
        assert host.core.slow is new_slow
    assert host.core.slow is plain
    drop_in.enable()
    with pytest.raises(KeyError), drop_in.enabled():  # after an error, too
        raise KeyError
    assert host.core.slow is new_slow
    drop_in.disable()


REFUSED: list[tuple[dict[str, Any], list[str], type[Exception], str]] = [
    (
        {"host.core.gone": new_slow, "host.nowhere.at_all": new_slow},
        [],
        RuntimeError,
        r"host of unknown .* no host.core.gone, host.nowhere",
    ),
    ({}, ["host.core.nil"], RuntimeError, r"no host\.core\.nil"),
    ({"host.core.Frozen.bit_length": new_slow}, [], TypeError, "immutable"),  # it is int
]


@pytest.mark.parametrize(("more", "needs", "error", "message"), REFUSED)
def test_what_cannot_be_enabled_changes_nothing(
    host: Any, more: Any, needs: Any, error: Any, message: str
) -> None:
    """Or goes back to what was before, for the program and in a block."""
    host.core.Frozen = int

    def replacements(broken: bool = False) -> dict[str, Any]:
        return {"host.core.slow": new_slow} | (more if broken else {})

    drop_in = FunctionBackend("host", replacements, needs=needs)
    for refuse in (drop_in.enable, lambda **given: drop_in.enabled(**given).__enter__()):
        with pytest.raises(error, match=message):
            refuse(broken=True)
        assert host.core.slow is plain
        if needs:
            continue
        drop_in.enable()
        with pytest.raises(error, match=message):
            refuse(broken=True)
        assert host.core.slow is new_slow
        drop_in.disable()
        with drop_in.enabled():
            with pytest.raises(error, match=message):
                refuse(broken=True)
            assert host.core.slow is new_slow
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


def again(function: Callable[..., str]) -> Callable[..., str]:
    """What a second execution of its `def` makes."""
    return FunctionType(function.__code__, globals(), function.__name__)


def test_what_a_reload_put_back_is_reported_and_replaced_again(host: Any) -> None:
    drop_in = backend()
    drop_in.enable()
    reloaded = again(plain)
    host.core.slow = reloaded
    assert sepax.compat.status() == {}
    assert host.user.slow() == "fast"
    drop_in.enable()
    assert sepax.compat.status() == {"host": "of unknown version"}
    places = (host, host.core, host.user, sys.modules["game"])
    assert [place.slow() for place in places] == ["fast"] * 4
    drop_in.disable()
    assert host.core.slow is reloaded
    assert host.slow is host.user.slow is sys.modules["game"].slow is plain


def test_a_module_that_took_the_old_function_is_found_after_a_reload(host: Any) -> None:
    """It keeps what it took: `from host import slow` is not executed again."""
    with backend().enabled():
        host.core.slow = again(plain)
    drop_in = backend()
    drop_in.enable()
    host.core.slow = again(plain)
    drop_in.enable()
    host.core.slow = again(plain)
    drop_in.enable()
    assert host.user.slow is host.core.slow is new_slow
    drop_in.disable()
    assert host.core.slow() == host.user.slow() == "slow"


def test_a_host_that_was_imported_again_is_replaced_again(
    host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop_in = backend(**{"host.core.Thing.method": new_method})
    drop_in.enable()
    fresh = module("host.core", slow=again(plain), Thing=type("Thing", (), {"method": method}))
    old = host.core
    monkeypatch.setitem(sys.modules, "host.core", fresh)
    host.core = fresh
    assert sepax.compat.status() == {}
    with drop_in.enabled():
        assert sepax.compat.status() != {}
        assert fresh.slow is host.user.slow is new_slow
        assert fresh.Thing().method() == "fast"
        assert old.slow is plain
        assert old.Thing().method() == "slow"
    drop_in.disable()
    assert fresh.slow() == fresh.Thing().method() == host.user.slow() == "slow"


def test_a_class_that_was_made_again_is_replaced_again(host: Any) -> None:
    drop_in = FunctionBackend("host", lambda: {"host.core.Thing.method": new_method})
    drop_in.enable()
    host.core.Thing = type("Thing", (), {"method": again(method)})
    assert sepax.compat.status() == {}
    drop_in.enable()
    assert host.core.Thing().method() == "fast"
    drop_in.disable()
    assert host.core.Thing().method() == "slow"


def test_what_wraps_a_replacement_is_no_reload(host: Any) -> None:
    drop_in = backend()
    drop_in.enable()

    def wrapper() -> str:
        return f"timed {new_slow()}"

    host.core.slow = wrapper
    assert sepax.compat.status() != {}
    drop_in.enable()
    assert host.core.slow is wrapper
    drop_in.disable()
    assert host.core.slow is wrapper


def test_status_does_not_import_a_module_that_is_gone(
    host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with backend().enabled():
        for name in ("host.core", "host"):
            monkeypatch.delitem(sys.modules, name)
        assert sepax.compat.status() != {}
        assert "host" not in sys.modules
        monkeypatch.undo()


def test_overlapping_blocks_end_when_the_last_one_does(host: Any) -> None:
    drop_in = backend()
    first, second = drop_in.enabled(), drop_in.enabled()
    with first:
        second.__enter__()
    assert host.core.slow is new_slow
    second.__exit__(None, None, None)
    assert host.core.slow is plain
    assert sepax.compat.status() == {}


def test_many_threads_leave_nothing_behind(host: Any) -> None:
    drop_in, failures = backend(), []

    def work() -> None:
        for _ in range(20):
            with drop_in.enabled():
                if host.core.slow() != "fast":
                    failures.append("stock within a block")

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert host.core.slow is host.user.slow is plain


def test_enabling_within_a_block_ends_with_it(host: Any) -> None:
    drop_in = backend()
    with drop_in.enabled():
        drop_in.disable()
        assert host.core.slow is plain
        drop_in.enable()
        assert host.core.slow is new_slow
    assert host.core.slow is plain
    drop_in.enable()
    with drop_in.enabled():
        drop_in.disable()
    assert host.core.slow is new_slow
    drop_in.disable()


def test_a_version_that_was_never_proved_warns_once(
    host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop_in = FunctionBackend("host", lambda: {"host.core.slow": new_slow}, proved=("1.0", "1.1"))

    def enable() -> None:  # as that of a drop-in
        drop_in.enable()

    for version in ("1.0", "1.1"):
        monkeypatch.setattr(FunctionBackend, "version", version)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            enable()
            drop_in.disable()
    monkeypatch.setattr(FunctionBackend, "version", "1.2")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(sepax.compat.UnprovedVersionWarning):
            enable()
        assert host.core.slow is plain
    with pytest.warns(
        sepax.compat.UnprovedVersionWarning, match=r"host 1\.2.*1\.0, 1\.1"
    ) as caught:
        enable()
    assert caught[0].filename == __file__
    assert host.core.slow is new_slow
    drop_in.disable()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        enable()
    drop_in.disable()


def test_an_absent_host_is_an_import_error() -> None:
    drop_in = FunctionBackend("no_such_host", dict, distribution="no-such-host")
    with pytest.raises(ImportError, match=r'no_such_host is .*pip install "sepax\[no-such-host\]"'):
        drop_in.enable()
    assert sepax.compat.status() == {}


def test_the_evaluator_of_paddleocr_is_in_no_package(monkeypatch: Any) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "ppocr"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Absent("ppocr"), *sys.meta_path])
    with pytest.raises(
        ImportError, match=r"^ppocr is not installed: it is in a clone of PaddleOCR"
    ):
        importlib.import_module("sepax.compat.paddleocr").enable()
    assert sepax.compat.status() == {}


def test_what_an_installed_host_lacks_is_reported_as_it_is(tmp_path: Any, monkeypatch: Any) -> None:
    (tmp_path / "host_with_a_need.py").write_text("import no_such_package_of_the_host")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImportError, match="No module named 'no_such_package_of_the_host'"):
        FunctionBackend("host_with_a_need", dict).enable()


@pytest.mark.parametrize(
    ("host", "call"),
    [
        ("arcade", lambda: importlib.import_module("sepax.compat.arcade").enable()),
        ("highway_env", lambda: importlib.import_module("sepax.compat.highway_env").enable()),
        ("ultralytics", lambda: importlib.import_module("sepax.compat.ultralytics").enable()),
        ("pygame", lambda: importlib.import_module("sepax.compat._core.pygame_outlines").Host()),
        ("shapely", lambda: sepax.ShapeArray().to_shapely()),
        ("shapely", lambda: sepax.ShapeArray.from_shapely([])),
    ],
)
def test_a_missing_package_is_named_with_the_way_to_get_it(
    host: str, call: Callable[[], object], monkeypatch: Any
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == host]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Absent(host), *sys.meta_path])
    with pytest.raises(ImportError, match=host) as caught:
        call()
    extra = host.replace("_", "-")
    way = "pip install shapely" if host == "shapely" else f'pip install "sepax[{extra}]"'
    assert way in str(caught.value)
    assert sepax.compat.status() == {}


class Absent:
    """A finder of modules by which one package is not installed."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] == self.package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def test_modules_are_stood_in_for(host: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was put back is replaced again; what others put there is left alone."""
    substitute, stranger = module("substitute"), module("host")
    drop_in = ModuleBackend("host", lambda: {"host": substitute, "host.fresh": substitute})
    with drop_in.enabled():
        assert sys.modules["host"] is sys.modules["host.fresh"] is substitute
    assert sys.modules["host"] is host
    assert "host.fresh" not in sys.modules
    drop_in.enable()
    monkeypatch.setitem(sys.modules, "host", host)
    assert sepax.compat.status() == {}
    drop_in.enable()
    assert sys.modules["host"] is substitute
    drop_in.disable()
    assert sys.modules["host"] is host
    with drop_in.enabled():
        monkeypatch.setitem(sys.modules, "host", stranger)
    assert sys.modules["host"] is stranger


def test_importing_imports_no_host() -> None:
    program = (
        "import sys, pkgutil, importlib, sepax.compat as compat\n"
        "for found in pkgutil.iter_modules(compat.__path__, 'sepax.compat.'):\n"
        "    importlib.import_module(found.name)\n"
        "hosts = {'arcade', 'pygame', 'highway_env', 'collision', 'pyglet'}\n"
        "hosts |= {'torch', 'ultralytics'}\n"
        "sys.exit(str(hosts & set(sys.modules) or '') or None)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
