"""A team match as a pure value: captains' requests in, events out.

A tie room is the fold of its events over the terms of the tie: the second team with its captain, the line-ups, and the
game of each rubber. Results are not events: they are in the games, which are passed in (`games`), and the rules' `Tie`
derives the score from them.

`propose_…` methods return the event of a request and change nothing; the caller stores it and then calls `commit`.
"""

from collections.abc import Mapping

import msgspec

from carrom.errors import RefusedRequest, RulesError, StoreError
from carrom.game.game import GameHistory
from carrom.game.match import Names, Pairing, check_side, first_lineup
from carrom.game.tie import Tie
from carrom.protocol import BeginRubber, LineUp, NewTie, PlayerPlan, Refusal, RubberOf, TeamPlan, TieTerms, Who
from carrom.server.play.tie_terms import (
    Numbered,
    agreed,
    agreed_team,
    names_now,
    numbered,
    renamed_game,
    renamed_sheet,
    renamed_team,
    seats_of,
    setting_of,
    team_of,
)
from carrom.storage.database import StoredEvent, StoredGame, StoredSeat
from carrom.tables.proposal import CommandRefused
from carrom.tables.terms import GameSettings, rules_of
from carrom.values import Value, changed

SIDES = ("A", "B")
MOST_EVENTS = 300
"""The most events in one tie, so that endless changes of a line-up cannot fill the disk."""


class CaptainClaim(Value, frozen=True, kw_only=True, tag_field="type", tag="led"):
    """A captain joined for the second team, and named its players."""

    team: TeamPlan


class LineUpSubmitted(Value, frozen=True, kw_only=True, tag_field="type", tag="lined-up"):
    """A team named its players for the rubbers; it may submit again until both teams have."""

    side: str
    rubbers: Names


class RubberStarted(Value, frozen=True, kw_only=True, tag_field="type", tag="begun"):
    """The next rubber is played as this game."""

    game: str


TieEvent = CaptainClaim | LineUpSubmitted | RubberStarted
_events: msgspec.json.Decoder[TieEvent] = msgspec.json.Decoder(TieEvent)
_terms = msgspec.json.Decoder(TieTerms)


class TieState(Value, frozen=True, kw_only=True):
    """The terms and events so far, without the games."""

    terms: TieTerms
    sheets: tuple[Names | None, Names | None] = (None, None)
    games: tuple[str, ...] = ()

    def apply(self, event: TieEvent) -> "TieState":
        """Return the state after an event."""
        match event:
            case CaptainClaim(team=team):
                return changed(self, terms=changed(self.terms, teams=(self.terms.teams[0], team)))
            case LineUpSubmitted(side="A", rubbers=rubbers):
                return changed(self, sheets=(rubbers, self.sheets[1]))
            case LineUpSubmitted(rubbers=rubbers):
                return changed(self, sheets=(self.sheets[0], rubbers))
            case RubberStarted(game=game):
                return changed(self, games=(*self.games, game))

    def renamed(self, names: Mapping[str, str]) -> "TieState":
        """Return a copy with current names."""
        if not names:
            return self
        first, second = (renamed_team(team, names) for team in self.terms.teams)
        a, b = (None if sheet is None else renamed_sheet(sheet, names) for sheet in self.sheets)
        return changed(self, terms=changed(self.terms, teams=(first, second)), sheets=(a, b))

    @property
    def lineup(self) -> tuple[Pairing, ...]:
        """The pairings; empty before both teams have submitted a line-up."""
        a, b = self.sheets
        if a is None or b is None:
            return ()
        return tuple(Pairing(a=one, b=other) for one, other in zip(a, b, strict=True))


