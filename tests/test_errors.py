"""The exception tree."""

import re

from carrom import errors


def test_every_exception_stands_in_the_drawn_tree_and_comes_from_one_root():
    drawn = set(re.findall(r"^\s*[│├└─ ]*([A-Z]\w+)  ", errors.__doc__, re.MULTILINE))
    made = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert drawn == made
    assert all(issubclass(getattr(errors, name), errors.CarromError) for name in made)
