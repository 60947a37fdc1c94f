"""The exception hierarchy, and messages of exceptions."""

import re

from carrom import errors


def test_every_exception_stands_in_the_drawn_tree_and_comes_from_one_root():
    drawn = set(re.findall(r"^\s*[│├└─ ]*([A-Z]\w+)  ", errors.__doc__, re.MULTILINE))
    made = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert drawn == made
    assert all(issubclass(getattr(errors, name), errors.CarromError) for name in made)


def test_a_refusal_is_one_line_whatever_it_quotes():
    text = str(errors.NotationError("a\nb\tc \0 d \ud800"))
    assert text.isprintable()
    assert text.startswith("a b c  '\\x00'  d")
    assert str(errors.NotationError("'" + "9" * 5000 + "' is too much")) == f"'{'9' * 59}...{'9' * 19}' is too much"
    assert str(errors.NotationError("x y " * 1000 + "; none was expected")).endswith("; none was expected")
    assert len(str(errors.NotationError("x y " * 1000))) <= errors.LONGEST + 10
    assert str(errors.NotationError("A sentence, as it should be.")) == "A sentence, as it should be."


def test_what_diverged_can_be_filed_whole():
    assert str(errors.SimulationDiverged("x" * 5000)) == "x" * 5000
