"""A small, fixed sample of the fuzz tests; `carrom bench fuzz` tries a hundred thousand inputs and more."""

import random
import time

import pytest

from . import mutate, run
from .doors import DOORS, Door
from .run import fault_of, faults, made, shares

SLICE = 25
"""Inputs for each target: the first of seed 1."""


@pytest.mark.parametrize("name", DOORS)
def test_the_first_inputs_at_a_door_end_in_a_sentence(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert list(faults(name, range(SLICE), seed=1)) == []


def test_an_input_is_the_same_for_the_same_seed_and_another_for_another():
    door = DOORS["judge"]
    assert made(door, "judge", 3, 1) == made(door, "judge", 3, 1)
    assert len({made(door, "judge", number, seed) for number in range(20) for seed in (1, 2)}) > 35


def test_every_door_gets_its_share():
    assert sum(shares(100_000).values()) >= 100_000
    assert min(shares(100_000).values()) > 1000


def test_what_is_no_sentence_is_a_fault():
    def raising(given):
        raise given

    assert "KeyError" in fault_of(Door(None, raising), KeyError("x"))
    assert "no sentence" in fault_of(Door(None, lambda given: [given]), "two\nlines")
    assert "no sentence" in fault_of(Door(None, lambda given: [given]), "")
    assert fault_of(Door(None, raising), SystemExit(2)) is None


def test_an_input_that_hangs_is_a_fault(monkeypatch):
    monkeypatch.setattr(run, "PATIENCE", 0.05)
    assert "took more than 0.05 s" in fault_of(Door(None, lambda given: time.sleep(1) or ()), None)


def test_mutations_change_what_they_are_given():
    chance = random.Random(5)
    given = {"a": [1, 2], "b": {"c": "d"}}
    assert sum(mutate.tree(chance, given) != given for _ in range(100)) > 90
    assert sum(mutate.text(chance, "w2 b1 s") != "w2 b1 s" for _ in range(100)) > 80
    assert sum(mutate.raw(chance, b"w2 b1 s") != b"w2 b1 s" for _ in range(100)) > 80
