"""The state of a tournament: entrants and stages, with their rounds, fixtures and results."""

from collections.abc import Callable, Sequence

from carrom.errors import RefusedRequest, plural
from carrom.game.event_lines import cut
from carrom.game.score import Stage
from carrom.tournament.entrants import StageFormat
from carrom.tournament.event_file import Details
from carrom.tournament.events import AnyEvent, Appointed, Entered, How
from carrom.tournament.identifiers import Address, Games, Score
from carrom.tournament.round_clock import RoundClock
from carrom.values import Value, changed

BOTH = "both"
"""Value of `winner` if both sides lose, or the result counts for nobody."""


class FixtureOutcome(Value, frozen=True, kw_only=True):
    """The outcome of a fixture or rubber, and the line that gives it."""

    line: int
    how: How
    told: Games
    """The games as entered."""
    games: Games
    """The games as they count: those of a walkover, or completed after a retirement."""
    winner: str
    """Id of the winner; empty for a draw; `both` if both lose."""
    against: str = ""
    boards: Score | None = None
    slams: tuple[str, ...] = ()
    law: str = ""
    reason: str = ""
    by: str = ""
    when: int = 0
    source: str = ""
    sha256: str = ""
    decided: bool = False
    """Whether something other than the score decided it: an extra board, a shoot-out or the lot."""
    advances: str = ""
    """Knockout with two legs: the winner by the tie-break, if the legs are level."""
    rubbers: Score | None = None
    """Rubbers won by each side of a tie entered as a whole; None if rubbers are entered separately."""

    def agrees(self, other: "FixtureOutcome") -> bool:
        """Return whether another outcome gives the same result."""
        played = ("played", "clock")
        same_kind = self.how == other.how or (self.how in played and other.how in played)
        same_winner = (self.winner, self.advances) == (other.winner, other.advances)
        return same_kind and same_winner and self.games == other.games


class Claim(Value, frozen=True, kw_only=True):
    """The result of a fixture or rubber that one side reports."""

    rubber: int
    side: str
    games: Games
    how: How
    against: str = ""
    winner: str = ""
    boards: Score | None = None

    def agrees(self, other: "Claim") -> bool:
        """Return whether another side reports the same."""
        return self.side != other.side and self == changed(other, side=self.side)


class LineupChange(Value, frozen=True, kw_only=True):
    """A change of line-up after both were visible."""

    line: int
    entrant: str
    reason: str


class Fixture(Value, frozen=True, kw_only=True):
    """Two entrants that meet, or one that has a bye."""

    number: int
    a: str
    b: str = ""
    """Empty if the first entrant has a bye."""
    board: int = 0
    time: str = ""
    umpire: str = ""
    called: bool = False
    third: bool = False
    """Whether this is the match for third place."""
    begun: bool = False
    finish: FixtureOutcome | None = None
    rubbers: tuple[FixtureOutcome | None, ...] = ()
    lineups: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]] = ((), ())
    lineup_changes: tuple[LineupChange, ...] = ()
    claims: tuple[Claim, ...] = ()
    """Results reported by the sides before it is finished."""
    withheld: int = 0
    """Line number of an open protest; 0 if there is none."""

    @property
    def is_open_lineup(self) -> bool:
        """Return whether both line-ups are submitted; they are then visible, and only the referee can change them."""
        return all(self.lineups)

    @property
    def has_begun(self) -> bool:
        """Return whether anything has been played in it."""
        return self.begun or self.finish is not None or any(self.rubbers)

    def other(self, entrant: str) -> str:
        """Return the opponent of `entrant`."""
        return self.b if entrant == self.a else self.a

    def outcome(self, rubber: int = 0) -> FixtureOutcome | None:
        """Return the outcome of the fixture, or of a rubber counted from 1; None while it is open."""
        return self.rubbers[rubber - 1] if rubber else self.finish


class Protest(Value, frozen=True, kw_only=True):
    """A protest, its text and its ruling."""

    line: int
    fixture: str
    side: str
    board: int = 0
    when: int = 0
    stated: int = 0
    """When its text was submitted, in seconds since 1970; 0 if it was not."""
    text: str = ""
    ruled: int = 0
    """Line number of the ruling; 0 if there is none."""
    upheld: bool = False


class SignedResult(Value, frozen=True, kw_only=True):
    """The result on the signed sheet of a fixture that already had one, and the line of the referee's decision."""

    line: int
    fixture: str
    outcome: FixtureOutcome
    source: str = ""
    decided: int = 0
    """Line number of the decision; 0 if there is none."""


class Deduction(Value, frozen=True, kw_only=True):
    """A deduction of match points, and the line that reversed it."""

    line: int
    entrant: str
    stage: str
    points: int
    reason: str
    reversed: int = 0
    """Line number of the reversal; 0 if there is none."""


class FieldChange(Value, frozen=True):
    """One field before and after a correction, as text."""

    field: str
    before: str
    after: str


class Correction(Value, frozen=True, kw_only=True):
    """What the line of a correction changed."""

    line: int
    changes: tuple[FieldChange, ...]


