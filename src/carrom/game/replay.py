"""Replay a game event by event, undone events included, and verify a record by simulating every stroke again."""

from collections.abc import Iterator

from carrom.board import STRIKER, Disc, LinesLeft, Outcome, Point, Position
from carrom.board.equipment import Equipment
from carrom.board.rack import nominal_rack, rack, with_gaps
from carrom.errors import CarromError
from carrom.game.event_lines import write_event
from carrom.game.events import Corrected, Event, RoundBegun, Ruled, Struck, TimeCalled, Undone
from carrom.game.game import GameHistory
from carrom.game.player_names import names_in
from carrom.game.record import of_header
from carrom.physics import PHYSICS_VERSION, SURFACE_VERSION, simulate
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
        result = step.ruling.told(names_in(step.game, step.ruling), language)
        words += f": {result} [{', '.join(step.ruling.clauses)}]"
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


# -- the verification of a record --------------------------------------------------------------------------------------


class Divergence(Value, frozen=True, kw_only=True):
    """One difference between a record and the simulation."""

    event: int
    """Number of the event; 0 for the header."""
    stroke: int | None
    """Number of the stroke among all strokes played, from 1."""
    what: str
    recorded: str
    simulated: str

    def __str__(self) -> str:
        where = f"stroke {self.stroke} (event {self.event})" if self.stroke else f"event {self.event}"
        where = where if self.event else "header"
        return f"{where}: {self.what}: the record says {self.recorded}, the simulation {self.simulated}"


def divergences(game: GameHistory) -> Iterator[Divergence]:
    """Simulate every stroke of a game again and yield each difference, including in undone strokes.

    A record of a wooden board has no strokes to simulate and yields nothing. Versions of physics, surface or rules
    other than the current ones are reported as differences of event 0, because they explain the others.
    """
    if not game.header.measured:
        return
    yield from _versions(game)
    surface, equipment = of_header(game.header), game.state.equipment
    before, strokes = GameHistory.begin(game.header, game.rules), 0
    for step in steps(game):
        event = step.event
        if isinstance(event, RoundBegun):
            yield from _racked(step.number, event, equipment)
        if isinstance(event, Struck):
            strokes += 1
            if event.stroke is None or before.position is None:
                yield _of(step, strokes, "the stroke", "nothing", "it needs one")
            else:
                try:
                    yield from _gaps(step, strokes, event, before.position)
                    lies = event.rack or before.position
                    played = simulate(lies, event.stroke, event.seat, surface, equipment=equipment)
                except CarromError as reason:
                    yield _of(step, strokes, "the stroke", seen(event.outcome), f"refuses it: {reason}")
                else:
                    yield from _stroke(
                        step, strokes, event, Struck(seat=event.seat, outcome=played.outcome, rest=played.rest)
                    )
        before = step.game


def _of(step: ReplayStep, stroke: int, what: str, recorded: str, simulated: str) -> Divergence:
    return Divergence(event=step.number, stroke=stroke, what=what, recorded=recorded, simulated=simulated)


def _versions(game: GameHistory) -> Iterator[Divergence]:
    header = game.header
    for what, recorded, ours in (
        ("the version of the physics", header.physics, PHYSICS_VERSION),
        ("the version of the surface", header.surface_version, str(SURFACE_VERSION)),
        ("the edition of the rules", header.edition, game.rules.edition),
    ):
        if recorded != ours:
            yield Divergence(event=0, stroke=None, what=what, recorded=recorded or "nothing", simulated=f"has {ours}")


def _racked(number: int, event: RoundBegun, equipment: Equipment) -> Iterator[Divergence]:
    """Compare a recorded rack with the rack from its seed and angle."""
    if event.angle is None or event.position is None:
        return
    if event.nominal:
        yield from _lying(number, None, event.position, nominal_rack(event.angle, event.breaker, equipment))
    elif event.seed is not None:
        yield from _lying(number, None, event.position, rack(event.angle, event.seed, event.breaker, equipment))


def _gaps(step: ReplayStep, stroke: int, event: Struck, nominal: Position) -> Iterator[Divergence]:
    """Compare the actual rack recorded with a first stroke with the rack from its seed."""
    if event.rack is not None and event.seed is not None:
        yield from _lying(step.number, stroke, event.rack, with_gaps(nominal, event.seed))


def _lying(number: int, stroke: int | None, recorded: Position, again: Position) -> Iterator[Divergence]:
    ours, theirs = ({placed.disc: placed.at for placed in position} for position in (recorded, again))
    for disc in Disc:
        if disc in ours and ours[disc] != theirs.get(disc):
            yield Divergence(
                event=number,
                stroke=stroke,
                what=f"where {disc.value} lies in the rack",
                recorded=_place(ours.get(disc)),
                simulated=_place(theirs.get(disc)),
            )


def _stroke(step: ReplayStep, stroke: int, recorded: Struck, again: Struck) -> Iterator[Divergence]:
    """Compare the recorded outcome of a stroke with the simulated one."""
    for what, field in (("what fell", "pocketed"), ("what the striker touched", "touched")):
        ours, theirs = getattr(recorded.outcome, field), getattr(again.outcome, field)
        if ours != theirs:
            yield _of(step, stroke, what, _names(ours), _names(theirs))
    if recorded.outcome.lines_left is not again.outcome.lines_left:
        left, otherwise = recorded.outcome.lines_left.value, again.outcome.lines_left.value
        yield _of(step, stroke, "the lines left", left, otherwise)
    assert recorded.rest is not None
    assert again.rest is not None
    yield from _rest(step, stroke, recorded.rest, again.rest)


def _rest(step: ReplayStep, stroke: int, recorded: Position, again: Position) -> Iterator[Divergence]:
    ours, theirs = ({placed.disc: placed.at for placed in position} for position in (recorded, again))
    for disc in Disc:
        if ours.get(disc) != theirs.get(disc):
            what = f"where {disc.value} came to rest"
            yield _of(step, stroke, what, _place(ours.get(disc)), _place(theirs.get(disc)))


def _place(at: Point | None) -> str:
    return "nowhere" if at is None else f"({at.x}, {at.y})"


def _names(discs: tuple[object, ...]) -> str:
    return ", ".join(str(disc) for disc in discs) or "nothing"
