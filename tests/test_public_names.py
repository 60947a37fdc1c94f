"""Every public name of `carrom` is documented: a docstring with an example that runs, and at most forty names."""

import doctest
import importlib
import inspect
import pydoc
import warnings

import pytest

import carrom

CONSTANTS = {"EQUIPMENT", "LEVELS", "RULESETS", "SURFACES", "__version__", "errors"}
"""Names without a docstring of their own: mappings and tuples, the version, and a module."""
DOCUMENTED = sorted(set(carrom.__all__) - CONSTANTS)


def test_there_are_at_most_forty_names():
    assert len(carrom.__all__) <= 40


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_public_name_has_a_docstring_with_an_example_that_runs(name):
    value = getattr(carrom, name)
    examples = doctest.DocTestParser().get_doctest(inspect.getdoc(value) or "", {}, name, None, 0)
    assert examples.examples, f"carrom.{name} has no example"
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(examples, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_public_method_says_what_it_does(name):
    value = getattr(carrom, name)
    if not inspect.isclass(value):
        return
    own = [
        key
        for key in vars(value)
        if not key.startswith("_") and (callable(getattr(value, key)) or isinstance(vars(value)[key], property))
    ]
    undocumented = [key for key in own if not inspect.getdoc(getattr(value, key))]
    assert not undocumented


def test_help_of_a_game_reads_as_a_page():
    page = pydoc.plain(pydoc.render_doc(carrom.Game))
    assert len(page.splitlines()) < 200
    assert all(len(line) < 320 for line in page.splitlines()), "a union of all events drowns it"


@pytest.mark.parametrize(("old", "new"), carrom._DEPRECATED.items())
def test_former_names_work_for_one_more_release_with_a_warning(old, new):
    with pytest.warns(DeprecationWarning, match=f"carrom.{old} is deprecated; use carrom.{new}"):
        former = getattr(carrom, old)
    assert former is getattr(importlib.import_module("carrom.board.notation"), old)


def test_reading_and_writing_a_game_have_former_names():
    game = carrom.Game(seed=1)
    with pytest.warns(DeprecationWarning, match="to_text"):
        text = game.write()
    with pytest.warns(DeprecationWarning, match="from_text"):
        assert carrom.Game.read(text, seed=1) == game
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert carrom.Game.from_text(text, seed=1) == game