class ReportedResult(Value, frozen=True, kw_only=True):
    """The result of a fixture or rubber right after a line: a result, a correction or a ruling."""

    line: int
    fixture: str
    sides: tuple[str, str]
    outcome: FixtureOutcome | None
    """None if the fixture is open again."""


class Round(Value, frozen=True, kw_only=True):
    """One round of a stage: every entrant plays once, or has a bye."""

    number: int
    fixtures: tuple[Fixture, ...]
    line: int = 0
    totals: tuple[int, ...] = ()
    hand: bool = False
    by: str = ""
    """Who drew it, as `role:name`; empty if unknown."""
    reason: str = ""
    """Why it was made by hand."""
    basis: tuple[tuple[str, int], ...] = ()
    """Swiss: the order that it was drawn from, with the points of that moment."""


class EventStage(Value, frozen=True, kw_only=True):
    """One competition within a tournament."""

    terms: StageFormat
    members: tuple[str, ...] = ()
    """The entrants, set when the first round is drawn."""
    seats: tuple[tuple[str, ...], ...] = ()
    """The groups, or the seeds of a knockout as one tuple; empty before they are drawn."""
    rounds: tuple[Round, ...] = ()
    present: tuple[str, ...] | None = None
    there: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Swiss: entrants present in a later round, if this was entered; the others miss it and may return."""
    late: tuple[tuple[str, int], ...] = ()
    withdrawn: tuple[str, ...] = ()
    deducted: tuple[tuple[str, int], ...] = ()

    @property
    def id(self) -> str:
        """Id of the stage."""
        return self.terms.id

    def round(self, number: int) -> Round | None:
        """Return a drawn round, or None."""
        return next((round for round in self.rounds if round.number == number), None)

    def group_of(self, entrant: str) -> int:
        """Return the index of an entrant's group from 0, or -1."""
        return next((index for index, group in enumerate(self.seats) if entrant in group), -1)


