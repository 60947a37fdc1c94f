"""Every public name of `carrom` is documented: a docstring with an example that runs, and at most forty names."""

import doctest
import inspect
import pydoc

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
