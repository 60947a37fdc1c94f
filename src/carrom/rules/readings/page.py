"""The readings as a page: what no text settles, how it is read here, and why."""

from collections.abc import Iterable, Mapping

from carrom.rules.readings.all_readings import CONFLICTS
from carrom.rules.readings.reading import Reading

Hits = Mapping[str, Iterable[tuple[str, str]]]
"""The cases that rest on a reading, by its number: name of the rule set and ID of the case."""

HEAD = """## Where the texts are silent or disagree

Seven texts stand behind the rule sets, and none of them answers everything. The same principles are used throughout: a
later text never overrides an earlier one, each is a rule set of its own; what is only partly clear is read so that its
text stays consistent; what is silent comes from the official Laws. Each point has a number that is never used again;
points from C51 on were added by this project. A ruling that rests on one says so: `carrom judge` prints
`"judgement": true` and the numbers, and the books carry each number at the clauses or in the chapters where it
applies. An umpire who reads a point otherwise is not wrong: a rule set file chooses the other reading with the keys
that are named. A point without a key says why it has none.
"""


def conflicts_page(hits: Hits | None = None) -> str:
    """Return every reading as Markdown, with its cases, collapsed."""
    return "\n".join([HEAD, *(_entry(each, list((hits or {}).get(each.number, ()))) for each in CONFLICTS)])


def _entry(conflict: Reading, cases: list[tuple[str, str]]) -> str:
    switches = ", ".join(f"[`{name}`](#{name})" for name in conflict.switches)
    other = f" *To choose otherwise:* {switches}." if switches else ""
    other += f" *No switch:* {conflict.no_switch}" if conflict.no_switch else ""
    lines = [
        f"### {conflict.number}",
        "",
        f"*{conflict.where[0].upper()}{conflict.where[1:]}.* {conflict.problem}",
        "",
        f"**Read here:** {conflict.reading} *Why:* {conflict.reason}{other}",
        "",
    ]
    if cases:
        links = ", ".join(f"[{case}]({book}-cases.md#{case.lower()})" for book, case in cases)
        number = f"{len(cases)} cases rest" if len(cases) > 1 else "One case rests"
        lines += [f"<details><summary>{number} on it</summary>", "", links, "", "</details>", ""]
    return "\n".join(lines)
