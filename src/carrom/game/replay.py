"""Replay a game event by event, undone events included."""

from collections.abc import Iterator

from carrom.board.disc import STRIKER
from carrom.board.outcome import LinesLeft, Outcome
from carrom.game.events import Corrected, Event, RoundBegun, Ruled, Struck, TimeCalled, Undone
from carrom.game.game import GameHistory
from carrom.game.notation.event_lines import write_event
from carrom.game.notation.player_names import names_in
from carrom.rules.ruling import Ruling
from carrom.values import Value, changed


class ReplayStep(Value, frozen=True, kw_only=True):
    """One event, its ruling, and the game after it."""

    number: int
    event: Event
    ruling: Ruling | None
    game: GameHistory


def steps(game: GameHistory) -> Iterator[ReplayStep]:
    """Yield every event after the first, with its ruling and the game at that point."""
    live = GameHistory.begin(game.header, game.rules, game.events[0].when)
    for number, event in enumerate(game.events):
        if number == 0:
            continue
        live = live.apply(event)
        yield ReplayStep(number=number, event=event, ruling=live.ruling_on(number), game=live)


def told(step: ReplayStep, language: str = "en") -> str:
    """Describe a step in one line: the event, the ruling with its clauses, and the score when it changes."""
    words = f"{step.number}. {_what(step.event)}"
    if step.ruling is not None:
        told = step.ruling.told(names_in(step.game, step.ruling), language)
        words += f": {told} [{', '.join(step.ruling.clauses)}]"
    ended = [board for board in step.game.state.game.boards if board.event == step.number]
    if ended or step.game.is_over or isinstance(step.event, Corrected | TimeCalled):
        words += f" Score {'-'.join(map(str, step.game.score))}."
    return words


def _what(event: Event) -> str:
    match event:
        case Struck(seat=seat, outcome=outcome):
            return f"{seat.value} strikes, {seen(outcome)}"
        case RoundBegun(breaker=breaker):
            return f"a board begins, {breaker.value} breaks"
        case Undone(to=to):
            return f"back to after event {to}"
        case Corrected(at=at, events=instead):
            return f"event {at} is {'corrected: ' + ', then '.join(map(_what, instead)) if instead else 'struck out'}"
        case TimeCalled():
            return "the clock ends the game"
        case Ruled(clause=clause, reason=reason, author=author, back_to=start):
            again = "" if start is None else f"; back to before event {start}, the board is played again"
            return f"{author} rules by {clause}: {reason}{again}"
        case _:
            return write_event(changed(event, when=None))


def seen(outcome: Outcome) -> str:
    """Describe the outcome of a stroke in a few words."""
    words = [f"{'-'.join(disc.value for disc in outcome.pocketed)} down"] if outcome.pocketed else ["nothing down"]
    if outcome.jumped:
        words.append(f"{'-'.join(disc.value for disc in outcome.jumped)} over the frame")
    if not outcome.touched and not outcome.moved and STRIKER not in outcome.pocketed:
        words.append("nothing touched")
    if outcome.lines_left is not LinesLeft.BOTH:
        words.append(f"lines left: {outcome.lines_left.value}")
    return ", ".join([*words, *(breach.value for breach in outcome.breaches)])