class Championship(Value, frozen=True, kw_only=True):
    """A tournament: its header, all events, and the resulting state."""

    details: Details
    header: Details
    """The details as in the header of the file; `details` are those after all corrections."""
    events: tuple[AnyEvent, ...] = ()
    entrants: tuple[Entered, ...] = ()
    stages: tuple[EventStage, ...] = ()
    lot: str = ""
    lines: tuple[tuple[int, str], ...] = ()
    """The fixture of each result, correction and ruling, by line number."""
    reports: tuple[ReportedResult, ...] = ()
    """What each of these lines made the result."""
    corrections: tuple[Correction, ...] = ()
    """What each correction of an entry, of the details or of settings changed."""
    deductions: tuple[Deduction, ...] = ()
    umpires: tuple[Appointed, ...] = ()
    protests: tuple[Protest, ...] = ()
    signed: tuple[SignedResult, ...] = ()
    """Results of signed sheets for fixtures that already had one; the last one per fixture or rubber."""
    voided: tuple[tuple[str, int], ...] = ()
    """How often the links of each role were revoked."""
    clocks: tuple[RoundClock, ...] = ()
    """The clocks of the rounds that were started."""
    closed: tuple[int, ...] = ()
    """The numbers of the tables that are out of use."""

    def entrant(self, id: str) -> Entered:
        """Return an entrant. Raises `RefusedRequest`."""
        for each in self.entrants:
            if each.id == id:
                return each
        raise RefusedRequest(f"there is no entrant {cut(id)}")

    def stage(self, id: str) -> EventStage:
        """Return a stage. Raises `RefusedRequest`."""
        for each in self.stages:
            if each.id == id:
                return each
        names = ", ".join(each.id for each in self.stages) or "none yet"
        raise RefusedRequest(f"there is no stage {cut(id)}; expected one of {names}")

    def name(self, id: str) -> str:
        """Return the name of an entrant; an unknown id is returned unchanged."""
        return next((each.name for each in self.entrants if each.id == id), id)

    def fixture(self, address: Address) -> Fixture:
        """Return a drawn fixture. Raises `RefusedRequest`."""
        round = self.stage(address.stage).round(address.round)
        if round is None:
            raise RefusedRequest(f"{address} does not exist yet; round {address.round} has not been drawn")
        for each in round.fixtures:
            if each.number == address.number:
                return each
        raise RefusedRequest(f"there is no fixture {address}; round {address.round} has {len(round.fixtures)} fixtures")

    def seed_order(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Return entrants in the order of their seeds; those without a seed follow in the order of entry."""
        place = {each.id: (each.seed is None, each.seed or 0, at) for at, each in enumerate(self.entrants)}
        return tuple(sorted(ids, key=lambda id: place[id]))


def has_draw(championship: Championship) -> bool:
    """Return whether any round has been drawn, so that entries are public."""
    return any(stage.rounds for stage in championship.stages)


def may_play(entrant: Entered, terms: StageFormat) -> bool:
    """Return whether an entrant plays in a stage that does not take qualifiers."""
    if terms.rubbers and entrant.kind != "team":
        return False
    return (terms.kind is None or entrant.kind == terms.kind) and (not entrant.stages or terms.id in entrant.stages)


def members_of(championship: Championship, stage: EventStage) -> tuple[str, ...]:
    """Return the entrants of a stage by seed: as set by its first round, or as they would be now."""
    late = tuple(id for id, _ in stage.late)
    if stage.members:
        found = stage.members
    elif stage.seats:
        found = tuple(id for group in stage.seats for id in group)
    elif stage.terms.source:
        found = ()
    else:
        found = tuple(each.id for each in championship.entrants if may_play(each, stage.terms))
        if stage.present is not None:
            found = tuple(id for id in found if id in stage.present)
    both = tuple(dict.fromkeys([*(id for id in found if id not in late), *late]))
    return both if stage.terms.system == "knockout" and stage.seats else championship.seed_order(both)


def playing(championship: Championship, stage: EventStage, round: int) -> tuple[str, ...]:
    """Return the members to be drawn in a round: those who have arrived and not withdrawn."""
    late, there = dict(stage.late), dict(stage.there).get(round)
    return tuple(
        id
        for id in members_of(championship, stage)
        if id not in stage.withdrawn and late.get(id, 0) <= round and (there is None or id in there)
    )


def part_of(stage: EventStage, round: int) -> Stage:
    """Return whether a round is an early or late round of the event (Laws 56b, 60)."""
    if stage.terms.part is not None:
        return stage.terms.part
    if stage.terms.system != "knockout":
        return Stage.EARLY
    size = len(stage.seats[0]) if stage.seats else len(stage.members)
    left = max(size - 1, 1).bit_length() - stage.terms.bracket_round(round) + 1
    return Stage.LATE if left <= 3 else Stage.EARLY


# -- copies with one stage, round, fixture or protest replaced -------------------------------------------------------


def with_stage(championship: Championship, stage: EventStage) -> Championship:
    """Return the tournament with one stage replaced."""
    return changed(championship, stages=tuple(stage if each.id == stage.id else each for each in championship.stages))


def with_round(stage: EventStage, round: Round) -> EventStage:
    """Return the stage with one round replaced."""
    return changed(stage, rounds=tuple(round if each.number == round.number else each for each in stage.rounds))


def with_fixture(championship: Championship, address: Address, fixture: Fixture) -> Championship:
    """Return the tournament with one fixture replaced."""
    stage = championship.stage(address.stage)
    round = stage.round(address.round)
    assert round is not None
    fixtures = tuple(fixture if each.number == address.number else each for each in round.fixtures)
    return with_stage(championship, with_round(stage, changed(round, fixtures=fixtures)))


def with_protest(championship: Championship, protest: Protest) -> Championship:
    """Return the tournament with one protest replaced."""
    return changed(
        championship, protests=tuple(protest if each.line == protest.line else each for each in championship.protests)
    )


def with_fixtures(championship: Championship, change: Callable[[EventStage, Fixture], Fixture]) -> Championship:
    """Return the tournament with `change` applied to every drawn fixture."""
    stages = []
    for stage in championship.stages:
        rounds = []
        for round in stage.rounds:
            fixtures = tuple(change(stage, each) for each in round.fixtures)
            rounds.append(round if fixtures == round.fixtures else changed(round, fixtures=fixtures))
        stages.append(changed(stage, rounds=tuple(rounds)))
    return changed(championship, stages=tuple(stages))


# -- line-ups of a tie: as many singles and doubles as the terms allow -------------------------------------------------


def check_lineup(
    championship: Championship,
    terms: StageFormat,
    entrant: str,
    players: Sequence[Sequence[str]],
    former: Sequence[str] = (),
) -> None:
    """Check a line-up, which may cover the first rubbers only; `former` players of the team have already played in this
    tie. Raises `RefusedRequest` if the stage does not allow it.
    """
    team = championship.entrant(entrant)
    if len(players) > len(terms.rubbers):
        raise RefusedRequest(
            f"{team.name} has a line-up for {len(players)} rubbers; expected at most {len(terms.rubbers)}"
        )
    played: dict[str, list[str]] = {}
    for number, (kind, names) in enumerate(zip(terms.rubbers, players, strict=False), 1):
        wanted = 1 if kind == "singles" else 2
        if len(names) != wanted or len(set(names)) != wanted:
            raise RefusedRequest(
                f"rubber {number} is a {kind}; {team.name} lists {plural(len(names), 'player')}, expected {wanted}"
            )
        for name in names:
            if name not in team.players and name not in former:
                raise RefusedRequest(
                    f"{name} does not belong to {team.name}; expected one of {', '.join(team.players)}"
                )
            before = played.setdefault(name, [])
            if kind in before:
                raise RefusedRequest(f"{name} already plays a {kind}; expected another player in rubber {number}")
            if before and terms.plays_both == "no":
                raise RefusedRequest(
                    f"{name} already plays a {before[0]}; in stage {terms.id} a player may not play both"
                )
            before.append(kind)
