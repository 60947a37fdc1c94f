"""A lock file that one process holds at a time."""

import subprocess
import sys
from pathlib import Path

import carrom
from carrom.files import locked

KEEP = """
import sys
from carrom.files import locked
file = open(sys.argv[1], "r+b")
print(locked(file), flush=True)
sys.stdin.read()
"""


def test_one_process_keeps_a_file_until_it_dies(tmp_path):
    path = tmp_path / "kept"
    path.write_bytes(b"content")
    source = str(Path(carrom.__file__).parents[1])
    keeper = subprocess.Popen(
        [sys.executable, "-c", KEEP, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": source},
    )
    assert keeper.stdout.readline().strip() == b"True"
    with path.open("r+b") as file:
        assert not locked(file)
        assert file.read() == b"content", "a kept file can be read"
    keeper.kill()
    keeper.wait()
    with path.open("r+b") as file:
        assert locked(file)
        assert file.read() == b"content", "locking leaves a file at its beginning"


def test_only_one_file_of_the_package_asks_the_system_for_locks():
    asking = [
        path.name
        for path in Path(carrom.__file__).parent.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("fcntl", "msvcrt"))
    ]
    assert asking == ["files.py"]
