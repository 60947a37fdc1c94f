"""The figures of a rule set as the sentences of laws ask for them in braces: numbers, counted nouns, words.

What a law's sentence asks for is said in any language (`carrom.texts`); what only prose asks for, in English.
"""

import re
from collections.abc import Sequence

from carrom.rules.parameters import Parameters
from carrom.texts import filled as filled_in
from carrom.texts import text_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_BRACES = re.compile(r"\{(\w+)\}")


def filled(text: str, rules: Parameters, owned: bool = True) -> str:
    """Return a text with its names in braces filled in; `owned`: whether each side plays its own colour."""
    return filled_in(text, dict(values_of(text, rules, owned)))


def values_of(text: str, rules: Parameters, owned: bool = True) -> tuple[tuple[str, int | str], ...]:
    """Return the values that a text asks for in braces, by name, with those that their own words ask for."""
    wanted = _BRACES.findall(text)
    known = phrases(rules, owned) if wanted else {}
    found: dict[str, int | str] = {}
    while wanted:
        name = wanted.pop(0)
        if name not in found:
            found[name] = value = known[name]
            wanted += _BRACES.findall(text_of("en", f"word.{value}"))
    return tuple(found.items())


def phrases(rules: Parameters, owned: bool = True) -> dict[str, int | str]:
    """Return what a sentence may ask for."""
    figures = {field: getattr(rules, field) for field in rules.__struct_fields__}
    queen = f"point:{rules.queen_points}"
    man = "man" if owned else "counter"
    return {
        **{name: value if isinstance(value, int | str) else str(value) for name, value in figures.items()},
        "attempts": f"missed-attempt:{rules.break_attempts}",
        "white": "brown" if rules.white_is_brown else "white",
        "man": man,
        "men": "men" if owned else "counters",
        "own_man": "own-man" if owned else "counter",
        "own_men": "own-men" if owned else "counters",
        "an_own_man": "an-own-man" if owned else "a-counter",
        "a_man_of_his": "a-man-of-his" if owned else "a-counter-of-his",
        "keeps_colour": "keeps-colour" if owned else "",
        "the_placer": "the-opponent" if owned else "the-next-player",
        "queen_value": queen,
        "queen_unless_capped": "queen-unless-capped" if rules.queen_cap else queen,
        "three_or_one": "queen-or-one" if rules.queen_cap else queen,
        "break_fail": f"{man}-due:{rules.break_fail_penalty}" if rules.break_fail_penalty else "nothing-due",
        "strokes_of_a_turn": f"stroke:{rules.strokes_per_turn}",
        **_of_prose(rules),
    }


def _of_prose(rules: Parameters) -> dict[str, int | str]:
    """Return what the sentences between boards and the prose of a book ask for, in English."""
    return {
        "forward_words": alternatives(rules.forward),
        "back_words": f"made with {alternatives(rules.backward)}" if rules.backward else "not allowed",
        "below_the_cap": f", as long as the winner stands below {rules.queen_cap}" if rules.queen_cap else "",
        "no_limit_of_boards": "" if rules.board_limit else "; there is no limit of boards",
        "late_limit": f"ends after {rules.late_board_limit} boards" if rules.late_board_limit else "has no board limit",
        "change_in_decider": _change(rules.decider_change_points, rules.decider_change_boards),
        "change_late": _change(rules.decider_change_points, None),
        "match": f"the best of {NUMBERS[rules.games_of_match]} games" if rules.games_of_match > 1 else "one game",
        "break_shots": count_of(rules.break_attempts, "break shot"),
        "all_points": 9 * (rules.black_points + rules.white_points) + rules.queen_points,
        "how_a_game_is_won": target(rules),
    }


def target(rules: Parameters) -> str:
    """Return in words what wins a game."""
    parts = []
    if rules.target_points:
        parts.append(f"{rules.target_points} points")
    if rules.board_limit == 1 and not parts:
        return "the highest total of one board"
    if rules.board_limit:
        parts.append(f"the lead after {count_of(rules.board_limit, 'board')}")
    if rules.boards_won_limit:
        parts.append(f"{count_of(rules.boards_won_limit, 'board')} won")
    return " or ".join(parts)


def _change(points: int | None, boards: int | None) -> str:
    """Return in words when sides change within a game."""
    parts = [f"when a side has {points} points"] if points else []
    parts += [f"after {boards} boards"] if boards else []
    both = ", whichever is first" if len(parts) == 2 else ""
    return f"{' or '.join(parts)}{both}" if parts else "not at all"


def counted(number: int, noun: str) -> str:
    """Return a number in figures with its noun: `1 point`, `3 points`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def count_of(number: int, noun: str) -> str:
    """Return a small number in words with a noun: `one white`, `two whites`."""
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {noun}{'' if number == 1 else 's'}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Return parts as a list in words: `a, b and c`; nothing as an empty text."""
    return f" {last} ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def alternatives(names: tuple[str, ...]) -> str:
    """Return techniques as a choice in words."""
    words = [f"{name} finger" if name in ("index", "middle") else name for name in names]
    return listed(words, "or")
