"""Practice: strokes and rulings on a board set up by hand, and how it goes on."""

from random import Random
from typing import NamedTuple

from carrom.board import STRIKER, Breach, Disc, Outcome, Position, Stroke
from carrom.board.equipment import STANDARD
from carrom.board.striker_spots import Span, centre_spot, check_spot, has_room, placing_spots
from carrom.engine.engine import Engine
from carrom.engine.geometry import HandNoise, disturbed, drawn
from carrom.engine.levels import level_named
from carrom.engine.situation import Situation
from carrom.errors import CarromError, IllegalPosition, IllegalStroke, RefusedRequest
from carrom.game.expected import cover_of
from carrom.physics.played import Played
from carrom.physics.simulate import simulate
from carrom.physics.surface import Surface
from carrom.practice import setup
from carrom.rules.book import technique_for
from carrom.rules.effects import CODES
from carrom.rules.judge import judge, judge_call, judge_pass
from carrom.rules.phases import Demanded, NoRoom, Placed, apply, demander
from carrom.rules.round import Round
from carrom.rules.ruling import Call, Ruling, Turn
from carrom.rules.settle import settle
from carrom.values import changed

# -- strokes and rulings -----------------------------------------------------------------------------------------------


class PracticeResult(NamedTuple):
    """The board after a stroke or after stated facts."""

    ruling: Ruling | None
    round: Round | None
    """None if nothing is judged."""
    position: Position
    played: Played | None
    stroke: Stroke | None


def checked(moment: setup.SetupPosition) -> tuple[Round, Position]:
    """Return round and position of a setup. Raises `CarromError` for an impossible one."""
    position = _laid(moment)
    return setup.round_of(moment), position


def _laid(moment: setup.SetupPosition) -> Position:
    """Return the position of a setup. Raises `IllegalPosition` with the sentence of its fault."""
    position = setup.position_of(moment)
    fault = setup.fault_of(position)
    if fault is not None:
        raise IllegalPosition(fault.sentence)
    return position


def tried(
    moment: setup.SetupPosition,
    stroke: Stroke,
    surface: Surface,
    *,
    legal: bool,
    judged: bool,
    hand: HandNoise | None,
    rng: Random,
) -> PracticeResult:
    """Simulate and judge a stroke with the execution noise `hand`, or exactly if that is None.

    Raises `CarromError` if the striker may not stand there, or the rule book does not allow the stroke.
    """
    position = _laid(moment)
    round = setup.round_of(moment) if judged else None
    rules, seat = setup.rules_of(moment), moment.turn
    if legal:
        check_spot(position, seat, stroke, STANDARD, cover_of(rules))
        technique_for(rules, stroke)
    elif not any(_stands(stroke, span) for span in setup.spans(rules, position, seat, legal=False)):
        raise IllegalStroke(f"the striker cannot stand at {stroke.x} µm: a disc or the frame is in the way")
    if hand is not None:
        wanted = stroke
        free = setup.spans(rules, position, seat, legal)
        stroke = _kept_legal(disturbed(stroke, hand, drawn(rng)), wanted, free)
    played = simulate(position, stroke, seat, surface, trajectory=True)
    if round is None:
        return PracticeResult(None, None, played.rest.without(STRIKER), played, stroke)
    return ruled(round, played.outcome, played.rest, played, stroke)


def answered(moment: setup.SetupPosition, level: str, surface: Surface, rng: Random) -> PracticeResult:
    """Let the engine strike at a level, and judge its stroke. Raises `RefusedRequest` if it has no stroke to choose."""
    round, position = checked(moment)
    stroke = Engine(level_named(level)).choose(Situation(round, position, surface), rng)
    played = simulate(position, stroke, round.turn, surface, trajectory=True)
    return ruled(round, played.outcome, played.rest, played, stroke)


def what_if(moment: setup.SetupPosition, facts: setup.Facts) -> PracticeResult:
    """Rule on stated facts. Raises `CarromError` for impossible facts."""
    round, position = checked(moment)
    match facts.happened:
        case setup.Happened.STROKE:
            return _struck(round, position, facts)
        case setup.Happened.PASS:
            round = changed(round, passes=max(round.passes, facts.passes))
            return _settled(round, judge_pass(round), position)
        case setup.Happened.CALL:
            return _settled(round, _called(round, facts), position)


def calls(round: Round) -> tuple[str, ...]:
    """Return the codes of the umpire's calls on which this board's rule book has a clause."""
    return tuple(code for code in CODES if any(_has_clause(round, code, by) for by in setup.Whose))


