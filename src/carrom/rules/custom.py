"""Custom rule sets: TOML files, their parameters and switches."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from carrom.errors import RulesError
from carrom.rules.clause_order import with_laws
from carrom.rules.clauses import Chapter, Clause, Ruleset, house, told
from carrom.rules.laws import men, points
from carrom.rules.parameters import Parameters
from carrom.rules.rulesets import NAMES, named
from carrom.rules.switches import NAMES_OF_SWITCHES, SWITCH, TEXTS, Setting, switched, value_of
from carrom.values import changed

# -- settings: figures and switches by name, as in a rule set file -----------------------------------------------------


def settings(rules: Ruleset) -> dict[str, Any]:
    """Return the figures and switches of a rule set by name, as in a rule set file."""
    figures = {name: getattr(rules.parameters, name) for name in rules.parameters.__struct_fields__}
    return {**figures, **{name: value_of(rules, name) for name in NAMES_OF_SWITCHES}}


def shown(value: object) -> str:
    """Return a setting as written in a rule set file, without quotes."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- untrusted TOML, parsed within limits ------------------------------------------------------------------------------
# The standard library's parser takes seconds for one long dotted key, and accepts unlimited nesting and hexadecimal
# integers of any length. A rule set needs none of these.


LARGEST = 64 * 1024
"""Maximum size of a file, in bytes."""
LONGEST_LINE = 2000
"""Maximum length of a line, in characters."""
DEEPEST = 8
"""Maximum nesting of tables and lists."""
GREATEST = 2**63 - 1
"""Largest integer; the smallest is its negative."""


def read_toml(path: str) -> dict[str, Any]:
    """Return the contents of a TOML file. Raises `RulesError`, naming the file and what is allowed."""
    return toml_from(_content(path), path)


