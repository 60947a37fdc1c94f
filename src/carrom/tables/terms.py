"""Game settings: players, terms, access, and everything else stored with a game besides its events."""

import hmac
from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import ValidationError
from msgspec.json import Decoder, Encoder

from carrom.board.notation import read_position, write_position
from carrom.board.seat import SEATS, Seat
from carrom.engine.levels import opponent_name
from carrom.errors import NewerVersion, NotationError, RefusedRequest, RulesError
from carrom.game.events import Header, SideName
from carrom.game.game import GameHistory
from carrom.game.new_game import header_of
from carrom.game.play_stroke import simulated
from carrom.physics.surface import PRESETS
from carrom.protocol import ClockPlan, RubberOf, SeatPlan, Sitter, SitterKind, Terms, TieTerms, Who
from carrom.rules.custom import custom, toml_from
from carrom.rules.ruleset import NAMES, Ruleset, named
from carrom.storage.database import StoredGame, StoredSeat
from carrom.tables.proposal import Offers
from carrom.tokens import hashed
from carrom.values import Value, changed

# -- access: seat keys, invitations and watch links --------------------------------------------------------------------


class Access(Value, frozen=True, kw_only=True):
    """The credentials of a game, as hashes."""

    seats: tuple[StoredSeat, ...]
    """Holders of seats, identified by the seats at the start of the game."""
    watch: str | None = None
    invite: str | None = None
    open: bool = False
    """Whether anybody may watch."""

    @classmethod
    def of(cls, stored: StoredGame) -> "Access":
        """Return the credentials of a stored game."""
        return cls(seats=stored.seats, watch=stored.watch, invite=stored.invite, open=stored.open)

    def held_with(self, key: str | None, account: str | None = None) -> tuple[Seat, ...]:
        """Return the players that a key or an account acts for, in order of play.

        The comparison takes the same time for every wrong key.
        """
        return self.held_by("" if key is None else hashed(key), account)

    def held_by(self, word: str, account: str | None = None) -> tuple[Seat, ...]:
        """Return the players that a key with this hash, or an account, acts for."""
        held = {each.seat for each in self.seats if hmac.compare_digest(each.hash, word)}
        held |= {each.seat for each in self.seats if account is not None and each.account == account}
        return tuple(seat for seat in SEATS if seat in held)

    def with_seat(self, seat: StoredSeat) -> "Access":
        """Return the credentials after a seat has been taken."""
        return changed(self, seats=(*self.seats, seat))

    def lets_watch(self, word: str | None) -> bool:
        """Return whether the holder of this secret may watch."""
        return self.open or _opens(word, self.watch)

    def lets_join(self, word: str) -> bool:
        """Return whether the holder of this secret may take an open seat."""
        return _opens(word, self.invite)


def _opens(word: str | None, hash: str | None) -> bool:
    return word is not None and hash is not None and hmac.compare_digest(hash, hashed(word))


# -- the settings ------------------------------------------------------------------------------------------------------


PLACES: dict[int, tuple[Seat, ...]] = {
    1: (Seat.SOUTH,),
    2: (Seat.SOUTH, Seat.NORTH),
    3: (Seat.SOUTH, Seat.EAST, Seat.NORTH),
    4: SEATS,
}
"""Seats for each number of players, in order of play."""
_SIDES: dict[int, tuple[SideName, ...]] = {1: ("A",), 2: ("A", "B"), 3: ("A", "B", "C"), 4: ("A", "B", "A", "B")}


FORMER = "Former player"
"""Name of players whose account was deleted."""


