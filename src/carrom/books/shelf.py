"""The rule books side by side: what each is called, and in one sentence how it differs from the others."""

import re

from carrom.data import Value
from carrom.rules.phrases import target
from carrom.rules.ruleset import NAMES, Ruleset, ruleset

DIFFERENT = {
    "icf": "The tournament code: {how_a_game_is_won}, the queen worth {queen_points}; a striker that falls with an own "
    "man is paid for and does not end the turn.",
    "classic-29": "One long game to {target_points}, the queen worth {queen_points}: every foul ends the turn and "
    "costs a man, and no board is lost by mishap.",
    "club": "The federation game for living rooms: nearly the official Laws, but the striker must leave both base "
    "lines, and back-shots are {back_words}.",
    "three-player": "Three people, nobody owns a colour: a black man is worth {black_points}, a white one "
    "{white_points}, the covered queen {queen_points}, and one board is the game.",
    "eight-rounds": "A parlour game with severe fouls: striker down, a piece off the board or a man of the opponent "
    "ends the turn and costs a man.",
    "team-event": "A college event of three rubbers without thumb strokes, where a queen taken too early keeps the "
    "turn but comes back.",
    "points": "A relaxed game of points: black {black_points}, {white} {white_points}, the covered queen "
    "{queen_points}, and everybody may pocket everything.",
}
"""What sets a book apart, for somebody who chooses."""


class Spine(Value, frozen=True, kw_only=True):
    """A rule book as one sees it on the shelf."""

    name: str
    title: str
    edition: str
    players: tuple[int, ...]
    won_with: str
    """What wins a game."""
    different: str
    """One sentence on what is different."""


def shelf() -> tuple[Spine, ...]:
    """Return the books that come with the program."""
    return tuple(spine(ruleset(name)) for name in NAMES)


def spine(rules: Ruleset) -> Spine:
    """Return what the shelf shows of a book; one's own book is told by the first sentence of its introduction."""
    first = re.split(r"(?<=\.)\s", rules.intro, maxsplit=1)[0]
    return Spine(
        name=rules.name,
        title=rules.title,
        edition=rules.edition,
        players=rules.parameters.players,
        won_with=target(rules.parameters),
        different=rules.prose(DIFFERENT.get(rules.name, first)),
    )
