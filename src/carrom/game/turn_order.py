"""Turn order: who strikes, who breaks, who places, and seat changes."""

from collections.abc import Mapping, Sequence

from carrom.board.seat import SEATS, Seat
from carrom.errors import Contradiction
from carrom.game.score import ScoringTopic, Stage, Totals, board_limit, clause, most_of_a_board, takes_points
from carrom.rules.ruleset import Ruleset
from carrom.values import Value, changed

THIRD_OPENER = "C51"
"""Reading on who opens the third game in doubles (docs/decisions/rule-readings-and-tests.md)."""


class Seating(Value, frozen=True):
    """Pairs of seat and player, in playing order; the first letter of a player is their side."""

    places: tuple[tuple[Seat, str], ...]

    @classmethod
    def of(cls, seats: Mapping[Seat, str]) -> "Seating":
        """Return the seating of these players; refuse a player without a name."""
        for seat, player in seats.items():
            if not player:
                raise Contradiction(f"the player at {seat} has no name; expected a name that begins with their side")
        return cls(tuple((seat, seats[seat]) for seat in SEATS if seat in seats))

    def __len__(self) -> int:
        return len(self.places)

    @property
    def players(self) -> tuple[str, ...]:
        """The players in playing order."""
        return tuple(player for _, player in self.places)

    @property
    def doubles(self) -> bool:
        """Whether four players are at the board."""
        return len(self.places) == 4

    def seat_of(self, player: str) -> Seat:
        """Return the seat of `player`; refuse a player who has none."""
        for seat, name in self.places:
            if name == player:
                return seat
        raise Contradiction(f"nobody called {player!r} sits here; expected one of {', '.join(self.players)}")

    def after(self, player: str) -> str:
        """Return the next player to the right, skipping empty seats (Law 49b)."""
        self.seat_of(player)
        players = self.players
        return players[(players.index(player) + 1) % len(players)]

    def side_of(self, player: str) -> str:
        """Return the side of `player`: the first letter of their name."""
        self.seat_of(player)
        return player[0]

    def moved(self, quarters: int) -> "Seating":
        """Return the seating after everybody has moved that many places to the right."""
        return Seating.of({seat.turned(quarters): player for seat, player in self.places})


class BreakerAndWhite(Value, frozen=True):
    """A player, the side that has white (None where colours are not owned), and the clauses."""

    player: str
    white: str | None
    clauses: tuple[str, ...]
    reading: str = ""
    """The reading on which it rests where the texts leave it open, such as `C51`; empty for none."""


def check_seating(rules: Ruleset, seating: Seating) -> None:
    """Refuse a seating that the rule set does not allow (Laws 27, 28)."""
    players, seats = seating.players, [seat for seat, _ in seating.places]
    if len(players) not in rules.parameters.players:
        expected = " or ".join(str(count) for count in rules.parameters.players)
        who = "1 player sits" if len(players) == 1 else f"{len(players)} players sit"
        raise Contradiction(f"{who} at the board; {rules.name} is for {expected}")
    if len(set(players)) != len(players):
        raise Contradiction(f"a player sits in two places: {', '.join(players)}")
    sides = [player[:1] for player in players]
    if len(players) == 2 and (seats[0].opposite is not seats[1] or sides[0] == sides[1]):
        raise Contradiction("two players sit opposite each other, on different sides")
    if len(players) == 4 and (sides[0] != sides[2] or sides[1] != sides[3] or sides[0] == sides[1]):
        raise Contradiction("four players sit as two pairs, partners opposite each other")
    if len(players) == 1 and sides != ["A"]:
        raise Contradiction("a single player is side A")
    if len(players) == 3 and len(set(sides)) != 3:
        raise Contradiction("three players are on three sides; their names begin with different letters")


def next_turn(rules: Ruleset, seating: Seating, striker: str, turn: str) -> BreakerAndWhite:
    """Return the player who strikes after `striker`, whose stroke led to `continue`, `retry` or `pass`."""
    if turn not in ("continue", "pass", "retry"):
        raise Contradiction(f"turn is {turn!r}; expected continue, pass or retry")
    clauses = [clause(rules, ScoringTopic.TURN)]
    if turn != "pass":
        seating.seat_of(striker)
        return BreakerAndWhite(striker, None, tuple(clauses))
    if len(seating) > 2:
        clauses.append(clause(rules, ScoringTopic.TURN_DOUBLES))
    return BreakerAndWhite(seating.after(striker), None, tuple(dict.fromkeys(clauses)))


def next_break(rules: Ruleset, seating: Seating, last_break: str) -> BreakerAndWhite:
    """Return the player who breaks the next board of the game, and so has white (Laws 43, 49)."""
    player = seating.after(last_break)
    topic = ScoringTopic.BREAK_DOUBLES if len(seating) > 2 else ScoringTopic.BREAK_SINGLES
    return _with_white(rules, seating, player, player, topic, ScoringTopic.COLOUR)


def break_failed(rules: Ruleset, seating: Seating, striker: str) -> BreakerAndWhite:
    """Return the player who strikes when `striker` has lost the right to break; colours do not change (Law 45b)."""
    return _with_white(rules, seating, seating.after(striker), striker, ScoringTopic.BREAK_FAILED)


