"""What Windows and macOS do differently, as far as it can be tried on this system."""

import ast
import errno
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

import carrom
from carrom import files
from carrom.engine import external_process
from carrom.tournament.entry_table import entry_id

HOME = Path(carrom.__file__).parent
SOURCES = sorted(HOME.rglob("*.py"))
ENGINE = Path(__file__).parents[1] / "examples" / "straight_engine.py"


class FakeMsvcrt(types.ModuleType):
    """Byte-range locks as Windows has them: refused while another open file holds a byte of the range."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: dict[tuple[int, int, int], int] = {}

    def locking(self, handle: int, mode: int, count: int) -> None:
        assert mode == self.LK_NBLCK
        stat, at = os.fstat(handle), os.lseek(handle, 0, os.SEEK_CUR)
        for byte in range(at, at + count):
            if self.held.setdefault((stat.st_dev, stat.st_ino, byte), handle) != handle:
                raise OSError(errno.EACCES, "Permission denied")


@pytest.fixture
def windows(monkeypatch):
    """Let the package believe that it runs on Windows, with a stand-in for the module of locks."""
    fake = FakeMsvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    monkeypatch.setattr(sys, "platform", "win32")
    return fake


def test_a_lock_on_windows_is_a_byte_beyond_the_content_and_the_content_can_be_read(windows, tmp_path):
    path = tmp_path / "kept"
    path.write_bytes(b"content")
    with path.open("r+b") as first, path.open("r+b") as second:
        assert files.locked(first)
        assert not files.locked(second)
        assert {byte for _, _, byte in windows.held} == {files.LOCKED_BYTE}
        assert (first.read(), path.read_bytes()) == (b"content", b"content")


def test_a_file_that_another_program_reads_is_replaced_when_it_is_closed(windows, tmp_path, monkeypatch):
    part, path = tmp_path / "part", tmp_path / "path"
    part.write_bytes(b"new")
    path.write_bytes(b"old")
    refusals = [PermissionError(errno.EACCES, "in use")] * 3
    real = os.replace

    def replace(source, target):
        if refusals:
            raise refusals.pop()
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    files.replace(part, path)
    assert (path.read_bytes(), refusals) == (b"new", [])


def test_a_file_that_stays_open_is_refused_after_a_while_and_at_once_elsewhere(tmp_path, monkeypatch):
    calls = []

    def replace(source, target):
        calls.append(source)
        raise PermissionError(errno.EACCES, "in use")

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(PermissionError):
        files.replace("a", "b")
    assert len(calls) == 1
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(files, "PATIENCE", 0.1)
    with pytest.raises(PermissionError):
        files.replace("a", "b")
    assert len(calls) > 2


def test_files_are_replaced_only_by_the_function_that_tries_again():
    names = {}
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if path.name != "files.py" and ("os.replace(" in text or "part.replace(" in text):
            names[path.relative_to(HOME).as_posix()] = True
    assert names == {}


def test_an_engine_command_goes_to_windows_as_it_was_typed(windows):
    typed = '"C:\\Program Files\\Python\\python.exe" "my engine.py"'
    assert external_process.words_of(typed) == typed


def test_an_engine_command_is_split_elsewhere_and_an_empty_one_is_refused():
    assert external_process.words_of("python 'my engine.py'") == ["python", "my engine.py"]
    with pytest.raises(ValueError, match="empty"):
        external_process.words_of("  ")


@pytest.mark.parametrize("name", ["Con", "NUL", "Aux", "com1", "Lpt9"])
def test_no_entrant_gets_a_file_name_that_windows_keeps_for_a_device(name):
    found = entry_id(name, set())
    assert found.partition(".")[0] not in files.RESERVED


def calls_without_encoding(tree: ast.Module) -> list[int]:
    """Return the lines that open a text with the encoding of the system."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = {word.arg for word in node.keywords}
        given_mode = [*node.args[1:2], *(word.value for word in node.keywords if word.arg == "mode")]
        modes = [each.value for mode in given_mode for each in ast.walk(mode)
                 if isinstance(each, ast.Constant) and isinstance(each.value, str)]  # fmt: skip
        is_binary = bool(modes) and all("b" in mode for mode in modes)
        is_file = isinstance(node.func, ast.Name) and name == "open" and not is_binary and len(node.args) < 4
        is_text = name in ("read_text", "write_text") and isinstance(node.func, ast.Attribute) and len(node.args) < 2
        is_pipe = name in ("Popen", "run") and given & {"text", "universal_newlines"}
        if (is_file or is_text or is_pipe) and "encoding" not in given and None not in given:
            found.append(node.lineno)
    return found


def test_the_check_for_encodings_finds_calls_without_one():
    tree = ast.parse(
        "open('x')\nopen('x', 'rb')\npath.read_text()\npath.write_text('x', encoding='utf-8')\nopen(p, 'w')"
    )
    assert calls_without_encoding(tree) == [1, 3, 5]


