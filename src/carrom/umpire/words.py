"""A game in the umpire's words: what an event led to, and where the game stands."""

from carrom.game import progress
from carrom.game.event import Event, Undone
from carrom.game.expectation import BeginRound, phrase
from carrom.game.game import Game
from carrom.game.people import name_of, side_name
from carrom.game.prompt import hint
from carrom.game.seen import plain
from carrom.game.state import BoardRecord, State
from carrom.rules.phases import PlaceDue
from carrom.rules.round import QueenState, Round


def told(before: Game, after: Game, event: Event) -> list[str]:
    """Return what is said about an event: its ruling with the clauses, the end of a board, a change of sides."""
    said: list[str] = []
    number = len(after.events) - 1
    for ruled in after.state.rulings[-1:]:
        if ruled.event == number:
            said.append(f"{ruled.ruling.why} [{', '.join(ruled.ruling.clauses)}]")
    if isinstance(event, Undone):
        said.append(f"Taken back: {len(before.line) - len(after.line)}.")
        return said
    said += _boards_ended(before, after)
    if before.state.seating != after.state.seating and before.state.round is not None:
        said.append(
            "Sides change: " + ", ".join(f"{name_of(after, p)} {s.value}" for s, p in after.state.seating.places) + "."
        )
    if after.result is not None and before.result is None:
        said.append(_won(after))
    return said


def _won(game: Game) -> str:
    result = game.result
    assert result is not None
    names = " and ".join(side_name(game, side) for side in result.winners)
    how = " by concession" if result.conceded else ""
    verb = "share" if len(result.winners) > 1 else "win" if " and " in names else "wins"
    return f"{names} {verb} the {_contest(game)}{how}, {_dash(result.score)}."


def _contest(game: Game) -> str:
    return game.header.contest if game.header.contest in ("board", "game", "match") else "game"


def _dash(score: tuple[int, ...]) -> str:
    return "-".join(map(str, score))


def _boards_ended(before: Game, after: Game) -> list[str]:
    """Return a sentence for a board that has just ended."""
    old = sum(len(game.boards) for game in before.state.games)
    boards = [(game, board) for game in after.state.games for board in game.boards]
    return [_board_words(after, board) for _, board in boards[old:]]


def _board_words(game: Game, board: BoardRecord) -> str:
    if board.replay:
        return f"Board {board.number} is cancelled and played again; {name_of(game, board.breaker)} breaks it again."
    if board.totals:
        points = ", ".join(
            f"{side_name(game, side)} {total}" for side, total in zip(game.state.sides, board.totals, strict=True)
        )
        return f"All counters are down: {points}."
    points = f"{board.points} point{'s' if board.points != 1 else ''}"
    if board.taken:
        loser = next(side for side in game.state.sides if side not in board.winners)
        return f"Board {board.number}: {side_name(game, loser)} is to lose {points}."
    slam = f" A {board.slam} slam!" if board.slam else ""
    names = side_name(game, board.winners[0])
    return f"Board {board.number}: {names} {'gain' if ' and ' in names else 'gains'} {points}.{slam}"


def standing(game: Game) -> tuple[str, ...]:
    """Return where the game stands: score, men, dues, queen, and what is expected now."""
    state, round = game.state, game.round
    lines = [_score_line(game)]
    if state.playing is not None and round is not None:
        lines += [_side_line(game, round, index) for index in range(len(round.sides))]
        lines.append(_queen_line(game, round))
    lines.append(_expected_line(game))
    return tuple(lines)


def _score_line(game: Game) -> str:
    state = game.state
    names = [side_name(game, side) for side in state.sides]
    scores = " - ".join(f"{name} {points}" for name, points in zip(names, game.score, strict=True))
    won = f", games {_dash(game.games_won)}" if game.header.contest == "match" else ""
    done = state.game.counted
    board = f"Board {done + 1}" if state.playing is not None else f"After {done} board{'' if done == 1 else 's'}"
    return f"{board}: {scores}{won}"


def _side_line(game: Game, round: Round, index: int) -> str:
    side = round.sides[index]
    name = side_name(game, game.state.sides[index])
    if side.colour is None:
        return f"  {name}: {side.points} points{f', owes {side.due}' if side.due else ''}"
    waiting = sum(placing.owner == index for placing in round.placings)
    due = f", owes {side.due}" if side.due else ""
    coming = f", {waiting} to be placed" if waiting else ""
    return f"  {name}: {side.colour.value}, {round.men_on_board(index)} on the board{due}{coming}"


def _queen_line(game: Game, round: Round) -> str:
    where = {
        QueenState.BOARD: "on the board",
        QueenState.PENDING: f"down, {name_of(game, game.state.player_at(round.turn))} must cover her now",
        QueenState.ASIDE: "beside the board until the turn ends",
        QueenState.COVERED: f"covered by {side_name(game, game.state.sides[round.queen_side or 0])}",
    }[round.queen]
    cap = game.rules.parameters.queen_cap
    spent = [
        side_name(game, letter)
        for letter, side in zip(game.state.sides, round.sides, strict=True)
        if cap is not None and progress.best_of_boards(game.state) is None and side.score >= cap
    ]
    credit = f"; worth nothing to {' and '.join(spent)}, at {cap} or more" if spent else ""
    return f"  queen: {where}{credit}"


def _expected_line(game: Game) -> str:
    if game.result is not None:
        return _won(game)
    for each in game.expected:
        if isinstance(each, PlaceDue) and game.round is not None:
            brown = game.rules.parameters.white_is_brown
            man = plain((each.disc,), brown).replace("one ", "a ")
            who = name_of(game, game.state.player_at(each.seat))
            more = f", {each.left} in all" if each.left > 1 else ""
            return f"  {who} ({each.seat.value}) places {man}{more}{hint(game)}"
        if isinstance(each, BeginRound):
            board = "the extra board" if each.extra else f"board {each.number}"
            return f"  next: {board}, {_breakers(game.state, game, each)} to break{hint(game)}"
    if game.round is not None and game.state.playing is not None and game.round.result is None:
        who = name_of(game, game.state.player_at(game.round.turn))
        return f"  expected: {phrase(game.expected)} ({who})"
    return f"  expected: {phrase(game.expected)}"


def _breakers(state: State, game: Game, begin: BeginRound) -> str:
    return " or ".join(f"{name_of(game, state.player_at(seat))} ({seat.value})" for seat in begin.breakers)
