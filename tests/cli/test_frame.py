"""The `carrom` command itself: help, version and errors common to all commands."""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import carrom
from carrom.cli import COMMANDS, command_parser, main
from carrom.version import __version__


def test_help_names_every_command_and_imports_none(capsys):
    loaded = "import sys, carrom.cli; carrom.cli._parser(['--help']); print(*[m for m in sys.modules if 'carrom' in m])"
    environment = {**os.environ, "PYTHONPATH": str(Path(carrom.__file__).parent.parent)}
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True, env=environment)
    assert set(done.stdout.split()) == {"carrom", "carrom.cli", "carrom.errors", "carrom.version"}
    assert main([]) == 2
    said = capsys.readouterr().out
    assert all(re.search(rf"^    {name}\b", said, re.MULTILINE) for name in COMMANDS)


def test_the_version_is_the_packages(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"carrom {__version__}\n"


def test_an_unknown_command_is_wrong_usage(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["shuffle"])
    assert ended.value.code == 2
    assert "invalid choice: 'shuffle'" in capsys.readouterr().err


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_exists_with_help_and_examples(name):
    said = command_parser(name, argparse.ArgumentParser).format_help()
    assert "example" in said
    assert f"carrom {name}" in said


def test_no_private_name_of_argparse_is_used():
    for path in (Path(carrom.__file__).parent / "cli").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"argparse\._|parser\._|action\._|\._actions|\._choices", text), path.name