def test_every_text_is_read_and_written_as_utf_8():
    found = {}
    opens = ("open(", "read_text", "write_text", "Popen", "run(")
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        lines = calls_without_encoding(ast.parse(text)) if any(name in text for name in opens) else []
        if lines:
            found[path.relative_to(HOME).as_posix()] = lines
    local = {name for name in found if "import read_text" in (HOME / name).read_text(encoding="utf-8")}
    assert {name: lines for name, lines in found.items() if name not in local} == {}


def elsewhere(*words: str, given: bytes = b"", code: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run the command line with an encoding that lacks most letters, as Windows' code pages do, and no UTF-8 mode."""
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))},
        "LC_ALL": "C",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONUTF8": "0",
        "PYTHONPATH": str(HOME.parent),
        "PYTHONWARNDEFAULTENCODING": "1",
    }
    run = [sys.executable, "-W", "error::EncodingWarning:carrom", *(["-c", code] if code else ["-m", "carrom", *words])]
    return subprocess.run(run, input=given, env=environment, capture_output=True, timeout=120)


def test_what_is_piped_is_utf_8_whatever_the_system_prefers(tmp_path):
    answer = elsewhere("rules", "icf")
    assert answer.returncode == 0, answer.stderr
    text = answer.stdout.decode("utf-8")
    assert not text.isascii()
    assert "\\u" not in text
    assert "\\x" not in text
    game = carrom.Game("icf", names=["आशा", "Bilal"], seed=8)
    game.set_up()
    record = tmp_path / "game.carrom"
    record.write_text(game.to_text(), encoding="utf-8")
    shown = elsewhere("replay", str(record))
    assert shown.returncode == 0, shown.stderr
    assert "आशा" in shown.stdout.decode("utf-8")


def test_an_encoding_that_the_user_chose_is_kept():
    code = (
        "import os, sys; os.environ['PYTHONIOENCODING'] = 'latin-1'; from carrom.cli import _tolerate_bad_bytes as f; "
        "before = sys.stdout.encoding; f(); assert sys.stdout.encoding == before, sys.stdout.encoding"
    )
    done = elsewhere(code=code)
    assert done.returncode == 0, done.stderr


MISSING = """
import asyncio, importlib, multiprocessing, os, shutil, signal, subprocess, sys, tempfile, uuid
for name in ("numpy", "starlette", "uvicorn", "websockets", "gymnasium", "pettingzoo", "pyarrow.parquet",
             "nats", "psycopg", "webauthn", "argon2", "typst", "opentelemetry.sdk.trace", "openskill.models"):
    try:
        importlib.import_module(name)  # other people's packages look at the real system
    except ImportError:
        pass
for name in ("SIGHUP", "SIGQUIT", "SIGUSR1", "SIGKILL", "SIGALRM", "SIGPIPE"):
    delattr(signal, name)
for name in ("nice", "sched_setscheduler", "sched_getaffinity", "SCHED_IDLE", "setpriority", "getpriority", "fork",
             "getuid", "geteuid", "O_NOFOLLOW", "O_DIRECTORY", "getloadavg", "fchmod", "mkfifo", "uname", "statvfs"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty"):
    sys.modules[name] = None
"""


def test_every_module_imports_and_the_command_line_works_without_what_windows_lacks():
    code = MISSING + (
        "import importlib, pkgutil, carrom\n"
        "from carrom.cli import main\n"
        "assert main(['levels']) == 0\n"
        "assert main(['judge']) == 0\n"
        "own = ('carrom.__main__', 'carrom.lab.stable')\n"
        "for each in pkgutil.walk_packages(carrom.__path__, 'carrom.'):\n"
        "    if not each.name.startswith(own):\n"
        "        importlib.import_module(each.name)\n"
    )
    cases = (ENGINE.parent / "cases.jsonl").read_bytes()
    done = subprocess.run([sys.executable, "-c", code], cwd=HOME.parent, input=cases, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()[-2000:]


SPAWNED = """
import multiprocessing
import carrom

def status(game):
    return game.status

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    games = [carrom.Game(seed=seed) for seed in range(2)]
    with multiprocessing.Pool(2) as pool:
        print(pool.map(status, games) == [game.status for game in games])
"""


def test_games_go_to_processes_that_are_spawned_as_windows_and_macos_do(tmp_path):
    path = tmp_path / "spawned.py"
    path.write_text(SPAWNED, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(HOME.parent)}
    done = subprocess.run(
        [sys.executable, str(path)], env=environment, capture_output=True, encoding="utf-8", timeout=120
    )
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr


def test_processes_are_started_by_spawning_only():
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        assert "os.fork(" not in text, path
        if "multiprocessing" in text and "get_context" in text:
            assert 'get_context("spawn")' in text, path


def test_no_two_files_of_the_repository_differ_only_in_case():
    done = subprocess.run(["git", "ls-files"], cwd=HOME, capture_output=True, encoding="utf-8")
    names = done.stdout.splitlines() or [path.as_posix() for path in SOURCES]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert not {part.partition(".")[0].casefold() for part in name.split("/")} & files.RESERVED
        assert not set(name) & set('<>:"|?*\\')