class TieRoom:
    """One team match."""

    def __init__(
        self,
        name: str,
        terms: TieTerms,
        events: tuple[TieEvent, ...],
        nonces: Mapping[str, int],
        seats: tuple[StoredSeat, ...],
        games: Mapping[str, GameHistory],
    ) -> None:
        """Fold the events; `seats` are the taken ones, `games` those of the rubbers by id.

        Raises `CarromError` if they are inconsistent.
        """
        self.name, self.seats, self.version = name, seats, len(events)
        self.rules = rules_of(terms)
        draft = TieState(terms=terms)
        for event in events:
            draft = draft.apply(event)
        self._names = names_now(draft.terms.teams, seats)
        self.draft = draft.renamed(self._names)
        self._nonces = dict(nonces)
        self._games = {game: renamed_game(each, self._names) for game, each in games.items()}
        self.tie = self._tie()

    @classmethod
    def begin(cls, name: str, request: NewTie, seats: tuple[StoredSeat, ...]) -> tuple["TieRoom", str, TieEvent | None]:
        """Return a new tie, its terms as text, and its first event if there is one; raises `CommandRefused`."""
        try:
            terms = agreed(request.terms)
            room = cls(name, terms, (), {}, seats, {})
            first = LineUpSubmitted(side="B", rubbers=room.suggestion("B")) if terms.captain is Who.PROGRAM else None
        except (RefusedRequest, RulesError) as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None
        return room, msgspec.json.encode(terms).decode(), first

    @classmethod
    def restored(cls, stored: StoredGame, games: Mapping[str, GameHistory]) -> "TieRoom":
        """Return a stored tie with the games of its rubbers; raises `CarromError` if it cannot be read."""
        nonces = {event.nonce: event.version for event in stored.events if event.nonce is not None}
        return cls(stored.game, *read(stored), nonces, stored.seats, games)

    @property
    def terms(self) -> TieTerms:
        """The terms of the tie."""
        return self.draft.terms

    def players(self, side: str) -> tuple[Numbered, ...]:
        """Return the players of a team."""
        return numbered(side, self.terms.teams[SIDES.index(side)])

    def held_by(self, hash: str, account: str | None = None) -> tuple[str, ...]:
        """Return the seats that the key with this hash, or an account, gives access to."""
        return tuple(
            sorted(
                each.seat
                for each in self.seats
                if each.hash == hash or (account is not None and each.account == account)
            )
        )

    def holder(self, place: str) -> StoredSeat | None:
        """Return who holds a place; for a player at their captain's screen, the captain."""
        found = {each.seat: each for each in self.seats}
        here = any(each.place == place and each.plan.who is Who.HERE for each in self.players(place[0]))
        return found.get(place[0] if here else place)

    def awaited(self) -> tuple[Numbered, ...]:
        """Return the players of the next rubber who play by link and have not joined yet."""
        pairing = self.tie.pairing
        if pairing is None or self.tie.running is not None:
            return ()
        named = {each.name: each for side in SIDES for each in self.players(side)}
        playing = [named[name] for name in (*pairing.a, *pairing.b)]
        return tuple(each for each in playing if each.plan.who is Who.LINK and self.holder(each.place) is None)

    def suggestion(self, side: str) -> Names:
        """Return a valid line-up, with the players in order; raises `RefusedRequest` if there is none."""
        return first_lineup(self.rules, [each.name for each in self.players(side)], self.tie.order)

    def done(self, nonce: str) -> int | None:
        """Return the version of the event of the request with this nonce; None for a new request."""
        return self._nonces.get(nonce)

    def propose_team(self, team: TeamPlan | None) -> CaptainClaim | None:
        """Return the event by which the second team joins; None if it has. Raises `CommandRefused`."""
        second = self.terms.teams[1]
        if second.players:
            return None
        if team is None or not team.players:
            raise CommandRefused(Refusal.ILLEGAL, f"{second.name} has no players yet; its captain adds them")
        try:
            found = agreed_team(self.rules, team, second.name, self.terms.teams[:1])
            Tie.begin(self.rules, (team_of(self.terms.teams[0]), team_of(found)))
        except (RefusedRequest, RulesError) as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None
        return CaptainClaim(team=found)

    def propose_lineup(self, request: LineUp, held: tuple[str, ...]) -> LineUpSubmitted:
        """Return the event that submits a line-up.

        Raises `CommandRefused` for anyone but the team's captain, and for a line-up that the rules forbid.
        """
        side = request.side.value
        team = self.terms.teams[SIDES.index(side)]
        if side not in held:
            raise CommandRefused(Refusal.NOT_YOURS, f"Only the captain of {team.name} can line it up.")
        if self.draft.lineup:
            raise CommandRefused(Refusal.NOT_NOW, "Both teams are lined up; line-ups can no longer be changed.")
        if self.version >= MOST_EVENTS and self.draft.sheets[SIDES.index(side)] is not None:
            raise CommandRefused(Refusal.FULL, "This line-up was changed too often; the last one stands.")
        names = [each.name for each in self.players(side)]
        for name in (name for rubber in request.rubbers for name in rubber):
            if name not in names:
                players = ", ".join(names) or "nobody yet"
                raise CommandRefused(Refusal.ILLEGAL, f"{name!r} is not in {team.name}; its players are {players}.")
        if len(request.rubbers) != len(self.tie.order):
            given, asked = len(request.rubbers), len(self.tie.order)
            raise CommandRefused(
                Refusal.ILLEGAL, f"The line-up names players for {given} rubbers; the tie has {asked}."
            )
        try:
            check_side(self.rules, request.side.value, list(zip(self.tie.order, request.rubbers, strict=True)))
        except RefusedRequest as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None
        return LineUpSubmitted(side=side, rubbers=request.rubbers)

    def propose_rubber(
        self, request: BeginRubber, held: tuple[str, ...]
    ) -> tuple[GameSettings, tuple[StoredSeat, ...]]:
        """Return the settings of the next rubber's game and its seats; raises `CommandRefused`."""
        if not set(held) & set(SIDES):
            raise CommandRefused(Refusal.NOT_YOURS, "Only a captain can start a rubber.")
        try:
            self.tie.header()
        except RefusedRequest as fault:
            raise CommandRefused(Refusal.NOT_NOW, str(fault)) from None
        number, pairing = self.tie.number, self.tie.pairing
        assert number is not None
        assert pairing is not None
        if request.rubber != number:
            raise CommandRefused(
                Refusal.STALE, f"The message is for rubber {request.rubber}; the next rubber is {number}."
            )
        if away := self.awaited():
            who = " and ".join(each.name for each in away)
            verb = "has" if len(away) == 1 else "have"
            raise CommandRefused(
                Refusal.NOT_NOW, f"{who} {verb} not come yet; a captain may take their player's place."
            )
        plans: dict[str, Numbered] = {each.name: each for side in SIDES for each in self.players(side)}
        of = RubberOf(tie=self.name, rubber=number, teams=tuple(team.name for team in self.terms.teams))
        setting = setting_of(self.terms, of, pairing, {name: each.plan for name, each in plans.items()})
        seats = tuple(
            StoredSeat(seat=seat, name=plans[name].plan.name, hash=holder.hash, account=holder.account)
            for seat, name in seats_of(pairing).items()
            if (holder := self._holder_of(plans[name].plan, plans[name].place)) is not None
        )
        return setting, seats

    def _holder_of(self, plan: PlayerPlan, place: str) -> StoredSeat | None:
        return None if plan.who is Who.PROGRAM else self.holder(place)

    def stored(self, event: TieEvent, nonce: str | None) -> StoredEvent:
        """Return an event in the form in which it is stored."""
        return StoredEvent(version=self.version + 1, body=msgspec.json.encode(event).decode(), nonce=nonce)

    def commit(self, event: TieEvent, nonce: str | None, game: GameHistory | None = None) -> None:
        """Apply a stored event; `RubberStarted` requires the rubber's game."""
        self.draft, self.version = self.draft.apply(event), self.version + 1
        if nonce is not None:
            self._nonces[nonce] = self.version
        if isinstance(event, RubberStarted):
            assert game is not None, "a rubber begins with its game"
            self._games[event.game] = renamed_game(game, self._names)
        self.tie = self._tie()

    def seat_taken(self, seat: StoredSeat) -> None:
        """Record that an open seat was taken."""
        self.seats = (*(each for each in self.seats if each.seat != seat.seat), seat)

    def heard(self, name: str, game: GameHistory) -> bool:
        """Update the game of a rubber; return whether it belongs to this tie and has new events."""
        if name not in self._games or len(game.events) <= len(self._games[name].events):
            return False
        self._games[name] = game = renamed_game(game, self._names)
        self.tie = self.tie.after(game) if name == self.draft.games[-1] else self._tie()
        return True

    def record_of(self, number: int) -> GameHistory:
        """Return the game of a started rubber, counted from 1."""
        return self._games[self.draft.games[number - 1]]

    def _tie(self) -> Tie:
        """Return the tie as the rules see it, with all games so far."""
        a, b = (team_of(team) for team in self.terms.teams)
        tie = Tie.begin(self.rules, (a, b))
        if self.draft.lineup:
            tie = tie.named(*self.draft.lineup)
        for name in self.draft.games:
            tie = tie.opened(self._games[name])
        return tie


def read(stored: StoredGame) -> tuple[TieTerms, tuple[TieEvent, ...]]:
    """Return a stored tie's terms and events; raises `StoreError`."""
    try:
        return _terms.decode(stored.setting), tuple(_events.decode(event.body) for event in stored.events)
    except msgspec.ValidationError as error:
        raise StoreError(f"A stored tie cannot be read ({error}); it was left as it is.") from error
