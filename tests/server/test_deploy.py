"""What lies in `deploy/` and what `docs/operating.md` says fit the program; `deploy/rehearse.py` does it all."""

import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from importlib import metadata
from itertools import chain
from pathlib import Path

import pytest

from carrom.cli import command_parser
from carrom.cli.serve_settings import OPTIONS, gathered
from carrom.server.meters import Meters

ROOT = Path(__file__).resolve().parents[2]
DEPLOY, PAGE = ROOT / "deploy", ROOT / "docs" / "operating.md"
FILES = [*(each for each in sorted(DEPLOY.iterdir()) if each.is_file()), PAGE]
VARIABLES = {option.variable for option in OPTIONS} | {"CARROM_SETTINGS"}
COMPOSES_OWN = {"CARROM_NAME", "CARROM_PASSWORD"}


def test_the_settings_that_are_handed_out_are_settings() -> None:
    file = DEPLOY / "carrom.toml"
    values = gathered({}, {}, str(file))
    assert set(tomllib.loads(file.read_text())) <= set(values)
    assert values["allow-host"] == ("carrom.example.org",)


@pytest.mark.parametrize(
    "file", [*(each for each in sorted(DEPLOY.iterdir()) if each.is_file()), PAGE], ids=lambda path: path.name
)
def test_every_variable_that_is_named_is_one_and_no_address_of_a_registry(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert set(re.findall(r"CARROM_[A-Z_]+[A-Z]", text)) <= VARIABLES | COMPOSES_OWN
    assert not re.search(r"docker\.io|ghcr|quay\.|pypi|https://", text)


@pytest.mark.parametrize("unit", ["carrom.service", "carrom-backup.service"])
def test_what_a_unit_calls_is_a_command(unit: str) -> None:
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    called = re.findall(r"/opt/carrom/bin/carrom (\w+)([^'\n]*)", text)
    assert called
    for name, words in called:
        command_parser(name, ArgumentParser).parse_args(shlex.split(words))


def test_what_the_page_for_operators_calls_is_a_command() -> None:
    lines = re.findall(r"^    .*?\bcarrom (data|serve) ([^#'\n]*)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) >= 8
    for name, words in lines:
        command_parser(name, ArgumentParser).parse_args(shlex.split(words))


def test_the_page_names_the_metrics_that_are_told() -> None:
    named = set(re.findall(r"`(carrom_[a-z_]+)`", PAGE.read_text(encoding="utf-8")))
    meters = Meters("1")
    for name in ("connections", "tables", "jobs", "verdicts"):
        meters.gauge(f"carrom_{name}", "", lambda: 0)
    told = set(re.findall(r"^# TYPE (carrom_\w+)", meters.text(), re.MULTILINE)) - {"carrom_build_info"}
    assert named == told


def test_the_rehearsal_reads_the_units_as_they_are() -> None:
    spec = importlib.util.spec_from_file_location("rehearse", DEPLOY / "rehearse.py")
    assert spec is not None
    assert spec.loader is not None
    rehearse = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rehearse)
    assert rehearse.environment_of("carrom.service")["CARROM_DATA"] == "/var/lib/carrom"
    assert rehearse.lines_of("carrom.service", "ExecStart") == ["/opt/carrom/bin/carrom serve"]
    assert {"CARROM_STORE", "PGPASSWORD", "CARROM_PROXY"} <= rehearse.compose_variables()


def test_the_server_and_every_command_begin_without_any_extra(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    base, extra = (
        {re.split(r"[^\w.-]", each)[0].lower().replace("_", "-") for each in named}
        for named in (project["dependencies"], chain(*project["optional-dependencies"].values()))
    )
    modules = metadata.packages_distributions()
    of_extras = {
        name for name, made in modules.items() if {each.lower().replace("_", "-") for each in made} & (extra - base)
    }
    assert {"gymnasium", "psycopg"} <= of_extras
    script = f"""
import argparse, sys
for name in {sorted(of_extras)!r}:
    sys.modules[name] = None
import carrom.server.app, carrom.server.run, carrom.server.moving, carrom.server.jobs.worker
from carrom.cli import COMMANDS, command_parser
for name in set(COMMANDS) - {{"bench"}}:  # what it measures lies in a checkout
    command_parser(name, argparse.ArgumentParser)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
