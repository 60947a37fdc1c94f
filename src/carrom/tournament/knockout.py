"""Knockout (elimination) brackets of any size: seeding, byes, and who advances."""

from collections.abc import Callable, Sequence

from carrom.tournament.standings import advancing
from carrom.tournament.state import BOTH, EventStage, Fixture
from carrom.values import Value, changed

Same = Callable[[str, str], bool]
"""Function that returns whether two entrants are of the same group or club."""


class BracketMatch(Value, frozen=True, kw_only=True):
    """One match of the bracket: its number in the round, and its entrants as far as they are known."""

    round: int
    """Its drawn round; with two legs, that of the first one."""
    number: int
    a: str
    b: str
    bye: bool = False
    """Whether one of the two advances without a match."""
    dead: bool = False
    """Whether nobody advances from here, because both entrants were absent."""
    third: bool = False
    refs: tuple[str, str] = ("", "")
    """Matches that unknown entrants come from, such as `cup.1.2`."""


def slots(size: int) -> tuple[int, ...]:
    """Return the seeds from 1 to the next power of two in bracket order: 1 8 5 4 3 6 7 2."""
    order = [1]
    while len(order) < size:
        full = 2 * len(order) + 1
        pairs = [(seed, full - seed) if at % 2 == 0 else (full - seed, seed) for at, seed in enumerate(order)]
        order = [seed for pair in pairs for seed in pair]
    return tuple(order)


def rounds_of(size: int) -> int:
    """Return the number of rounds of a knockout with `size` entrants."""
    return max(size - 1, 0).bit_length()


def first_matches(seeds: Sequence[str], same: Same) -> tuple[tuple[str, str], ...]:
    """Return the first round in bracket order; an empty name is a bye.

    Entrants of the same group or club do not meet if this can be avoided: in the order of the better seeds, the worse
    seed of such a pair is swapped with the worse seed of another pair, the nearest in number first, and of two equally
    near the worse one.
    """
    order = slots(len(seeds))
    pairs = [(min(order[at : at + 2]), max(order[at : at + 2])) for at in range(0, len(order), 2)]
    worse = dict(pairs)

    def name(seed: int) -> str:
        return seeds[seed - 1] if seed <= len(seeds) else ""

    def clash(better: int, other: int) -> bool:
        return bool(name(other)) and same(name(better), name(other))

    for better in sorted(worse):
        mine = worse[better]
        if not clash(better, mine):
            continue
        others = [each for each in worse if each != better and name(worse[each])]
        others.sort(key=lambda each: (abs(worse[each] - mine), -worse[each]))
        for each in others:
            if not clash(better, worse[each]) and not clash(each, mine):
                worse[better], worse[each] = worse[each], mine
                break
    return tuple((name(better), name(worse[better])) for better, _ in pairs)