def _with_white(rules: Ruleset, seating: Seating, player: str, white: str, *topics: ScoringTopic) -> BreakerAndWhite:
    owned = rules.colours_are_owned
    used = [topic for topic in topics if owned or topic is not ScoringTopic.COLOUR]
    clauses = tuple(dict.fromkeys(clause(rules, topic) for topic in used))
    return BreakerAndWhite(player, seating.side_of(white) if owned else None, clauses)


def game_opener(rules: Ruleset, seating: Seating, game: int, first_opener: str) -> BreakerAndWhite:
    """Return who opens game `game` if `first_opener` opened the first (Law 49a; to the right in doubles, 49b)."""
    _check_game(rules, game)
    seating.seat_of(first_opener)
    players = seating.players
    first_again = rules.has("third-opener")
    steps = (game - 1) % 2 if first_again and seating.doubles else game - 1
    player = players[(players.index(first_opener) + steps) % len(players)]
    topic = ScoringTopic.OPENER_DOUBLES if len(seating) > 2 else ScoringTopic.OPENER
    answer = _with_white(rules, seating, player, player, topic)
    return changed(answer, reading=THIRD_OPENER) if seating.doubles and game > 2 and not first_again else answer


def _check_game(rules: Ruleset, game: int) -> None:
    """Refuse a game number that no match of these rules has; up to three are allowed where a match is one game."""
    games = rules.parameters.games_of_match
    most = games if games > 1 else 3
    if not 1 <= game <= most:
        raise Contradiction(f"game is {game}; the games of a match are counted from 1 to {most}")


def placer(rules: Ruleset, seating: Seating, in_turn: str, owes: str) -> BreakerAndWhite:
    """Return the player who places a piece due from side `owes` that became available in the turn of `in_turn` (Law
    78)."""
    seating.seat_of(in_turn)
    if owes not in {player[0] for player in seating.players}:
        raise Contradiction(f"owes names {owes!r}, which is not a side at this board")
    if seating.side_of(in_turn) != owes:
        return BreakerAndWhite(in_turn, None, (clause(rules, ScoringTopic.PLACER_OWN_STROKE),))
    topic = ScoringTopic.PLACER_DOUBLES if len(seating) > 2 else ScoringTopic.PLACER
    return BreakerAndWhite(seating.after(in_turn), None, (clause(rules, topic),))


def seats_after_game(rules: Ruleset, seating: Seating) -> tuple[Seating, tuple[str, ...]]:
    """Return the seating after a game: opposite in singles, one place to the right in doubles (Laws 58, 59)."""
    doubles = seating.doubles
    topic = ScoringTopic.SEATS_DOUBLES if doubles else ScoringTopic.SEATS_SINGLES
    if not rules.has(topic.value):
        return seating, ()
    return seating.moved(1 if doubles else 2), (clause(rules, topic),)


def change_in_game(
    rules: Ruleset, game: int, stage: Stage | None, running: Sequence[Totals]
) -> tuple[int | None, tuple[str, ...]]:
    """Return the number of the board after which sides change in game `game`, or None if not yet (Law 60).

    `running` has the totals after each board; a board that changes nothing was cancelled and does not count. Raises
    `Contradiction` for totals that no boards can produce.
    """
    _check_game(rules, game)
    return change_after(rules, game, stage, _counted(rules, running))


def change_after(
    rules: Ruleset, game: int, stage: Stage | None, running: Sequence[Totals]
) -> tuple[int | None, tuple[str, ...]]:
    """Return the same from the totals after every board that counts, whatever its points."""
    figures = rules.parameters
    points, after_boards = figures.mid_game_change_points, None
    if points is None and (game == 3 or game == figures.games_of_match > 1):
        points = figures.decider_change_points
        after_boards = None if board_limit(rules, stage) is None else figures.decider_change_boards
    if points is None:
        return None, ()
    clauses = (clause(rules, ScoringTopic.CHANGE_LATE if after_boards is None else ScoringTopic.CHANGE_EARLY),)
    for number, totals in enumerate(running, 1):
        if max(totals) >= points or number == after_boards:
            return number, clauses
    return None, clauses


def _counted(rules: Ruleset, running: Sequence[Totals]) -> list[Totals]:
    """Return the running totals without cancelled boards, which change nothing; refuse impossible totals."""
    counted: list[Totals] = []
    before: Totals = (0, 0)
    for totals in running:
        if totals == before:
            continue
        _check_step(rules, before, totals)
        counted.append(totals)
        before = totals
    return counted


def _check_step(rules: Ruleset, before: Totals, totals: Totals) -> None:
    """Refuse totals that no single board can produce from the previous ones."""
    steps = [after - earlier for earlier, after in zip(before, totals, strict=True)]
    step = f"the running totals go from {list(before)} to {list(totals)}"
    if 0 not in steps or (min(steps) < 0 and not takes_points(rules)) or min(totals) < 0:
        either = " or loses" if takes_points(rules) else ""
        raise Contradiction(f"{step}; one side gains{either} in a board")
    if max(map(abs, steps)) > most_of_a_board(rules):
        raise Contradiction(f"{step}; a board of {rules.name} is worth at most {most_of_a_board(rules)} points")
    target = rules.parameters.target_points
    if target is not None and max(before) >= target:
        raise Contradiction(f"{step}; the game was over with {max(before)} points, its target is {target}")
