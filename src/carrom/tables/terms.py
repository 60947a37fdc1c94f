"""Game settings: who sits where and what is played, as agreed, and what the store holds beside the events."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

from msgspec import ValidationError
from msgspec.json import Decoder, Encoder

from carrom.board.notation import read_position, write_position
from carrom.board.seat import SEATS, Seat
from carrom.engine.play.levels import current
from carrom.engine.play.opponents import opponent_name
from carrom.errors import NewerVersion, NotationError, RefusedRequest, RulesError
from carrom.game.events import Header, SideName
from carrom.game.game import Game
from carrom.game.new_game import header_of
from carrom.game.play_stroke import simulated
from carrom.physics.surface import PRESETS
from carrom.protocol import ClockPlan, RubberOf, SeatPlan, Sitter, SitterKind, Terms, TieTerms, Who
from carrom.rules.custom.load import custom
from carrom.rules.custom.toml import toml_from
from carrom.rules.ruleset import NAMES, Ruleset, named
from carrom.storage.models import StoredSeat
from carrom.tables.offers import Offers
from carrom.values import Value, changed

PLACES: dict[int, tuple[Seat, ...]] = {
    1: (Seat.SOUTH,),
    2: (Seat.SOUTH, Seat.NORTH),
    3: (Seat.SOUTH, Seat.EAST, Seat.NORTH),
    4: SEATS,
}
"""Where so many sit, in the order of play."""
Levelled = TypeVar("Levelled", Sitter, SeatPlan)
_SIDES: dict[int, tuple[SideName, ...]] = {1: ("A",), 2: ("A", "B"), 3: ("A", "B", "C"), 4: ("A", "B", "A", "B")}


FORMER = "Former player"
"""How somebody is called in games whose account is gone."""


class GameSettings(Value, frozen=True, kw_only=True):
    """The people and programs of one game, and its terms."""

    sitters: tuple[Sitter, ...]
    """In the order of play, by their seats at the beginning."""
    terms: Terms | None = None
    """None in games of version 0.1.0: official singles, one game, the first break as their header says."""
    paused: bool = False
    """Whether the clock stands."""
    tie: RubberOf | None = None
    """The tie that the game is a rubber of."""
    found: bool = False
    """Whether its people found each other in the lobby."""
    pool: str | None = None
    """The pool of ratings in which it counts (`seeks/pools.py`); None: it does not count."""
    accord: Offers | None = None
    """What was said at the table since the last event; None: nothing yet."""

    @property
    def people(self) -> frozenset[Seat]:
        """The seats where a person sits."""
        return frozenset(sitter.seat for sitter in self.sitters if sitter.kind is SitterKind.HUMAN)

    @property
    def programs(self) -> dict[Seat, str]:
        """The level of the program at each of its seats."""
        return {sitter.seat: sitter.level for sitter in self.sitters if sitter.level is not None}

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that wait for a friend."""
        return tuple(sitter.seat for sitter in self.sitters if sitter.kind is SitterKind.OPEN)

    @property
    def clock(self) -> ClockPlan | None:
        """The clock that was agreed; None: none."""
        return None if self.terms is None else self.terms.clock

    def taken(self, seats: Iterable[StoredSeat]) -> "GameSettings":
        """Return the setting with who holds these seats: the open ones are his, and who has an account is known."""
        held = {each.seat: each for each in seats}
        return changed(self, sitters=tuple(_held(each, held.get(each.seat)) for each in self.sitters))

    def again(self, first_break: Seat | None) -> "GameSettings":
        """Return the setting of a rematch; `first_break` is who broke first, for games without terms."""
        plans = (
            SeatPlan(seat=each.seat, who=Who.HERE if each.level is None else Who.PROGRAM, level=each.level)
            for each in self.sitters
        )
        terms = self.terms or Terms(seats=tuple(plans), first_break=first_break)
        return GameSettings(sitters=self.sitters, terms=terms, found=self.found, pool=self.pool)

    @classmethod
    def of(cls, terms: Terms) -> "GameSettings":
        """Return who sits where by these terms. Raises `RefusedRequest` for seats or levels that cannot be."""
        plans = {plan.seat: plan for plan in terms.seats}
        places = PLACES[len(terms.seats)]
        if set(plans) != set(places) or len(plans) != len(terms.seats):
            raise RefusedRequest(
                f"the seats given are {', '.join(plan.seat for plan in terms.seats)}; expected {', '.join(places)} "
                f"where {len(places)} play"
            )
        return cls(sitters=tuple(_sitter(plans[seat]) for seat in places), terms=terms)

    def header(self, when: int) -> tuple[Header, Ruleset]:
        """Return the header and the rule book of the game by these terms, begun at `when` (seconds since 1970).

        Raises `RefusedRequest` or `RulesError` for what cannot be played.
        """
        terms = self.terms
        assert terms is not None, "a game begins by its terms"
        if terms.surface not in PRESETS:
            raise RefusedRequest(f"no surface is called {terms.surface!r:.40}; expected one of {', '.join(PRESETS)}")
        rules, players = rules_of(terms), len(self.sitters)
        header = header_of(
            rules,
            players,
            terms.length.value,
            terms.surface,
            [recorded(sitter) for sitter in self.sitters],
            None if terms.first_break is None else _side(PLACES[players], terms.first_break),
            None,
            terms.handicap,
        )
        header = changed(header, start=_start(terms))
        if self.tie is not None:
            teams, number = " - ".join(self.tie.teams), f"rubber {self.tie.rubber}"
            header = changed(header, event=teams, match_number=number)
        return simulated(changed(header, date=datetime.fromtimestamp(when, UTC).date().isoformat())), rules

    def told(self, game: Game) -> Game:
        """Return a game as its record has it: with the names that people have now, whatever its events say."""
        names = {each.seat: each.name for each in self.sitters if each.kind is SitterKind.HUMAN}
        header = game.header
        players = tuple(changed(each, name=names.get(each.seat, each.name)) for each in header.players)
        if players == header.players:
            return game
        return game.with_header(changed(header, players=players))

    def text(self) -> str:
        """Return it as the store keeps it."""
        return Encoder().encode(self).decode()

    @classmethod
    def read(cls, text: str) -> "GameSettings":
        """Return what `text` wrote; raises `NewerVersion`."""
        try:
            found = Decoder(cls).decode(text)
        except ValidationError as error:
            raise NewerVersion(
                f"A stored game's setting cannot be read ({error}); the game was left as it is."
            ) from error
        sitters = tuple(_today(sitter) for sitter in found.sitters)
        terms = found.terms and changed(found.terms, seats=tuple(_today(plan) for plan in found.terms.seats))
        return changed(found, sitters=sitters, terms=terms)