def bracket(stage: EventStage, same: Same) -> tuple[tuple[BracketMatch, ...], ...]:
    """Return every match of a knockout, round by round, with the entrants known so far."""
    seeds = stage.seats[0] if stage.seats else ()
    if len(seeds) < 2:
        return ()
    rank = {id: at for at, id in enumerate(seeds)}
    drawn = _first_drawn(stage) or first_matches(seeds, same)
    rounds: list[tuple[BracketMatch, ...]] = [
        tuple(BracketMatch(round=1, number=number, a=a, b=b, bye=not b) for number, (a, b) in enumerate(drawn, 1))
    ]
    while len(rounds[-1]) > 1:
        before, round = rounds[-1], len(rounds) * stage.terms.legs + 1
        found = []
        for number in range(1, len(before) // 2 + 1):
            feeders = before[2 * number - 2 : 2 * number]
            found.append(_slot(stage, round, number, feeders, rank))
        if (
            len(found) == 1
            and stage.terms.third == "match"
            and len(before) == 2
            and not any(s.bye or is_dead(stage, s) for s in before)
        ):
            found.append(_third(stage, round, before, rank))
        rounds.append(tuple(found))
        if found[-1].third:
            break
    return tuple(rounds)


def slots_of(stage: EventStage, same: Same, round: int) -> tuple[BracketMatch, ...]:
    """Return the matches of a drawn round; the second leg has the sides reversed. Empty after the last round."""
    rounds, due = bracket(stage, same), stage.terms.bracket_round(round)
    if due > len(rounds):
        return ()
    if (round - 1) % stage.terms.legs == 0:
        return rounds[due - 1]
    return tuple(_turned(slot, round) for slot in rounds[due - 1])


def _turned(slot: BracketMatch, round: int) -> BracketMatch:
    return slot if slot.bye else changed(slot, round=round, a=slot.b, b=slot.a, refs=(slot.refs[1], slot.refs[0]))


def to_draw(stage: EventStage, same: Same, round: int) -> tuple[BracketMatch, ...]:
    """Return the matches of a round that are drawn: those to be played, and the byes of the first round."""
    return tuple(slot for slot in slots_of(stage, same, round) if round == 1 or not (slot.bye or slot.dead))


def _first_drawn(stage: EventStage) -> tuple[tuple[str, str], ...]:
    """Return the first round as it was drawn, including byes; empty if it is not drawn."""
    round = stage.round(1)
    return tuple((each.a, each.b) for each in sorted(round.fixtures, key=lambda each: each.number)) if round else ()


def _slot(
    stage: EventStage, round: int, number: int, feeders: Sequence[BracketMatch], rank: dict[str, int]
) -> BracketMatch:
    left = [each for each in feeders if not is_dead(stage, each)]
    found = [(goes_on(stage, each), reference(stage, each)) for each in left]
    if len(found) < 2:
        id, ref = found[0] if found else ("", "")
        return BracketMatch(round=round, number=number, a=id, b="", bye=bool(found), dead=not found, refs=(ref, ""))
    if all(id for id, _ in found):
        found.sort(key=lambda each: rank[each[0]])
    return BracketMatch(round=round, number=number, a=found[0][0], b=found[1][0], refs=(found[0][1], found[1][1]))


def _third(stage: EventStage, round: int, feeders: Sequence[BracketMatch], rank: dict[str, int]) -> BracketMatch:
    found = [(loser(stage, each), reference(stage, each)) for each in feeders]
    if all(id for id, _ in found):
        found.sort(key=lambda each: rank[each[0]])
    return BracketMatch(
        round=round, number=2, a=found[0][0], b=found[1][0], third=True, refs=(found[0][1], found[1][1])
    )


def reference(stage: EventStage, slot: BracketMatch) -> str:
    """Return the address of the match whose end decides who advances: with two legs, the second one."""
    return f"{stage.id}.{slot.round + stage.terms.legs - 1}.{slot.number}"


def played(stage: EventStage, slot: BracketMatch) -> Fixture | None:
    """Return the fixture of a bracket match, or None if it is not drawn."""
    round = stage.round(slot.round)
    return None if round is None else next((each for each in round.fixtures if each.number == slot.number), None)


def goes_on(stage: EventStage, slot: BracketMatch) -> str:
    """Return who advances from a match; empty while it is open."""
    if slot.bye:
        return slot.a
    winner = advancing(stage, slot.round, slot.number)
    return winner if winner in (slot.a, slot.b) else ""


def is_dead(stage: EventStage, slot: BracketMatch) -> bool:
    """Return whether nobody advances from a match."""
    return slot.dead or (not slot.bye and advancing(stage, slot.round, slot.number) == BOTH)


def loser(stage: EventStage, slot: BracketMatch) -> str:
    """Return the loser of a match; empty while it is open."""
    winner = goes_on(stage, slot)
    return "" if not winner or slot.bye else slot.b if winner == slot.a else slot.a


def beaten_in(stage: EventStage, slot: BracketMatch) -> tuple[str, ...]:
    """Return who was beaten in a match: nobody while it is open, both if both were absent."""
    if slot.bye or slot.dead:
        return ()
    if is_dead(stage, slot):
        return tuple(filter(None, (slot.a, slot.b)))
    return tuple(filter(None, [loser(stage, slot)]))


def final_order(stage: EventStage, same: Same) -> tuple[str, ...]:
    """Return all entrants, best first: those beaten later rank higher, those beaten in the same round by seed."""
    if not stage.seats:
        return ()
    rank = {id: at for at, id in enumerate(stage.seats[0])}
    found: list[str] = []
    for round in reversed(bracket(stage, same)):
        thirds = [slot for slot in round if slot.third]
        is_last = stage.terms.bracket_round(round[0].round) == rounds_of(len(rank))
        for slot in [each for each in round if not each.third] if is_last else ():
            found += filter(None, [goes_on(stage, slot), loser(stage, slot)])
        for slot in thirds:
            found += filter(None, [goes_on(stage, slot), loser(stage, slot)])
        beaten = [id for slot in round for id in beaten_in(stage, slot)]
        found += sorted((id for id in beaten if id and id not in found), key=lambda id: rank[id])
    found += [id for id in stage.seats[0] if id not in found]
    return tuple(found)