def _content(path: str) -> bytes:
    """Return the bytes of a file within the size limit."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as fault:
        raise RulesError(f"the rule set {path!r} cannot be read: {fault.strerror or fault}") from None
    except ValueError:
        raise RulesError(f"the rule set {path!r:.60} cannot be read: a file's name holds no NUL") from None
    if len(content) > LARGEST:
        raise RulesError(f"the rule set {path!r} has more than {LARGEST} bytes: at most {LARGEST} were expected")
    return content


def toml_from(content: bytes, path: str) -> dict[str, Any]:
    """Return the contents of a TOML file's bytes; `path` is used in error messages only."""
    try:
        text = content.decode("utf-8")
        _check_lines(text)
        result = tomllib.loads(text)
    except RecursionError:
        raise _too_deep(path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise RulesError(f"the rule set {path!r} is no TOML: {fault}") from None
    except ValueError as fault:
        raise RulesError(f"the rule set {path!r} cannot be read: {fault}") from None
    _check_value(result, path, 0)
    return result


def _check_lines(text: str) -> None:
    """Refuse a line that would take the parser long: a dotted key of `n` words costs n² steps."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} has {len(line)} characters, at most {LONGEST_LINE} were expected")


def _check_value(value: Any, path: str, depth: int) -> None:
    """Refuse numbers and nesting beyond the limits."""
    if depth > DEEPEST:
        raise _too_deep(path)
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _check_value(part, path, depth + 1)
    elif isinstance(value, int) and abs(value) > GREATEST:
        raise RulesError(f"the rule set {path!r} holds a whole number beyond ±{GREATEST}")


def _too_deep(path: str) -> RulesError:
    return RulesError(f"the rule set {path!r} is nested too deeply: at most {DEEPEST} levels were expected")


# -- loading a rule set that changes a named set's figures and clauses -------------------------------------------------
# A rule set file:
#
#     extends = "icf"            # a named set, required
#     name = "club night"        # optional; defaults to the file's name
#     queen_points = 5
#     queen_plus_others = "return-pass"
#
# Keys are figures (`Parameters`) and switches (`carrom.rules.switches`). A law that the named set does not have
# is added as a house rule. `none` (a string) means "no limit", because TOML has no null.


OWN_KEYS = ("extends", "name", "title")
FIGURES = Parameters.__struct_fields__
KEYS = (*FIGURES, *NAMES_OF_SWITCHES)
"""Every key of a rule set file besides `extends`, `name` and `title`."""

_OWNED_FIGURES = (
    "boards_won_limit", "board_max", "queen_cap", "handicap", "games_of_match", "rubbers",
    "decider_change_boards", "decider_change_points", "mid_game_change_points", "change_after_game",
    "may_play_both", "play_dead_rubber", "third_game_by_first_opener", "score_beyond_target", "level_boards_drawn",
    "lost_board_counts", "late_man_costs_next_turn",
)  # fmt: skip
"""Keys that apply only where each side owns a colour."""
_POINTS_FIGURES = (
    "black_points", "white_points", "white_is_brown", "late_queen_restores_points", "level_totals_shared",
)  # fmt: skip
"""Keys that apply only where colours are not owned."""
_NOT_OF_THE_CARD = (
    "striker_with_queen_continues",
    "striker_with_queen_while_owing",
    "striker_with_queen_and_nine",
    "striker_with_several",
    "striker_keeps_cover_open",
    "nine_on_board_cover",
    "earlier_man_covers",
    "paying_men_free_queen",
    "queen_cover",
)
"""Switches without effect in `points`, where any counter covers and an uncovered queen voids the turn."""


def read_custom(path: str) -> Ruleset:
    """Return the rule set of a TOML file. Raises `RulesError` naming the key, the value and what is allowed."""
    return custom(read_toml(path), Path(path).stem)


def custom(given: dict[str, Any], name: str, recorded: bool = False) -> Ruleset:
    """Return the rule set that a mapping of keys to values describes; `name` is its default name.

    A `recorded` rule set comes from the header of a game: keys without effect are accepted, so that old records stay
    readable. Raises `RulesError` naming the key, the value and what is allowed.
    """
    base = _base(given)
    keys = [key for key in given if key not in OWN_KEYS and (not recorded or _check_known(base, key))]
    changes = {key: _checked(base, key, given[key]) for key in keys}
    called, title = _text(given, "name", name), _text(given, "title", f"{base.title}, with house rules")
    book = _with_figures(base, {key: value for key, value in changes.items() if key in FIGURES})
    for key in NAMES_OF_SWITCHES:
        if key in changes:
            book = switched(book, key, changes[key])
    if not recorded:
        _check_together(base, book, changes)
    return changed(
        book,
        name=called,
        title=title,
        edition=f"{base.edition}; {_summary(changes)}",
        chapters=house(book.chapters),
        extends=base.name,
        changes=msgspec.json.encode({key: given[key] for key in changes}).decode(),
    )


def _base(given: dict[str, Any]) -> Ruleset:
    base = given.get("extends")
    if base not in NAMES:
        said = "is missing" if base is None else f"is {base!r}"
        raise RulesError(f"'extends' {said}: one of {', '.join(NAMES)} was expected")
    return named(str(base))


def _text(given: dict[str, Any], key: str, otherwise: str) -> str:
    text = given.get(key, otherwise)
    if not isinstance(text, str) or not text.strip() or len(text) > 60 or not text.isprintable():
        raise RulesError(f"{key!r} is {text!r:.80}: a short text was expected")
    return text


def _near(key: str) -> str:
    """Return a hint at the key that was probably meant."""
    from difflib import get_close_matches

    close = get_close_matches(key, KEYS, 1)
    return f"; did you mean {close[0]!r}?" if close else "; docs/rules/readings.md lists them"


def _checked(base: Ruleset, key: str, value: Any) -> Any:
    """Return the value of a key, converted to its type, if the key applies to this rule set."""
    if key not in KEYS:
        raise RulesError(f"{key!r:.80} is no parameter of a rule set{_near(key)}")
    _check_kind(base, key)
    if key in FIGURES:
        try:
            return msgspec.convert(None if value == "none" else value, _types()[key], strict=True)
        except msgspec.ValidationError:
            raise RulesError(f"{key!r} is {value!r:.80}: {allowed(key)} was expected") from None
    values: tuple[Setting, ...] = (False, True) if key in TEXTS else tuple(SWITCH[key].values)
    if not any(value == each and type(value) is type(each) for each in values):
        raise RulesError(f"{key!r} is {value!r:.80}: {allowed(key)} was expected")
    return value


def _check_kind(base: Ruleset, key: str) -> None:
    """Refuse a key that has no effect in rule sets of this kind."""
    owned = base.colours_are_owned
    kind = SWITCH[key].kind if key in SWITCH else "any"
    if key in (_POINTS_FIGURES if owned else _OWNED_FIGURES) or kind == ("points" if owned else "owned"):
        who = "each side owns" if owned else "nobody owns"
        raise RulesError(f"{key!r} means nothing in a set that extends {base.name!r}, in which {who} a colour")
    if key == "same_stroke_covers" and not base.has(points.any_counter_covers_the_queen):
        raise RulesError(f"{key!r} means nothing in a set that extends {base.name!r}, in which own men cover the queen")
    if key in _NOT_OF_THE_CARD and base.has(points.any_counter_covers_the_queen):
        raise RulesError(
            f"{key!r} means nothing in a set that extends {base.name!r}, in which any counter covers the queen at once"
        )


def _types() -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(Parameters)}


def allowed(key: str) -> str:
    """Describe the allowed values of a key."""
    if key in TEXTS:
        return "true or false"
    if key in SWITCH:
        values = list(SWITCH[key].values)
        return "true or false" if True in values else " or ".join(sorted(repr(value) for value in values))
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


def _summary(changes: dict[str, Any]) -> str:
    return ", ".join(f"{key} = {value}" for key, value in changes.items()) or "unchanged"


# -- figures and their sentences ---------------------------------------------------------------------------------------


def _with_figures(base: Ruleset, figures: dict[str, Any]) -> Ruleset:
    """Return the rule set with other figures, and with the clauses that they require."""
    if "board_limit" in figures and not base.colours_are_owned:
        figures = {"late_board_limit": figures["board_limit"], **figures}
    book = changed(base, parameters=changed(base.parameters, **figures))
    book = _without_none(book)
    if book.parameters.strokes_per_turn > 1:
        book = changed(book, chapters=with_laws(book, (men.a_turn_has_several_strokes,)))
    if book.parameters.mid_game_change_points and "mid_game_change_points" in figures:
        book = changed(book, chapters=_with_change_of_sides(book))
    if book.parameters.rubbers and not book.has("tie"):
        book = changed(book, chapters=_with_ties(book))
    return book


def _without_none(book: Ruleset) -> Ruleset:
    """Return the rule set without clauses on figures that it does not have: no cap, no maximum, no target."""
    none = [f"{{{name}}}" for name in FIGURES if getattr(book.parameters, name) is None]
    changed_chapters = tuple(
        changed(
            chapter,
            clauses=tuple(clause for clause in chapter.clauses if not any(name in clause.english for name in none)),
        )
        for chapter in book.chapters
    )
    return changed(book, chapters=changed_chapters)


def _with_change_of_sides(book: Ruleset) -> tuple[Chapter, ...]:
    """Return the chapters with a sentence on the change of sides within a game, if they have none."""
    if any("{mid_game_change_points}" in clause.english for clause in book.clauses):
        return book.chapters
    said = told("house rule", "Sides change once within a game, when a side has {mid_game_change_points} points.")
    return tuple(
        changed(chapter, clauses=(*chapter.clauses, said)) if chapter.key == "order" else chapter
        for chapter in book.chapters
    )


def _with_ties(book: Ruleset) -> tuple[Any, ...]:
    tie: tuple[Clause, ...] = (
        told("house rule", "A tie is played in rubbers; the side that has won more than half of them wins it.", "tie"),
        *(TEXTS["may_play_both"].clauses),
        *(TEXTS["play_dead_rubber"].clauses),
    )
    return tuple(
        changed(chapter, clauses=(*chapter.clauses, *tie)) if chapter.key == "score" else chapter
        for chapter in book.chapters
    )


# -- invalid combinations ----------------------------------------------------------------------------------------------

Needs = tuple[str, tuple[Any, ...], str, tuple[Any, ...]]
_NEEDS: tuple[Needs, ...] = (
    ("direct_strike_returns_covered_queen", (True,), "others_pocketed_penalty", ("direct",)),
    ("queen_early", ("aside",), "queen_right", ("any", "self")),
    ("last_own_points", ("taken",), "last_own_before_queen", ("lose-queen", "lose-queen-and-men")),
    ("others_last_points", ("men-and-queen", "queen", "icf"), "others_last", ("lose",)),
    ("cover_with_others_last", ("men", "men-and-queen"), "others_last", ("table",)),
    ("cover_with_others_last", ("men",), "queen_cover", ("needed",)),
    ("striker_with_queen_while_owing", (True,), "striker_with_queen_continues", (True,)),
    ("striker_with_queen_while_owing", (True,), "queen_right", ("any", "self")),
    ("striker_with_queen_and_nine", (), "striker_with_queen_continues", (True,)),
    ("striker_with_several", (), "striker_with_own_continues", (True,)),
    ("striker_with_several", ("two",), "dues", ("now", "owed")),
    ("both_last_after_queen", (), "others_last", ("table",)),
    ("unnamed_striker_point", (False,), "extra_points", (True,)),
    ("unnamed_striker_point", (False,), "others_last", ("table",)),
    ("last_man_covers", (False,), "queen_cover", ("needed",)),
    ("last_man_covers", (False,), "last_own_before_queen", ("lose-queen", "lose-queen-and-men", "return")),
    ("earlier_man_covers", (True,), "queen_cover", ("needed",)),
    ("jumped_cover_tries_again", (True,), "queen_cover", ("needed",)),
    ("jumped_cover_tries_again", (True,), "off_board_foul", (False,)),
    ("passed_over_queen", (), "queen_cover", ("needed",)),
    ("paying_men_free_queen", (True,), "queen_right", ("any", "self")),
    ("paying_men_free_queen", (True,), "dues", ("owed",)),
    ("waiver_takes_all", (False,), "dues", ("owed",)),
    ("no_room_dues", ("lapse",), "dues", ("owed",)),
    ("others_end_turn", (True,), "others_pocketed_penalty", ("direct", "never")),
    ("late_queen_restores_points", (False,), "void_turn_if_uncovered", (True,)),
    ("striker_keeps_cover_open", (True,), "striker_with_own_continues", (True,)),
    ("striker_keeps_cover_open", (True, False), "queen_cover", ("needed",)),
    ("nine_on_board_cover", ("pending",), "queen_cover", ("needed",)),
    ("void_turn_if_uncovered", (True,), "queen_cover", ("needed",)),
    ("void_returns_counters", (True,), "void_turn_if_uncovered", (True,)),
    ("may_play_both", (True, False), "rubbers", ()),
    ("play_dead_rubber", (True, False), "rubbers", ()),
    ("decider_change_boards", (), "decider_change_points", ()),
    ("decider_change_boards", (), "games_of_match", (3, 5)),
    ("decider_change_points", (), "games_of_match", (3, 5)),
)
"""A key, its values (empty: any but `none`), and the values that another key must then have (empty: any)."""


def _value(book: Ruleset, key: str) -> Any:
    return getattr(book.parameters, key) if key in FIGURES else value_of(book, key)


def _holds(value: Any, allowed: tuple[Any, ...]) -> bool:
    return value in allowed if allowed else value not in (None, ())


def _check_together(base: Ruleset, book: Ruleset, changes: dict[str, Any]) -> None:
    """Raise `RulesError` for values that exclude each other, naming both keys."""
    for key, values, other, needed in _NEEDS:
        known = _check_known(base, other)
        if key in changes and _holds(changes[key], values) and known and not _holds(_value(book, other), needed):
            wanted = " or ".join(map(_shown, needed)) or "some"
            raise RulesError(
                f"{key!r} is {_shown(changes[key])}, but {other!r} is {_shown(_value(book, other))}: "
                f"it means something only with {other!r} {wanted}"
            )
    for check in _CHECKS:
        check(book)


def _check_known(base: Ruleset, key: str) -> bool:
    """Return whether a key applies to rule sets of this kind; unknown keys are refused elsewhere."""
    try:
        _check_kind(base, key)
    except RulesError:
        return False
    return True


def _shown(value: Any) -> str:
    if value is None or value == ():
        return "'none'" if value is None else "[]"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _check_lists(book: Ruleset) -> None:
    rules = book.parameters
    if not rules.forward:
        raise RulesError("'forward' is empty: at least one technique for forward strokes was expected")
    if not rules.players:
        raise RulesError("'players' is empty: at least one number of players was expected")
    may = (2, 4) if book.colours_are_owned else (1, 2, 3, 4)
    wrong = [number for number in rules.players if number not in may]
    if wrong:
        why = "each side owns a colour, so two play or two pairs" if book.colours_are_owned else "1 to 4 may play"
        raise RulesError(f"'players' has {wrong[0]} in a set that extends a game in which {why}")
    if rules.handicap and len(rules.handicap) != 2:
        raise RulesError(f"'handicap' is {list(rules.handicap)}: men for the sides A and B were expected, as in [0, 2]")


def _check_ends(book: Ruleset) -> None:
    """Refuse a game that would never end."""
    rules = book.parameters
    for limit in ("board_limit", "late_board_limit"):
        if rules.target_points is None and getattr(rules, limit) is None and rules.boards_won_limit is None:
            raise RulesError(
                f"'target_points' is 'none' and {limit!r} is 'none': a game would never end; "
                "'target_points', 'boards_won_limit' or a limit of boards was expected"
            )
    if book.colours_are_owned or rules.queen_points or rules.black_points or rules.white_points:
        return
    raise RulesError("'black_points', 'white_points' and 'queen_points' are all 0: nobody could score")


def _check_points(book: Ruleset) -> None:
    """Refuse a target that worthless counters can never reach."""
    rules = book.parameters
    if not book.colours_are_owned and rules.target_points and not (rules.black_points or rules.white_points):
        raise RulesError("'black_points' and 'white_points' are 0, but 'target_points' has to be reached")


_CHECKS: tuple[Callable[[Ruleset], None], ...] = (_check_lists, _check_ends, _check_points)