def begun_by(terms: Terms, name: str) -> Terms:
    """Return the terms with the seat of who begins in the name of his account."""
    plans = (changed(plan, name=name) if plan.who is Who.ME else plan for plan in terms.seats)
    return changed(terms, seats=tuple(plans))


def rules_of(terms: Terms | TieTerms) -> Ruleset:
    """Return the rule book of these terms. Raises `RulesError` in one sentence."""
    if terms.rules is not None:
        return rules_from(terms.rules)
    if terms.ruleset not in NAMES:
        raise RulesError(f"no rule set is called {terms.ruleset!r:.50}; expected one of {', '.join(NAMES)}")
    return named(terms.ruleset)


def rules_from(text: str) -> Ruleset:
    """Return the custom rule book of a TOML text. Raises `RulesError` naming the key and what is allowed."""
    name = "house rules"
    return custom(toml_from(text.encode("utf-8", "surrogatepass"), name), name)


def called(name: str, seat: Seat) -> str:
    """Return a person's name fit to be shown and recorded: on one line, and the seat's where none is given."""
    return on_one_line(name) or seat.capitalize()


def on_one_line(name: str) -> str:
    """Return a name without what cannot be printed and without spaces at its ends."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def _sitter(plan: SeatPlan) -> Sitter:
    """Return who sits down by a plan; raises `RefusedRequest` for an unknown level."""
    if plan.who is Who.PROGRAM:
        level = opponent_name(plan.level or "")
        return Sitter(seat=plan.seat, name="Program", kind=SitterKind.PROGRAM, level=level)
    kind = SitterKind.OPEN if plan.who is Who.LINK else SitterKind.HUMAN
    name = "" if kind is SitterKind.OPEN else plan.name
    return Sitter(seat=plan.seat, name=called(name, plan.seat), kind=kind, here=kind is SitterKind.HUMAN)


def _held(sitter: Sitter, by: StoredSeat | None) -> Sitter:
    """Return who sits at a seat that is held by somebody, or by nobody yet."""
    if by is None or sitter.kind is SitterKind.PROGRAM:
        return sitter
    here = sitter if sitter.kind is SitterKind.HUMAN else Sitter(seat=sitter.seat, name=by.name, kind=SitterKind.HUMAN)
    return changed(here, bot=here.bot or by.bot, account=by.called != "" and by.called == here.name)


def _today(whose: Levelled) -> Levelled:
    """Return a sitter or plan with its level called as it is today."""
    return whose if whose.level is None else changed(whose, level=current(whose.level))


def _start(terms: Terms) -> str:
    """Return the position to start from as the header has it; raises `RefusedRequest`."""
    if terms.position is None:
        return ""
    try:
        return write_position(read_position(terms.position))
    except NotationError as fault:
        raise RefusedRequest(f"the position to start from cannot be read: {fault}") from None


def _side(places: tuple[Seat, ...], seat: Seat) -> SideName:
    if seat not in places:
        raise RefusedRequest(f"{seat} cannot break first: nobody sits there; expected one of {', '.join(places)}")
    return _SIDES[len(places)][places.index(seat)]


def recorded(sitter: Sitter) -> str:
    """Return a sitter's name for the record, which has no other place for the program's level."""
    return sitter.name if sitter.level is None else f"{sitter.name} ({sitter.level})"
