"""Show doctests in docstrings as code on the documentation site (an extension of Griffe, named in `mkdocs.yml`).

A docstring is Markdown for the site, where lines that begin with `>>>` would be nested quotations.
"""

from __future__ import annotations

import re
from typing import Any

try:
    from griffe import Extension, Object
except ImportError:  # the tests need only `fenced`
    Extension = Object = object

EXAMPLE = re.compile(r"(?:^|(?<=\n))(?P<indent> *)>>> .*(?:\n(?! *(?:\n|\Z)).*)*")
"""A doctest: from its first prompt to the next empty line, which also ends its expected output."""


def fenced(text: str) -> str:
    """Return a docstring with a fence around each run of doctests; what is fenced or indented as code stays."""
    if "```" in text:
        return text

    def fence(found: re.Match[str]) -> str:
        indent = found["indent"]
        return f"{indent}```pycon\n{found[0]}\n{indent}```"

    text = EXAMPLE.sub(fence, text)
    return re.sub(r"\n *```\n\n *```pycon\n", "\n\n", text)


class DocstringExamples(Extension):
    """Fence the doctests of every docstring that is loaded."""

    def on_instance(self, *, obj: Object, **kwargs: Any) -> None:
        """Replace the docstring of an object that has just been read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
