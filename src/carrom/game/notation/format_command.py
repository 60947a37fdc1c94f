"""Format an event as the command that an umpire would type."""

from carrom.game import events as happens
from carrom.game.events import Event
from carrom.game.game import GameHistory
from carrom.game.notation import observed_stroke
from carrom.game.notation.name_lookup import unquoted
from carrom.game.notation.player_names import seat_word, side_word
from carrom.game.officials.late_findings import out_of_turn


def typed(game: GameHistory, event: Event) -> str:
    """Return the command for an event that happens now, in full words."""
    match event:
        case happens.Struck(seat=seat, outcome=outcome, out_of_turn=True):
            return f"{observed_stroke.typed(outcome, out_of_turn(game.state, seat)[0])} by {seat_word(game, seat)}"
        case happens.Struck(outcome=outcome):
            assert game.round is not None
            return observed_stroke.typed(outcome, game.round)
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
        case happens.Called(what=what, by=by, after_stroke=after, during=during, untimed=untimed):
            assert by is not None
            if untimed:
                return f"foul {what} {seat_word(game, by)}"
            return f"foul {what} {seat_word(game, by)} {'during' if during else 'after' if after else 'before'}"
        case happens.Conceded(side=side, play_on=True):
            return f"retires {side_word(game, side)}"
        case happens.Conceded(side=side, what=what):
            return f"concede {side_word(game, side)} {what}"
        case happens.Forfeited(ordered_off=True):
            return "forfeit off"
        case happens.ChangeMissed(boards=boards):
            return "late sides" if boards == 1 else f"late sides {boards}"
        case _:
            return _WORDS[type(event)] if type(event) in _WORDS else _office(game, event)


def _office(game: GameHistory, event: Event) -> str:
    """Return the command for an event of the clock or an official."""
    match event:
        case happens.Awarded(side=side, what=what, how=how, law=law, reason=reason):
            who = "nobody" if side is None else side_word(game, side)
            return f"award {who} {what} {how}: {_text(law, reason)}"
        case happens.BoardKept():
            return _row(game, event)
        case happens.Noticed(what="wrong-man"):
            return "late wrong-man"
        case happens.Noticed(what=what, seat=seat):
            assert seat is not None
            return f"late {'queen' if what == 'queen' else 'man'} {seat_word(game, seat)}"
        case happens.Noted(text=text):
            return f"note {text}" if unquoted(text) == text else f"note : {text}"
        case happens.Warned(seat=seat, what=what, law=law, reason=reason):
            return _with_text(f"warn {seat_word(game, seat)} {what}", _text(law, reason))
        case happens.Appealed(seat=seat, text=text):
            return _with_text(f"appeal {seat_word(game, seat)}", text)
        case happens.Protested(side=side, text=text):
            return _with_text(f"protest {side_word(game, side)}", text)
        case happens.Ruled(clause=clause, reason=reason, author=author, back_to=back_to):
            return f"{'rule' if back_to is None else 'replay'} {clause} by {author}: {reason}"
        case happens.Signed(name=name, role="player"):
            return f"sign {name.casefold()}"
        case happens.Signed(name=name, role=role):
            return f"sign {role} {name}"
    raise AssertionError(f"no command for {event}")


def _row(game: GameHistory, event: happens.BoardKept) -> str:
    """Return the command for a board recorded only by its row on the score card."""
    words = ["board", *map(str, event.totals)]
    board = event.board
    if board is not None:
        words += [side_word(game, board.winner)] if board.winner else []
        words += [str(board.men_left)] if board.men_left else []
        words += ["queen", side_word(game, board.queen)] if board.queen else []
        words += [board.special.value] if board.special else []
        words += ["demand", str(board.demand)] if board.demand else []
    return " ".join([*words, "broken", seat_word(game, event.breaker)])


def _text(law: str, reason: str) -> str:
    return ", ".join(part for part in (law, reason) if part)


def _with_text(line: str, text: str) -> str:
    return f"{line}: {text}" if text else line


_WORDS: dict[type, str] = {
    happens.Placed: "place",
    happens.Waived: "waive",
    happens.NoRoom: "no-room",
    happens.Forfeited: "forfeit",
    happens.Passed: "pass",
    happens.TimeCalled: "time",
}
