"""Finding a rule set: by its name, or as a file of one's own.

Names others build on: `ruleset(name_or_path)`, `NAMES`, `named`, and what a rule set is made of: `Ruleset`, `Clause`,
`Chapter`, `Part`.
"""

from carrom.errors import RulesError
from carrom.rules.clauses import Chapter, Clause, Part, Ruleset
from carrom.rules.library import NAMES, named

__all__ = ["NAMES", "Chapter", "Clause", "Part", "Ruleset", "inherited", "named", "ruleset"]


def ruleset(name_or_path: str) -> Ruleset:
    """Return a rule set by its name, or a custom one from a TOML file (a path that ends in `.toml`).

    Raises `RulesError` for an unknown name, an unreadable file, or a key or value that is not allowed.
    """
    if name_or_path in NAMES:
        return named(name_or_path)
    if name_or_path.endswith(".toml"):
        from carrom.rules.custom import read_custom

        return read_custom(name_or_path)
    raise RulesError(f"no rule set is called {name_or_path!r}: there are {', '.join(NAMES)}, and files ending in .toml")


def inherited(rules: Ruleset) -> dict[str, str]:
    """Return the clauses that a book borrows from the official one with their cases: its number, and the Law's."""
    official = {clause.says: clause.number for clause in named("icf").clauses if not isinstance(clause.says, str)}
    return {
        clause.number: official[clause.says]
        for clause in rules.clauses
        if rules.name != "icf" and not isinstance(clause.says, str) and clause.says in official
    }
