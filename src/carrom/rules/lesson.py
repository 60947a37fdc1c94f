"""How a game is played under a rule set, told to somebody who has never played it, from its clauses and figures.

Which law holds is asked of the book (`Ruleset.has`), so a house rule changes what is told here by itself.
"""

from collections.abc import Iterator

from carrom.data import changed
from carrom.rules.clauses import Ruleset
from carrom.rules.phrases import alternatives, count_of, counted, listed, target

Told = tuple[tuple[str, str], ...]
"""Keys of laws, the one that decides first, each with what it means for the reader."""

STRIKER_ALONE: Told = (
    ("striker_alone", "one {man} comes back and the turn ends"),
    ("striker_is_a_foul", "one {man} comes back and the turn ends; it is a foul"),
    ("last_pocketed_counter_comes_back", "the counter pocketed last comes back, its points are lost, the turn ends"),
)
STRIKER_WITH_OWN: Told = (
    ("striker_with_own_men", "they and one more come back, the turn goes on"),
    ("striker_with_own_men_ends_the_turn", "they and one more come back, the turn ends"),
    ("striker_is_a_foul", "they and one more come back and the turn ends; it is a foul"),
    ("last_pocketed_counter_comes_back", "one of them comes back, the turn ends"),
)
STRIKER_WITH_QUEEN: Told = (
    ("queen_and_striker", "she comes back with one {man}, the turn goes on"),
    ("queen_and_striker_ends_the_turn", "she comes back with one {man}, the turn ends"),
    ("striker_is_a_foul", "she comes back with one {man} and the turn ends; it is a foul"),
    ("last_pocketed_counter_comes_back", "she comes back with the last counter, the turn ends"),
)
THEIRS: Told = (
    ("their_man_is_a_foul", "it stays down, one own man comes back and the turn ends; it is a foul"),
    ("their_man_by_a_direct_strike", "it stays down and the turn ends; a foul if the striker itself struck it"),
    ("their_man_stays_down", "it stays down and the turn ends"),
)
OWN_LAST: Told = (
    ("own_last_man_comes_back", "it comes back with one man more, and the board goes on"),
    ("own_last_loses_with_men", "the board is lost by {queen_value} and the other side's men left"),
    ("own_last_leaves_the_queen", "you play on and need nothing but the queen"),
    ("own_last_before_the_queen", "the board is lost by {three_or_one}"),
)
THEIR_LAST: Told = (
    ("their_last_man_comes_back", "it comes back and an own man with it, and the board goes on"),
    ("their_last_loses", "the board is lost by the own men left and {queen_value}"),
    ("their_last_loses_the_queen", "the board is lost by {three_or_one}"),
    ("their_last_before_the_queen", "the board is lost; by how much, a table says"),
)
OFF_BOARD: Told = (
    ("off_the_board_is_a_foul", "it goes to the centre, one man comes back and the turn ends; it is a foul"),
    ("jumped_man_goes_to_the_centre", "it goes to the centre and costs nothing"),
)
QUEEN_FROM: Told = (
    ("queen_at_any_time", "at any time"),
    ("queen_once_he_pocketed_a_man", "once you have pocketed {a_man} yourself"),
    ("queen_once_a_man_fell", "once {a_man} of yours has been pocketed"),
)
EARLY: Told = (
    ("queen_too_early_is_laid_aside", "the turn goes on; she lies beside the board and returns when it ends"),
    ("queen_before_any_man", "she goes back and the turn ends"),
)
UNCOVERED: Told = (
    ("uncovered_queen_voids_the_turn", "she goes back and all points of the turn are void"),
    ("uncovered_queen_goes_back", "she goes back to the centre"),
    ("uncovered_queen_ends_the_turn", "she goes back and the turn ends"),
)


def at_a_glance(rules: Ruleset) -> list[tuple[str, str]]:
    """Return what matters most as pairs of name and value."""
    return [(name, value) for name, value in _rows(rules) if value]


