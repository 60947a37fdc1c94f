"""Ties between two teams: rubbers, line-ups and the state of the tie.

A tie is an immutable value over games: `Tie.begin`, `named` for each line-up, `header` for the record of the next
rubber, and `opened` and `after` as it is played. The rule set supplies what the event sheet leaves open.
"""

from collections.abc import Sequence
from typing import Literal

from carrom.board.seat import SEATS, Seat
from carrom.errors import RefusedRequest
from carrom.game.events import Header, Player, SideName
from carrom.game.game import GameHistory
from carrom.game.match import GameEntry, Pairing, Rubber, TieScore, check_lineup, order_of, score_tie
from carrom.game.score import SIDES, Side, Stage, Totals
from carrom.game.state import GameRecord
from carrom.rules.ruleset import Ruleset
from carrom.values import Value, changed

__all__ = ["Pairing", "RubberLine", "Standing", "Team", "Tie", "check_lineup", "order_of", "tie_of"]

Standing = Literal["played", "running", "next", "to come", "dead"]
"""State of a rubber; a dead one is not played, because the tie was decided earlier."""


class Team(Value, frozen=True, kw_only=True):
    """One team of a tie."""

    name: str
    players: tuple[str, ...] = ()
    """Eligible players; empty if anybody may be lined up."""


class RubberLine(Value, frozen=True, kw_only=True):
    """One rubber on the card of a tie."""

    number: int
    """From 1."""
    kind: Rubber
    standing: Standing
    pairing: Pairing | None
    """The players; None while there is no line-up."""
    score: Totals | None = None
    winner: Side | None = None


class Tie(Value, frozen=True, kw_only=True):
    """Two teams, the rubbers to play, and the games so far, in order; only the last may be open."""

    rules: Ruleset
    teams: tuple[Team, Team]
    order: tuple[Rubber, ...]
    play_out: bool = False
    """Whether dead rubbers are played too."""
    stage: Stage | None = None
    lineup: tuple[Pairing, ...] = ()
    """The players of the first rubbers of the order."""
    games: tuple[GameHistory, ...] = ()

    @classmethod
    def begin(
        cls,
        rules: Ruleset,
        teams: tuple[Team, Team],
        order: Sequence[Rubber] | None = None,
        play_out: bool | None = None,
        stage: Stage | None = None,
    ) -> "Tie":
        """Return a tie before its first rubber; order and dead rubbers default to the rule set's.

        Raises `RefusedRequest` for a rule set without ties, or two teams with the same name.
        """
        if teams[0].name == teams[1].name:
            raise RefusedRequest(f"both teams are called {teams[0].name!r}; expected two names")
        rubbers = order_of(rules) if order is None else tuple(order)
        if not rubbers:
            raise RefusedRequest("a tie needs at least one rubber; its order is empty")
        out = not rules.has("dead-rubbers-left") if play_out is None else play_out
        return cls(rules=rules, teams=teams, order=rubbers, play_out=out, stage=stage)

    def named(self, *pairings: Pairing) -> "Tie":
        """Return the tie with the line-up of the next rubbers. Raises `RefusedRequest` if it is not allowed."""
        lineup = (*self.lineup, *pairings)
        check_lineup(self.rules, lineup, self.order)
        for side, team in zip(SIDES, self.teams, strict=True):
            for name in (name for pairing in pairings for name in getattr(pairing, side.lower())):
                if team.players and name not in team.players:
                    raise RefusedRequest(f"{name} is not of {team.name}; its players are {', '.join(team.players)}")
        return changed(self, lineup=lineup)

    def unnamed(self) -> "Tie":
        """Return the tie without its last line-up, and without the game of that rubber."""
        lineup = self.lineup[:-1]
        return changed(self, lineup=lineup, games=self.games[: len(lineup)])

    @property
    def running(self) -> GameHistory | None:
        """The game of the current rubber, or None between two rubbers."""
        return self.games[-1] if self.games and not self.games[-1].is_over else None

    @property
    def number(self) -> int | None:
        """The number (from 1) of the current or next rubber; None when the tie is finished."""
        if self.running is not None:
            return len(self.games)
        return None if self.score.finished else len(self.games) + 1

    @property
    def pairing(self) -> Pairing | None:
        """The players of the rubber `number`; None without a line-up, or when the tie is finished."""
        number = self.number
        return None if number is None or number > len(self.lineup) else self.lineup[number - 1]

    def header(self, **details: object) -> Header:
        """Return the header of the next rubber's record on a wooden board; `details` are further fields.

        Raises `RefusedRequest` during a rubber, when the tie is finished, or without a line-up.
        """
        number, pairing = self._next()
        header = Header(
            players=_players(pairing),
            ruleset=self.rules.name,
            stage=self.stage,
            surface=None,
            match_number=f"rubber {number}",
        )
        return changed(header, **details)

    def _next(self) -> tuple[int, Pairing]:
        number, pairing = self.number, self.pairing
        if self.running is not None:
            raise RefusedRequest(f"rubber {number} is being played; it has to end before the next")
        if number is None:
            raise RefusedRequest("the tie is finished; no more rubbers are played")
        if pairing is None:
            raise RefusedRequest(f"rubber {number}, a {self.order[number - 1]}, has no players; expected a line-up")
        return number, pairing

    def opened(self, game: GameHistory) -> "Tie":
        """Return the tie with the record of the next rubber, new or finished. Raises `RefusedRequest` if it does not
        fit."""
        number, pairing = self._next()
        _check_game(self, game, number, pairing)
        return changed(self, games=(*self.games, game))

    def after(self, game: GameHistory) -> "Tie":
        """Return the tie with a newer record of the last rubber (after more events, or a correction)."""
        if not self.games:
            raise RefusedRequest("no rubber has begun; the first one has to be opened")
        _check_game(self, game, len(self.games), self.lineup[len(self.games) - 1])
        return changed(self, games=(*self.games[:-1], game))

    @property
    def score(self) -> TieScore:
        """The state of the tie."""
        return tie_of(self.rules, self.games, self.order, self.play_out, self.stage)

    @property
    def winner(self) -> Team | None:
        """The winning team, as soon as it is decided."""
        winner = self.score.winner
        return None if winner is None else self.teams[SIDES.index(winner)]

    @property
    def is_over(self) -> bool:
        """Whether all rubbers have been played."""
        return self.number is None

    @property
    def rubbers(self) -> tuple[RubberLine, ...]:
        """Every rubber of the order, as on the score card of the tie."""
        score, number = self.score, self.number
        lines: list[RubberLine] = []
        for index, kind in enumerate(self.order):
            standing: Standing = "dead" if number is None else "to come"
            if index < len(self.games):
                standing = "played" if self.games[index].is_over else "running"
            elif index + 1 == number:
                standing = "next"
            scored = score.rubbers[index] if index < len(score.rubbers) else None
            lines.append(
                RubberLine(
                    number=index + 1,
                    kind=kind,
                    standing=standing,
                    pairing=self.lineup[index] if index < len(self.lineup) else None,
                    score=scored.score if scored else None,
                    winner=scored.winner if scored else None,
                )
            )
        return tuple(lines)


