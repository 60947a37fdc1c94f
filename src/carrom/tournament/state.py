"""Where a championship stands: its entrants and sections, and in them waves, fixtures and how each ended."""

from carrom.errors import RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.game.scoring.match import Rubber
from carrom.game.scoring.score import Stage
from carrom.tournament.events import AnyHappening, Appointed, Entered, How
from carrom.tournament.format import StageFormat
from carrom.tournament.identifiers import Address, Games, Score
from carrom.tournament.import_export.event_file import Details
from carrom.values import Value, changed

BOTH = "both"
"""The winner where both sides have lost, or nobody counts."""


class Outcome(Value, frozen=True, kw_only=True):
    """How a fixture, or a rubber of a tie, ended, and the line that says so."""

    line: int
    how: How
    told: Games
    """The games as they were told."""
    games: Games
    """The games as they count: a walkover's, or those a retirement was completed to."""
    winner: str
    """The entrant who won; empty: a draw; `both`: nobody, both have lost."""
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
    """Whether something beside the score decided it: an extra board, a shoot-out or the lot."""
    rubbers: Score | None = None
    """Rubbers won by each side of a tie that was given as a whole; None: they are counted one by one."""

    def agrees(self, other: "Outcome") -> bool:
        """Whether another outcome gives the same result, however it was reported."""
        played = ("played", "clock")
        same_kind = self.how == other.how or (self.how in played and other.how in played)
        return same_kind and self.winner == other.winner and self.games == other.games


class Claim(Value, frozen=True, kw_only=True):
    """How one side says that a fixture, or a rubber of it, ended."""

    rubber: int
    side: str
    games: Games
    how: How
    against: str = ""
    winner: str = ""
    boards: Score | None = None

    def agrees(self, other: "Claim") -> bool:
        """Whether the other side says the same."""
        return self.side != other.side and self == changed(other, side=self.side)


class LineupChange(Value, frozen=True, kw_only=True):
    """A line-up that was changed after both were open."""

    line: int
    entrant: str
    reason: str


class Fixture(Value, frozen=True, kw_only=True):
    """Two entrants who meet, or one who has the bye."""

    number: int
    a: str
    b: str = ""
    """Empty: the first has the bye, or rests."""
    board: int = 0
    time: str = ""
    umpire: str = ""
    called: bool = False
    third: bool = False
    """Whether the third place is played for."""
    begun: bool = False
    finish: Outcome | None = None
    rubbers: tuple[Outcome | None, ...] = ()
    lineups: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]] = ((), ())
    lineup_changes: tuple[LineupChange, ...] = ()
    claims: tuple[Claim, ...] = ()
    """What the sides say of it before it is finished."""
    withheld: int = 0
    """The line of a protest that nobody has ruled on; 0: none."""

    @property
    def is_open_lineup(self) -> bool:
        """Whether both line-ups are in, so that everybody may read them and only the referee changes one."""
        return all(self.lineups)

    @property
    def has_begun(self) -> bool:
        """Whether anything was played in it."""
        return self.begun or self.finish is not None or any(self.rubbers)

    def other(self, entrant: str) -> str:
        """Return who meets `entrant` here."""
        return self.b if entrant == self.a else self.a

    def outcome(self, rubber: int = 0) -> Outcome | None:
        """Return how it ended, or how a rubber of it did, counted from 1; None while that is open."""
        return self.rubbers[rubber - 1] if rubber else self.finish


class Protest(Value, frozen=True, kw_only=True):
    """A protest: the line that says so, and what has become of it."""

    line: int
    fixture: str
    side: str
    board: int = 0
    when: int = 0
    stated: int = 0
    """When its text was handed in, in seconds since 1970; 0: not yet."""
    text: str = ""
    ruled: int = 0
    """The line of the ruling; 0: none yet."""
    upheld: bool = False


class SignedResult(Value, frozen=True, kw_only=True):
    """What the sheet of a finished fixture says, and the line by which the referee has decided between the two."""

    line: int
    fixture: str
    outcome: Outcome
    source: str = ""
    decided: int = 0
    """0: not yet."""


class Wave(Value, frozen=True, kw_only=True):
    """One wave: everybody plays once in it, or rests."""

    number: int
    fixtures: tuple[Fixture, ...]
    line: int = 0
    totals: tuple[int, ...] = ()
    hand: bool = False
    basis: tuple[tuple[str, int], ...] = ()
    """Swiss: the order that it was drawn on, with everybody's points then."""


