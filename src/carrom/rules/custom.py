"""Custom rule sets: a TOML file that starts from a named set and changes parameters and switches.

::

    extends = "icf"            # one of the seven, required
    name = "club night"        # optional; the file's name otherwise
    queen_points = 5
    queen_plus_others = "return-pass"

Keys are the fields of `Parameters`. Where a switch asks for a law that the named set does not have, that law is added
as a house rule. `none` (a string) stands for "no limit", because TOML has no empty value.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from carrom.data import changed
from carrom.errors import RulesError
from carrom.rules.case import Case
from carrom.rules.effects import Effect
from carrom.rules.laws import attempt, calls, foul, men, points, queen, striker
from carrom.rules.parameters import Parameters
from carrom.rules.ruleset import NAMES, Chapter, Clause, Part, Ruleset, named
from carrom.rules.toml import read_toml

OWN_KEYS = ("extends", "name", "title")
FIXED = ("colours_are_owned",)
"""Parameters that make another game of it and cannot be switched."""
OF_OWNED_COLOURS = (
    "boards_won_limit",
    "board_max",
    "queen_cap",
    "fouls_add_up",
    "others_pocketed_penalty",
    "off_board_foul",
    "touch_costs_turn",
    "queen_early",
    "queen_plus_others",
    "direct_strike_returns_covered_queen",
    "last_own_before_queen",
    "last_own_points",
    "others_last",
    "others_last_points",
    "cover_with_others_last",
    "extra_points",
    "loss_credits_covered_queen",
)
"""Parameters that mean something only where each side owns a colour."""
OF_POINTS_GAMES = (
    "black_points",
    "white_points",
    "white_is_brown",
    "void_turn_if_uncovered",
    "void_returns_counters",
)
"""Parameters that mean something only where nobody owns a colour."""


def read_custom(path: str) -> Ruleset:
    """Return the rule set of a TOML file. Raises `RulesError` naming the key, the value and what is allowed."""
    return custom(read_toml(path), Path(path).stem)


def custom(told: dict[str, Any], name: str) -> Ruleset:
    """Return the rule set that a mapping of keys to values describes; `name` is what it is called otherwise."""
    base = _base(told)
    fields = Parameters.__struct_fields__
    changes: dict[str, Any] = {}
    for key, value in told.items():
        if key in OWN_KEYS:
            continue
        if key not in fields or key in FIXED:
            raise RulesError(f"{key!r} is no parameter of a rule set{_near(key)}")
        owned = base.parameters.colours_are_owned
        if key in (OF_POINTS_GAMES if owned else OF_OWNED_COLOURS):
            who = "each side owns" if owned else "nobody owns"
            raise RulesError(f"{key!r} means nothing in a set that extends {base.name!r}, in which {who} a colour")
        changes[key] = _checked(key, value)
    parameters = changed(base.parameters, **changes)
    _check_together(parameters)
    called = told.get("name", name)
    if not isinstance(called, str) or not called.strip() or len(called) > 60:
        raise RulesError(f"'name' is {called!r}: a short text was expected")
    return changed(
        base,
        name=called,
        title=str(told.get("title", f"{base.title}, with house rules")),
        edition=f"{base.edition}; {_summary(changes)}",
        parameters=parameters,
        chapters=_with_house_rules(base, parameters),
        extends=base.name,
    )


def _base(told: dict[str, Any]) -> Ruleset:
    base = told.get("extends")
    if base not in NAMES:
        said = "is missing" if base is None else f"is {base!r}"
        raise RulesError(f"'extends' {said}: one of {', '.join(NAMES)} was expected")
    return named(str(base))


def _near(key: str) -> str:
    """Return a hint at the parameter that was probably meant."""
    from difflib import get_close_matches

    close = get_close_matches(key, [field for field in Parameters.__struct_fields__ if field not in FIXED], 1)
    return f"; did you mean {close[0]!r}?" if close else "; docs/rules/readings.md lists them"


def _checked(key: str, value: Any) -> Any:
    """Return the value, converted as the parameter's type asks."""
    wanted = _types()[key]
    try:
        return msgspec.convert(None if value == "none" else value, wanted, strict=True)
    except msgspec.ValidationError:
        raise RulesError(f"{key!r} is {value!r}: {allowed(key)} was expected") from None


def _types() -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(Parameters)}


def allowed(key: str) -> str:
    """Return in words which values a parameter may have."""
    return _words(msgspec.inspect.type_info(_types()[key]))


def _words(kind: msgspec.inspect.Type) -> str:
    match kind:
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.IntType(ge=least, le=most, lt=below):
            return f"a whole number from {least} to {most if most is not None else (below or 0) - 1}"
        case msgspec.inspect.LiteralType(values=values):
            return " or ".join(repr(value) for value in values)
        case msgspec.inspect.VarTupleType(item_type=item):
            return f"a list of {_words(item)}"
        case msgspec.inspect.UnionType(types=types):
            rest = [_words(part) for part in types if not isinstance(part, msgspec.inspect.NoneType)]
            return f"{' or '.join(rest)} or 'none'"
        case _:
            return "another value"