def _players(pairing: Pairing) -> tuple[Player, ...]:
    """Return the players of a rubber with seats: team A south (and north), B north (or east and west)."""
    sides: tuple[tuple[SideName, tuple[str, ...]], ...] = (("A", pairing.a), ("B", pairing.b))
    seats = {"A": (Seat.SOUTH, Seat.NORTH), "B": (Seat.EAST, Seat.WEST) if len(pairing.b) == 2 else (Seat.NORTH,)}
    players = [
        Player(name=name, seat=seat, side=side)
        for side, names in sides
        for name, seat in zip(names, seats[side], strict=False)
    ]
    return tuple(sorted(players, key=lambda player: SEATS.index(player.seat)))


def _check_game(tie: Tie, game: GameHistory, number: int, pairing: Pairing) -> None:
    """Refuse a record of another rubber."""
    if game.rules.name != tie.rules.name:
        raise RefusedRequest(
            f"rubber {number} was played under {game.rules.name}; the tie is played under {tie.rules.name}"
        )
    for side, names in (("A", pairing.a), ("B", pairing.b)):
        played = {player.name for player in game.header.players if player.side == side}
        if played != set(names):
            raise RefusedRequest(
                f"rubber {number} was played by {' and '.join(sorted(played))} for {side}; "
                f"the line-up names {' and '.join(names)}"
            )


def tie_of(
    rules: Ruleset,
    games: Sequence[GameHistory],
    order: Sequence[Rubber] | None = None,
    play_out: bool | None = None,
    stage: Stage | None = None,
) -> TieScore:
    """Return the state of a tie from its games; the last may be open, and dead rubbers default to the rule set's."""
    rubbers = order_of(rules) if order is None else tuple(order)
    out = not rules.has("dead-rubbers-left") if play_out is None else play_out
    return score_tie(rules, rubbers, [_entry(game) for game in games], out, stage)


def _entry(game: GameHistory) -> GameEntry:
    """Return a game as a rubber: its boards, and the side that conceded it."""
    if game.header.contest != "game":
        raise RefusedRequest(f"a rubber is a game; this one is a {game.header.contest}")
    record = game.state.game if game.state.games else GameRecord()
    conceded = game.state.conceded
    award = game.state.awarded.side if game.state.awarded else None
    return GameEntry(
        boards=tuple(board.gain for board in record.boards),
        conceded="A" if conceded == "A" else "B" if conceded == "B" else None,
        timed=record.timed or (game.state.awarded is not None and award is None),
        awarded="A" if award == "A" else "B" if award == "B" else None,
    )