def _has_clause(round: Round, code: str, by: setup.Whose) -> bool:
    try:
        return bool(_called(round, setup.Facts(happened=setup.Happened.CALL, call=code, by=by)))
    except CarromError:
        return False


def _called(round: Round, facts: setup.Facts) -> Ruling:
    """Return the ruling of an umpire's call. Raises `RefusedRequest` for a call that has no clause or price."""
    others = {setup.Whose.MOVER: 0, setup.Whose.OPPONENT: 1}
    side = None if facts.by is setup.Whose.NOBODY else (round.mover + others[facts.by]) % len(round.sides)
    ruling = judge_call(round, Call(what=facts.call, side=side, after_stroke=facts.after_stroke))
    if ruling.turn is Turn.REFUSE:
        raise RefusedRequest(ruling.why)
    if not ruling.findings:
        raise RefusedRequest(f"{round.ruleset.name} has no clause on {facts.call!r}; expected a call that it prices")
    return ruling


def _struck(round: Round, position: Position, facts: setup.Facts) -> PracticeResult:
    """Return the ruling on a stated stroke."""
    both = [disc for disc in facts.falls if disc in facts.jumped]
    if both:
        raise RefusedRequest(f"{both[0]} is stated both to have fallen and to have left the board over the frame")
    gone = set(facts.falls)
    theirs = [disc for disc in facts.falls if _is_theirs(round, disc)]
    if facts.direct and not theirs:
        raise RefusedRequest("the striker is stated to have touched an opponent's piece that fell; none fell")
    other = next((disc for disc in round.on_board if disc not in theirs), None)
    touched = (theirs[0],) if facts.direct else (other,) if other is not None and facts.touched else ()
    outcome = Outcome(
        pocketed=facts.falls,
        touched=touched,
        moved=facts.touched,
        breaches=(
            *((Breach.IMPROPER,) if facts.improper else ()),
            *((Breach.BEFORE_PLAY,) if facts.before_play else ()),
        ),
        jumped=facts.jumped,
        lines_left=facts.lines,
    )
    return ruled(round, outcome, position.without(*gone))


def _is_theirs(round: Round, disc: Disc) -> bool:
    colour = round.sides[round.mover].colour
    return disc.is_man and colour is not None and disc.kind is not colour


def _kept_legal(stroke: Stroke, wanted: Stroke, free: tuple[Span, ...]) -> Stroke:
    """Return the noisy stroke, with the intended spot if the noise made the spot illegal."""
    return stroke if any(_stands(stroke, span) for span in free) else changed(stroke, x=wanted.x)


def _stands(stroke: Stroke, span: Span) -> bool:
    return span.low <= stroke.x <= span.high and span.y == stroke.y


# -- after a ruling ----------------------------------------------------------------------------------------------------


def ruled(
    round: Round, outcome: Outcome, rest: Position, played: Played | None = None, stroke: Stroke | None = None
) -> PracticeResult:
    """Judge an outcome and apply the ruling."""
    return _settled(round, judge(round, outcome), rest, played, stroke)


def _settled(
    round: Round, ruling: Ruling, rest: Position, played: Played | None = None, stroke: Stroke | None = None
) -> PracticeResult:
    """Apply a ruling, and place whatever comes back as the umpire would: dues nearest to the centre."""
    after, position = settle(round, ruling), rest.without(STRIKER)
    for disc in ruling.centred:
        bare = position.without(disc)
        position = bare.having(disc, centre_spot(bare, disc, after.turn))
    while after.placings:
        first = after.placings[0]
        anywhere = after.ruleset.dues_anywhere
        if not has_room(position, first.disc, anywhere=anywhere) and after.men_on_board(first.owner):
            after = apply(after, NoRoom(first.by))
            continue
        room = placing_spots(position, first.disc, anywhere=anywhere)
        spot = room[0] if room else centre_spot(position, first.disc, after.turn)
        after, position = apply(after, Placed(first.by, first.disc)), position.having(first.disc, spot)
    if after.result is not None and after.result.up_to:
        after = apply(after, Demanded(demander(after), after.result.up_to))
    return PracticeResult(ruling, after, position, played, stroke)


def fallen(after: PracticeResult) -> tuple[Disc, ...]:
    """Return the pieces and the queen that fell."""
    outcome = after.played.outcome if after.played is not None else after.ruling and after.ruling.outcome
    return tuple(disc for disc in outcome.pocketed if disc is not STRIKER) if outcome else ()