def _rows(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield every row; one without a value does not exist in this rule set."""
    figures, owned = rules.parameters, rules.colours_are_owned
    yield "Players", " or ".join(map(str, figures.players))
    yield "A game is won with", target(figures)
    late = changed(figures, board_limit=figures.late_board_limit)
    yield "From the quarter-finals on", target(late) if owned and target(late) != target(figures) else ""
    yield "A match", f"best of {count_of(figures.games_of_match, 'game')}" if figures.games_of_match > 1 else ""
    yield "A tie", ", ".join(figures.rubbers)
    yield "The queen is worth", _queen_worth(rules)
    yield "Counters", "" if owned else rules.prose("black {black_points}, {white} {white_points}")
    yield "Most points a board can bring", str(figures.board_max or "") if owned else ""
    yield "Men taken off before the break", _taken_off(rules)
    yield "Boards to try out after the toss", count_of(figures.trial_boards, "board")
    yield "Break attempts", str(figures.break_attempts)
    yield "Strokes of a turn", count_of(figures.strokes_per_turn, "stroke") if figures.strokes_per_turn > 1 else ""
    yield "The striker alone in a pocket", _of(rules, STRIKER_ALONE)
    yield rules.prose("The striker with {own_men}"), _of(rules, STRIKER_WITH_OWN)
    yield "The striker with the queen", _of(rules, STRIKER_WITH_QUEEN)
    yield "A man of the opponent falls", _of(rules, THEIRS) if owned else ""
    yield "The own last man before the queen", _of(rules, OWN_LAST)
    yield "The opponent's last man", _of(rules, THEIR_LAST) if owned else ""
    yield "The queen may be taken", _of(rules, QUEEN_FROM)
    yield "The queen too early", "" if rules.has("queen_at_any_time") else _of(rules, EARLY)
    yield "The queen not covered", "" if rules.has("queen_needs_no_cover") else _of(rules, UNCOVERED)
    yield "A piece over the frame", _of(rules, OFF_BOARD)
    yield "Forward strokes", alternatives(figures.forward)
    yield "Back-shots", alternatives(figures.backward) if figures.backward else "not allowed"
    yield "Set-up: a white arm points to", f"{figures.setup_angle} degrees (the breaker sits at 270)"


def _of(rules: Ruleset, told: Told) -> str:
    """Return what the first law that stands in the book means; empty where none does."""
    words = next((words for law, words in told if rules.has(law)), "")
    man = "man" if rules.colours_are_owned else "counter"
    return rules.prose(words.replace("{a_man}", f"a {man}"))


def _taken_off(rules: Ruleset) -> str:
    """Return the handicap in words; empty where nobody gives one."""
    given = zip("AB", rules.parameters.handicap, strict=False)
    return listed([f"{number} of side {side}" for side, number in given if number])


def _queen_worth(rules: Ruleset) -> str:
    figures = rules.parameters
    worth = f"{counted(figures.queen_points, 'point')} to whoever covers her"
    if rules.has("queen_needs_no_cover"):
        worth = f"{counted(figures.queen_points, 'point')} to whoever pockets her"
    cap = f"; nothing from a score of {figures.queen_cap} on" if figures.queen_cap else ""
    return f"{worth} and wins{cap}" if rules.colours_are_owned else worth


# -- a few paragraphs ---------------------------------------------------------------------------------------------


def lesson(rules: Ruleset) -> list[str]:
    """Return a few paragraphs that say how a game goes."""
    told = (_aim, _setting_up, _stroke, _turn, _queen, _price, _dangers)
    return [text for tell in told if (text := tell(rules))]


def _aim(rules: Ruleset) -> str:
    if rules.colours_are_owned:
        return rules.prose(
            "**The aim.** Nine white and nine black men and the red queen lie on the board. Each side flicks a heavy "
            "striker from its base lines and tries to send its own nine men into the four pockets before the other "
            "side has done so. The winner of the board scores one point for each man the other side has left, and "
            "{queen_value} if he has covered the queen. The game: {how_a_game_is_won}."
        )
    return rules.prose(
        "**The aim.** Nine black and nine {white} counters and the red queen lie on the board, and everybody may "
        "pocket everything: a black one brings {black_points}, a {white} one {white_points}, the queen {queen_points}; "
        "that is {all_points} in all. When all counters are down the highest total wins."
    )


def _setting_up(rules: Ruleset) -> str:
    attempts = rules.parameters.break_attempts
    tries = "one shot" if attempts == 1 else count_of(attempts, "attempt")
    colour = " and has the white men in this board" if rules.colours_are_owned else ""
    return (
        "**Setting up.** The queen lies in the centre, six men touch her, twelve lie round those, the colours in turn. "
        f"One player breaks the rack{colour}; he has {tries} to touch it with the striker."
    )


def _stroke(rules: Ruleset) -> str:
    lines = "both base lines" if rules.has("both_lines_must_be_left") else "its base lines"
    figures = rules.parameters
    back = f", backwards with {alternatives(figures.backward)}" if figures.backward else ", never backwards"
    return (
        "**A stroke.** Put the striker so that it touches both base lines, on a base circle only if it covers it "
        f"wholly, never on an arrow. Flick it with {alternatives(figures.forward)}{back}. A striker that has not left "
        f"{lines} and moved nothing is flicked again."
    )


def _turn(rules: Ruleset) -> str:
    what = "a man of your own" if rules.colours_are_owned else "a counter"
    number = rules.parameters.strokes_per_turn
    none = "pocket none and" if number == 1 else f"after {count_of(number, 'stroke')} without one"
    theirs = f" A man of the opponent: {_of(rules, THEIRS)}." if rules.colours_are_owned else ""
    return f"**A turn.** Pocket {what} and you strike again; {none} the turn passes to the next player.{theirs}"


def _queen(rules: Ruleset) -> str:
    man = "a man of your own" if rules.colours_are_owned else "any counter"
    early = "" if rules.has("queen_at_any_time") else f" Taken too early, {_sentence(_of(rules, EARLY))}"
    right = f"**The queen.** You may pocket her {_of(rules, QUEEN_FROM)}"
    if rules.has("queen_needs_no_cover"):
        return f"{right}; she needs no cover.{early}"
    return (
        f"{right}, and must cover her: pocket {man} in the same stroke or in the next. If that fails "
        f"{_sentence(_of(rules, UNCOVERED))}{early}"
    )


def _sentence(text: str) -> str:
    return f"{text}." if text else ""


def _price(rules: Ruleset) -> str:
    if rules.has("no_man_is_ever_due"):
        return "**What it costs.** Nobody ever has to give back a man: a fault costs the turn."
    own = rules.prose("{own_men}")
    owes = "owes it" if rules.has("what_cannot_be_paid_is_owed") else "is let off"
    return (
        f"**What it costs.** The striker in a pocket: {_of(rules, STRIKER_ALONE)}. With {own}: "
        f"{_of(rules, STRIKER_WITH_OWN)}. Who has nothing to give back {owes}."
    )


def _dangers(rules: Ruleset) -> str:
    if not rules.colours_are_owned:
        return ""
    own, theirs = _of(rules, OWN_LAST), _of(rules, THEIR_LAST)
    return (
        f"**Beware of last men.** Your own before the queen: {own}. The opponent's: {theirs}." if own and theirs else ""
    )
