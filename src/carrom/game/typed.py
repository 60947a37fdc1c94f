"""An event of a wooden board written as the line that an umpire types for it; `spoken` reads it back."""

from carrom.game import event as happens
from carrom.game import seen
from carrom.game.event import Event
from carrom.game.game import Game
from carrom.game.people import seat_word, side_word


def typed(game: Game, event: Event) -> str:
    """Return the line for an event that happens now, in whole words."""
    match event:
        case happens.Struck(outcome=outcome):
            assert game.round is not None
            return seen.typed(outcome, game.round)
        case happens.Tossed(won_by=side):
            return f"toss {side_word(game, side)}"
        case happens.Chosen(what=what):
            return f"choose {what}"
        case happens.Seated(swap=swap):
            return f"seats {'swap' if swap else 'keep'}"
        case happens.TrialPlayed(side=side):
            return f"trial {side_word(game, side)}"
        case happens.RoundBegun(breaker=breaker):
            return f"play {seat_word(game, breaker)}"
        case happens.Demanded(points=points):
            return f"demand {points}"
        case happens.Called(what=what, by=None):
            return f"call {what}"
        case happens.Called(what=what, by=by, after_stroke=after, during=during):
            assert by is not None
            return f"foul {what} {seat_word(game, by)} {'during' if during else 'after' if after else 'before'}"
        case happens.Conceded(side=side, what=what):
            return f"concede {side_word(game, side)} {what}"
        case happens.Undone():
            return "undo"
        case _:
            return _WORDS[type(event)]


_WORDS: dict[type, str] = {
    happens.Placed: "place",
    happens.Waived: "waive",
    happens.NoRoom: "no-room",
    happens.Forfeited: "forfeit",
    happens.Passed: "pass",
}