class GameSettings(Value, frozen=True, kw_only=True):
    """The players of one game, and its terms."""

    sitters: tuple[Sitter, ...]
    """Players in order of play, with their seats at the start."""
    terms: Terms
    paused: bool = False
    """Whether the clock is paused."""
    tie: RubberOf | None = None
    """The tie that the game is a rubber of."""
    found: bool = False
    """Whether the players were matched in the lobby."""
    pool: str | None = None
    """Rating pool of the game; None if it is unrated."""
    accord: Offers | None = None
    """Offers since the last event; None if there are none."""

    @property
    def people(self) -> frozenset[Seat]:
        """Seats of people."""
        return frozenset(sitter.seat for sitter in self.sitters if sitter.kind is SitterKind.HUMAN)

    @property
    def programs(self) -> dict[Seat, str]:
        """Level of the computer at each of its seats."""
        return {sitter.seat: sitter.level for sitter in self.sitters if sitter.level is not None}

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """Seats that wait for an invited player."""
        return tuple(sitter.seat for sitter in self.sitters if sitter.kind is SitterKind.OPEN)

    @property
    def clock(self) -> ClockPlan | None:
        """The agreed clock; None if there is none."""
        return self.terms.clock

    def taken(self, seats: Iterable[StoredSeat]) -> "GameSettings":
        """Return the settings with these seats taken, and with the accounts of their holders."""
        held = {each.seat: each for each in seats}
        return changed(self, sitters=tuple(_held(each, held.get(each.seat)) for each in self.sitters))

    def again(self) -> "GameSettings":
        """Return the settings of a rematch."""
        return GameSettings(sitters=self.sitters, terms=self.terms, found=self.found, pool=self.pool)

    @classmethod
    def of(cls, terms: Terms) -> "GameSettings":
        """Return the settings for these terms. Raises `RefusedRequest` for invalid seats or levels."""
        plans = {plan.seat: plan for plan in terms.seats}
        places = PLACES[len(terms.seats)]
        if set(plans) != set(places) or len(plans) != len(terms.seats):
            raise RefusedRequest(
                f"the seats given are {', '.join(plan.seat for plan in terms.seats)}; expected {', '.join(places)} "
                f"for {len(places)} players"
            )
        return cls(sitters=tuple(_sitter(plans[seat]) for seat in places), terms=terms)

    def header(self, when: int) -> tuple[Header, Ruleset]:
        """Return the header and the rule book of a game by these settings, begun at `when` (seconds since 1970).

        Raises `RefusedRequest` or `RulesError` for invalid terms.
        """
        terms = self.terms
        if terms.surface not in PRESETS:
            raise RefusedRequest(f"there is no surface {terms.surface!r:.40}; expected one of {', '.join(PRESETS)}")
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

    def told(self, game: GameHistory) -> GameHistory:
        """Return a game as shown in its record, with the present names of its players."""
        names = {each.seat: each.name for each in self.sitters if each.kind is SitterKind.HUMAN}
        header = game.header
        players = tuple(changed(each, name=names.get(each.seat, each.name)) for each in header.players)
        if players == header.players:
            return game
        return game.with_header(changed(header, players=players))

    def text(self) -> str:
        """Return the stored form of the settings."""
        return Encoder().encode(self).decode()

    @classmethod
    def read(cls, text: str) -> "GameSettings":
        """Parse stored settings. Raises `NewerVersion`."""
        try:
            return Decoder(cls).decode(text)
        except ValidationError as error:
            raise NewerVersion(
                f"The settings of a stored game cannot be read ({error}); the game is unchanged."
            ) from error


def begun_by(terms: Terms, name: str) -> Terms:
    """Return the terms with the account name of the player who starts the game."""
    plans = (changed(plan, name=name) if plan.who is Who.ME else plan for plan in terms.seats)
    return changed(terms, seats=tuple(plans))


def rules_of(terms: Terms | TieTerms) -> Ruleset:
    """Return the rule book of these terms. Raises `RulesError` in one sentence."""
    if terms.rules is not None:
        return rules_from(terms.rules)
    if terms.ruleset not in NAMES:
        raise RulesError(f"there is no rule set {terms.ruleset!r:.50}; expected one of {', '.join(NAMES)}")
    return named(terms.ruleset)


def rules_from(text: str) -> Ruleset:
    """Return the custom rule book of a TOML text. Raises `RulesError`, which names the key and the allowed values."""
    name = "house rules"
    return custom(toml_from(text.encode("utf-8", "surrogatepass"), name), name)


def called(name: str, seat: Seat) -> str:
    """Return a person's name on one line, or the seat's name if it is empty."""
    return on_one_line(name) or seat.capitalize()


def on_one_line(name: str) -> str:
    """Return a name without unprintable characters and without spaces at its ends."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def _sitter(plan: SeatPlan) -> Sitter:
    """Return the player planned for a seat. Raises `RefusedRequest` for an unknown level."""
    if plan.who is Who.PROGRAM:
        level = opponent_name(plan.level or "")
        return Sitter(seat=plan.seat, name="Program", kind=SitterKind.PROGRAM, level=level)
    kind = SitterKind.OPEN if plan.who is Who.LINK else SitterKind.HUMAN
    name = "" if kind is SitterKind.OPEN else plan.name
    return Sitter(seat=plan.seat, name=called(name, plan.seat), kind=kind, here=kind is SitterKind.HUMAN)


def _held(sitter: Sitter, by: StoredSeat | None) -> Sitter:
    """Return the player at a seat, given its holder or None."""
    if by is None or sitter.kind is SitterKind.PROGRAM:
        return sitter
    here = sitter if sitter.kind is SitterKind.HUMAN else Sitter(seat=sitter.seat, name=by.name, kind=SitterKind.HUMAN)
    return changed(here, bot=here.bot or by.bot, account=by.called != "" and by.called == here.name)


def _start(terms: Terms) -> str:
    """Return the start position as in the header. Raises `RefusedRequest`."""
    if terms.position is None:
        return ""
    try:
        return write_position(read_position(terms.position))
    except NotationError as fault:
        raise RefusedRequest(f"the position to start from cannot be read: {fault}") from None


def _side(places: tuple[Seat, ...], seat: Seat) -> SideName:
    if seat not in places:
        raise RefusedRequest(
            f"{seat} cannot break first, because the seat is empty; expected one of {', '.join(places)}"
        )
    return _SIDES[len(places)][places.index(seat)]


def recorded(sitter: Sitter) -> str:
    """Return a player's name for the record, which has no separate field for the level."""
    return sitter.name if sitter.level is None else f"{sitter.name} ({sitter.level})"