class Section(Value, frozen=True, kw_only=True):
    """One competition within a championship."""

    terms: StageFormat
    members: tuple[str, ...] = ()
    """Who plays in it, once its first wave is drawn."""
    seats: tuple[tuple[str, ...], ...] = ()
    """The groups, or the seeds of a cup in one tuple; empty until they are seated."""
    waves: tuple[Wave, ...] = ()
    present: tuple[str, ...] | None = None
    there: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Swiss: who is there in a later wave, where somebody said so; the others miss it and may come back."""
    late: tuple[tuple[str, int], ...] = ()
    withdrawn: tuple[str, ...] = ()
    deducted: tuple[tuple[str, int], ...] = ()

    @property
    def id(self) -> str:
        """Its identifier."""
        return self.terms.id

    def wave(self, number: int) -> Wave | None:
        """Return a wave that has been drawn, or None."""
        return next((wave for wave in self.waves if wave.number == number), None)

    def group_of(self, entrant: str) -> int:
        """Return the number of somebody's group from 0, or -1."""
        return next((index for index, group in enumerate(self.seats) if entrant in group), -1)


class Championship(Value, frozen=True, kw_only=True):
    """A championship: its head, all that happened, and where that has led."""

    details: Details
    happenings: tuple[AnyHappening, ...] = ()
    entrants: tuple[Entered, ...] = ()
    sections: tuple[Section, ...] = ()
    lot: str = ""
    lines: tuple[tuple[int, str], ...] = ()
    """The fixture that each finish, correction and ruling is about, by the number of its line."""
    umpires: tuple[Appointed, ...] = ()
    protests: tuple[Protest, ...] = ()
    signed: tuple[SignedResult, ...] = ()
    """What signed sheets say of fixtures that something else had finished: the last of each fixture or rubber."""
    voided: tuple[tuple[str, int], ...] = ()
    """How often the links of a role were made void."""

    def entrant(self, id: str) -> Entered:
        """Return an entrant. Raises `RefusedRequest`."""
        for each in self.entrants:
            if each.id == id:
                return each
        raise RefusedRequest(f"nobody is entered as {cut(id)}")

    def section(self, id: str) -> Section:
        """Return a section. Raises `RefusedRequest`."""
        for each in self.sections:
            if each.id == id:
                return each
        names = ", ".join(each.id for each in self.sections) or "none yet"
        raise RefusedRequest(f"there is no section {cut(id)}; expected one of {names}")

    def name(self, id: str) -> str:
        """Return what an entrant is called."""
        return next((each.name for each in self.entrants if each.id == id), id)

    def fixture(self, address: Address) -> Fixture:
        """Return a fixture that has been drawn. Raises `RefusedRequest`."""
        wave = self.section(address.section).wave(address.wave)
        if wave is None:
            raise RefusedRequest(f"{address} has not begun: wave {address.wave} is not drawn yet")
        for each in wave.fixtures:
            if each.number == address.number:
                return each
        raise RefusedRequest(f"there is no fixture {address}; wave {address.wave} has {len(wave.fixtures)}")

    def seed_order(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Return entrants by their seeds; those without one follow in the order of their entry."""
        place = {each.id: (each.seed is None, each.seed or 0, at) for at, each in enumerate(self.entrants)}
        return tuple(sorted(ids, key=lambda id: place[id]))


def may_play(entrant: Entered, terms: StageFormat) -> bool:
    """Whether somebody who is entered plays in a section that nobody qualifies for."""
    if terms.rubbers and entrant.kind != "team":
        return False
    return (terms.kind is None or entrant.kind == terms.kind) and (not entrant.sections or terms.id in entrant.sections)


def members_of(championship: Championship, section: Section) -> tuple[str, ...]:
    """Return who plays in a section, by seed: as it was frozen with the first wave, or as it would be now."""
    late = tuple(id for id, _ in section.late)
    if section.members:
        found = section.members
    elif section.seats:
        found = tuple(id for group in section.seats for id in group)
    elif section.terms.source:
        found = ()
    else:
        found = tuple(each.id for each in championship.entrants if may_play(each, section.terms))
        if section.present is not None:
            found = tuple(id for id in found if id in section.present)
    both = tuple(dict.fromkeys([*(id for id in found if id not in late), *late]))
    return both if section.terms.system == "cup" and section.seats else championship.seed_order(both)


def playing(championship: Championship, section: Section, wave: int) -> tuple[str, ...]:
    """Return who is drawn in a wave: members who have come and have not withdrawn."""
    late, there = dict(section.late), dict(section.there).get(wave)
    return tuple(
        id
        for id in members_of(championship, section)
        if id not in section.withdrawn and late.get(id, 0) <= wave and (there is None or id in there)
    )


def stage_of(section: Section, wave: int) -> Stage:
    """Return the part of the event that a wave belongs to (Laws 56b, 60)."""
    if section.terms.stage is not None:
        return section.terms.stage
    if section.terms.system != "cup":
        return Stage.EARLY
    size = len(section.seats[0]) if section.seats else len(section.members)
    left = max(size - 1, 1).bit_length() - wave + 1
    return Stage.LATE if left <= 3 else Stage.EARLY


def kinds_of(section: Section) -> tuple[Rubber, ...]:
    """Return the rubbers of a tie, in order; none where fixtures are matches."""
    return section.terms.rubbers
