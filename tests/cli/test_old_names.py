"""Deprecated names of commands and options still work, with a warning that gives the new name."""

import argparse
from pathlib import Path

import pytest

from carrom.cli import COMMANDS, command_parser, main
from carrom.cli.old_names import OLD_NAMES, current_names, old_settings
from carrom.cli.server.settings import OPTIONS, gathered


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("work --attended --idle 0", "worker --exit-on-eof --idle 0"),
        ("hand 5 7 --kept 9 --lost=3", "accuracy 5 7 --successes 9 --failures=3"),
        ("event tell f.carrom-event withdraw hema", "event append f.carrom-event withdraw hema"),
        ("event finish f s.1.1 25-3", "event result f s.1.1 25-3"),
        ("event print f cards --wave s.1 --to c.html", "event print f cards --round s.1 --output c.html"),
        ("event ratings . --table honours", "event ratings . --table winners"),
        ("event ratings . --table=honours --drop 1", "event ratings . --table winners --drop 1"),
        ("event export f finishes", "event export f results"),
        ("admin answer 12ab --why done", "admin resolve 12ab --reason done"),
        ("levels --language hi fit --within 1.5", "levels --language hi fit --tolerance 1.5"),
        ("board check --man 31.5 31.7 --man-mass 5.3", "board check --piece 31.5 31.7 --piece-mass 5.3"),
        ("lab graded straight random --engine here", "lab evaluate straight random --backend here"),
    ],
)
def test_an_old_name_is_replaced_with_a_warning(old: str, new: str) -> None:
    words, warnings = current_names(old.split())
    assert words == new.split()
    changed = [word.partition("=")[0] for word in old.split() if word.partition("=")[0] not in new]
    for word in changed:
        assert any(f"{word} " in warning or f" {word} " in warning for warning in warnings), word


@pytest.mark.parametrize(
    "words",
    [
        "event standings f --why",
        "event check finish",
        "event append f finish s.1.1 25-3",
        "solo work",
        "event ratings honours",
        "play --engine x --data work",
        "event result f s.1.1 -- --wave",
        "--version",
        "",
    ],
)
def test_other_words_that_look_like_old_names_are_left_alone(words: str) -> None:
    assert current_names(words.split()) == (words.split(), [])


def test_a_warning_gives_the_new_name_and_the_command_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", "--man", "31.5"]) == 0
    said = capsys.readouterr()
    assert said.err == (
        "carrom board: --man is now called --piece; the old name will stop working in the next release.\n"
    )
    assert "The diameter of a piece" in said.out


def test_every_new_name_is_a_command_an_option_or_a_value() -> None:
    for path, names in OLD_NAMES.items():
        command = path.partition(" ")[0]
        parser = command_parser(command, argparse.ArgumentParser) if command else None
        task = path.partition(" ")[2]
        options, values = _names_of(_task(parser, task) if task else parser) if parser else (set(COMMANDS), set())
        for old, new in names.items():
            assert set(new.split()) <= options | values, new
            assert old not in options, f"{old} is still a name of carrom {path}"


def test_old_settings_work_in_the_environment_and_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "carrom.toml"
    file.write_text('proxy = ["10.0.0.0/8"]\nlog = "json"\n')
    values = gathered({}, {"CARROM_TABLES": "7"}, str(file))
    assert (values["trusted-proxy"], values["log-format"], values["games"]) == (("10.0.0.0/8",), "json", 7)
    said = capsys.readouterr().err
    for old, new in (("proxy", "trusted-proxy"), ("log", "log-format"), ("CARROM_TABLES", "CARROM_GAMES")):
        assert f"carrom serve: {old} is now called {new};" in said
    assert set(old_settings().values()) <= {option.name for option in OPTIONS}


def test_a_new_setting_comes_before_an_old_one() -> None:
    assert gathered({}, {"CARROM_TABLES": "7", "CARROM_GAMES": "9"}, None)["games"] == 9


def _task(parser: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    """Return the parser of a subcommand."""
    tasks = next(each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    found = tasks.choices[name]
    assert isinstance(found, argparse.ArgumentParser)
    return found


def _names_of(parser: argparse.ArgumentParser) -> tuple[set[str], set[str]]:
    """Return a command's subcommands and options, and the accepted values of its options."""
    options, values = set[str](), set[str]()
    for action in parser._actions:
        options |= set(action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            options |= set(action.choices)
            below = [_names_of(task) for task in action.choices.values()]
            options, values = options.union(*(each[0] for each in below)), values.union(*(each[1] for each in below))
        else:
            values |= set(map(str, action.choices or ()))
    return options, values
