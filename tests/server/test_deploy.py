"""`deploy/` and docs/how-to/operating.md match the program; `deploy/rehearse.py` runs everything."""

import ast
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
from typing import Any

import pytest

from carrom.cli import command_parser
from carrom.cli.settings import OPTIONS, gathered
from carrom.observability import Metrics
from carrom.storage.hash_chain import VARIABLE

ROOT = Path(__file__).resolve().parents[2]
DEPLOY, PAGE = ROOT / "deploy", ROOT / "docs" / "how-to" / "operating.md"
FILES = [*(each for each in sorted(DEPLOY.iterdir()) if each.is_file()), PAGE]
VARIABLES = {option.variable for option in OPTIONS} | {"CARROM_SETTINGS", VARIABLE}
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
    assert not re.search(r"docker\.io|ghcr|quay\.|pypi|https://(?!\{NAME\}|nats\.io\))", text)


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
    meters = Metrics("1")
    for name in ("connections", "tables", "streams", "swept_total", "bus_away", "jobs", "verdicts"):
        meters.gauge(f"carrom_{name}", "", lambda: 0)
    answer = set(re.findall(r"^# TYPE (carrom_\w+)", meters.text(), re.MULTILINE)) - {"carrom_build_info"}
    assert named == answer


def test_every_row_of_what_fails_says_what_is_read_and_seen_and_its_tests_look_for_that_sentence() -> None:
    part = PAGE.read_text(encoding="utf-8").partition("## Failures")[2]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in re.findall(r"^\|.*\|$", part, re.MULTILINE)[2:]
    ]
    assert len(rows) > 15
    for what, said, players, tests in rows:
        assert said, what
        assert players, what
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", tests)
        assert named, what
        answer = "".join(function(ROOT / path, name) for path, name in named)
        for sentence in re.findall(r"`([^`]+)`", said):
            if not sentence.startswith("carrom_"):
                assert sentence in answer, f"{what}: no test looks for {sentence!r}"


def function(path: Path, name: str) -> str:
    """Return the source of a test with its decorators."""
    source = path.read_text(encoding="utf-8")
    for each in ast.parse(source).body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name == name:
            first = min(line.lineno for line in (each, *each.decorator_list))
            return "\n".join(source.splitlines()[first - 1 : each.end_lineno])
    raise AssertionError(f"{path.name} has no {name}")


def script(name: str) -> Any:
    """Load a script from `deploy/` as a module."""
    spec = importlib.util.spec_from_file_location(name, DEPLOY / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_rehearsal_reads_the_units_as_they_are() -> None:
    rehearse = script("rehearse")
    assert rehearse.environment_of("carrom.service")["CARROM_DATA"] == "/var/lib/carrom"
    assert rehearse.lines_of("carrom.service", "ExecStart") == ["/opt/carrom/bin/carrom serve"]
    assert {"CARROM_STORE", "PGPASSWORD", "CARROM_TRUSTED_PROXY"} <= rehearse.compose_variables()


def test_the_page_has_the_blocks_that_are_followed() -> None:
    found = script("followed").told(PAGE.read_text(encoding="utf-8"))
    followed = ("One machine, games in a file", "With PostgreSQL", "Several servers", "Backups", "Upgrading")
    assert [len(found[title]) for title in followed] == [3, 2, 2, 1, 1]
    assert "with every server stopped" in found["Backups"][0]


def test_the_template_of_several_servers_gives_each_a_port_and_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (line,) = re.findall(
        r"^    (sed .*) carrom.service > (carrom@.service)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    words = [*shlex.split(line[0]), str(DEPLOY / "carrom.service")]
    (tmp_path / line[1]).write_bytes(subprocess.run(words, capture_output=True, check=True).stdout)
    units = script("units")
    monkeypatch.setattr(units, "PLACES", (tmp_path,))
    answer = units.unit("carrom@8138.service")
    assert answer["ExecStart"] == ["/opt/carrom/bin/carrom serve --port 8138"]
    assert answer["ExecStartPre"] == ["/opt/carrom/bin/carrom serve --port 8138 --check"]
    assert units.variables(answer, "/")["CARROM_DATA"] == "/var/lib/carrom/8138"
    assert "CARROM_STORE" not in " ".join(answer["ExecStart"]), "the database is the one that the secrets name"


def test_the_compose_file_has_two_nodes_that_differ_in_their_folders_alone_and_every_name_in_it_is_there() -> None:
    composed, empty = script("composed"), script("from_empty")
    answer = composed.filled(composed.read(composed.COMPOSE.read_text()), {"CARROM_NAME": "n", "CARROM_PASSWORD": "p"})
    services = answer["services"]
    nodes = {name: each for name, each in services.items() if "build" in each}
    one, two = nodes.values()
    assert {**one, "volumes": ()} == {**two, "volumes": ()}
    assert one["volumes"] != two["volumes"]
    variables = one["environment"]
    for name in ("CARROM_STORE", "CARROM_BUS"):
        assert variables[name].rpartition("://")[2].rpartition("@")[2].partition("/")[0] in services
    assert variables[VARIABLE] == "", "an empty key is none"
    assert variables["PGPASSWORD"] == services["database"]["environment"]["POSTGRES_PASSWORD"]
    assert variables["CARROM_TRUSTED_PROXY"] == answer["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    upstreams = re.findall(r"([\w-]+):(\d+)", (DEPLOY / "Caddyfile").read_text())
    steps = composed.stages(composed.CONTAINER.read_text())[""]
    assert {name for name, _ in upstreams} == set(nodes)
    assert {port for _, port in upstreams} == {composed.the(steps, "EXPOSE")}
    for each in services.values():
        assert set(each.get("depends_on", ())) <= set(services)
        image = each["image"].partition(":")[0] if "image" in each else "python"
        assert image in empty.PACKAGES
        for volume in each.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in answer["volumes"] or (DEPLOY / source).is_file()
    does = {"FROM", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert {step.does for step in steps} <= does, "from_empty.py does these"
    assert set(composed.environment(steps)) <= VARIABLES | {"XDG_CACHE_HOME"}


def test_a_compose_file_that_is_written_otherwise_is_refused_with_its_line() -> None:
    composed = script("composed")
    assert composed.read('a: &b\n  c: "d"\ne:\n  <<: *b\n  f: [{g: h}, i]\n') == {
        "a": {"c": "d"},
        "e": {"c": "d", "f": [{"g": "h"}, "i"]},
    }
    with pytest.raises(ValueError, match="line 2 is not read here: '- item'"):
        composed.read("a:\n  - item\n")


@pytest.mark.slow
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
import carrom.server.ops.app, carrom.server.ops.run, carrom.server.ops.transfer, carrom.server.ops.worker
from carrom.cli import COMMANDS, command_parser
for name in set(COMMANDS) - {{"bench"}}:  # what it measures lies in a checkout
    command_parser(name, argparse.ArgumentParser)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