def _check_together(rules: Parameters) -> None:
    """Raise `RulesError` for values that make no game together."""
    if not rules.forward:
        raise RulesError("'forward' is empty: at least one technique for forward strokes was expected")
    if not rules.players:
        raise RulesError("'players' is empty: at least one number of players was expected")
    if not rules.colours_are_owned:
        return
    endless = rules.target_points is None and rules.board_limit is None and rules.boards_won_limit is None
    if endless or (rules.target_points is None and rules.late_board_limit is None and rules.boards_won_limit is None):
        raise RulesError("'target_points' is 'none' without a limit of boards: a game would never end")


def _summary(changes: dict[str, Any]) -> str:
    return ", ".join(f"{key} = {value}" for key, value in changes.items()) or "unchanged"


# -- laws that a switch asks for ----------------------------------------------------------------------------------


def _has_fouls(rules: Parameters) -> bool:
    """Say whether some stroke is a foul besides the improper one."""
    returns = "return" in (rules.last_own_before_queen, rules.others_last)
    return returns or rules.off_board_foul or rules.others_pocketed_penalty != "never" or not rules.fouls_add_up


Asked = Callable[[Parameters], bool]
LawFunction = Callable[[Case], Iterator[Effect]]

_ENDINGS: tuple[tuple[Asked, LawFunction], ...] = (
    (lambda p: p.last_own_before_queen != "return" and p.others_last != "table", foul.own_last_loses_with_men),
    (lambda p: p.others_last == "lose", foul.their_last_loses),
)
"""Laws that end the board, each with the switches that ask for it."""

_STROKES: tuple[tuple[Asked, LawFunction], ...] = (
    (lambda p: p.last_own_before_queen == "return", foul.own_last_man_comes_back),
    (lambda p: p.others_last == "return", foul.their_last_man_comes_back),
    (lambda p: p.others_pocketed_penalty == "direct", foul.their_man_by_a_direct_strike),
    (lambda p: p.others_pocketed_penalty == "always", foul.their_man_is_a_foul),
    (lambda p: p.others_pocketed_penalty == "always", foul.their_man_with_the_queen_is_a_foul),
    (lambda p: p.off_board_foul, foul.off_the_board_is_a_foul),
    (lambda p: not p.fouls_add_up, foul.striker_is_a_foul),
    (_has_fouls, queen.fouls_bring_the_queen_back),
    (lambda p: p.queen_early == "aside", queen.queen_too_early_is_laid_aside),
    (lambda p: p.queen_early == "return-pass", queen.queen_before_any_man),
    (lambda p: p.queen_early == "return-pass", queen.queen_while_owing),
    (lambda p: p.queen_plus_others == "return-pass", queen.queen_with_their_man_only),
    (lambda p: p.nine_on_board_cover == "pending", queen.queen_with_nine_men_on_board),
    (lambda p: p.striker_with_own_continues, queen.queen_own_and_striker),
    (lambda p: p.striker_with_queen_continues, queen.queen_and_striker),
    (lambda p: p.striker_with_queen_continues, queen.queen_and_striker_with_nine_men),
    (lambda p: p.striker_with_own_continues, striker.striker_with_own_men),
    (lambda p: p.striker_with_own_continues, striker.striker_with_men_of_both),
    (lambda p: p.striker_with_own_continues, queen.striker_with_the_cover),
)
"""Laws about strokes, each with the switches that ask for it."""

_POINTS: tuple[tuple[Asked, LawFunction], ...] = (
    (lambda p: p.void_turn_if_uncovered, points.uncovered_queen_voids_the_turn),
)
"""The same for games in which nobody owns a colour."""


def _with_house_rules(base: Ruleset, rules: Parameters) -> tuple[Chapter, ...]:
    """Return the chapters of the named set, with the laws added that the switches ask for and it does not have."""
    had = {clause.says for clause in base.clauses}
    ends = [law for asked, law in _ENDINGS if rules.colours_are_owned and asked(rules) and law not in had]
    wanted = _STROKES if rules.colours_are_owned else _POINTS
    laws = [law for asked, law in wanted if asked(rules) and not asked(base.parameters) and law not in had]
    if rules.touch_costs_turn and calls.touching_ends_the_turn not in had:
        called = [_house("House rules on calls", Part.CALL, [calls.touching_ends_the_turn], "c")]
    else:
        called = []
    chapters: list[Chapter] = []
    for chapter in base.chapters:
        if chapter.part is Part.STROKE and any(clause.says in _TURN for clause in chapter.clauses) and laws:
            chapters.append(_house("House rules on strokes", Part.STROKE, laws, "s"))
        if chapter.part is Part.CALL:
            chapters += called
        chapters.append(chapter)
        if ends and any(clause.says is attempt.a_touch_is_a_break for clause in chapter.clauses):
            chapters.append(_house("House rules on the end of the board", Part.STROKE, ends, "e", decides=True))
    return tuple(chapters)


_TURN = (men.own_man_keeps_the_turn, men.any_counter_keeps_the_turn)


def _house(title: str, part: Part, laws: list[LawFunction], letter: str, decides: bool = False) -> Chapter:
    """Return a chapter of house rules."""
    return Chapter(
        title=title,
        part=part,
        decides=decides,
        clauses=tuple(Clause(f"House {letter}{number}", law, "house rule") for number, law in enumerate(laws, start=1)),
    )
