"""The umpire's words: help, remarks, the effect of an event, and the state of the game."""

from carrom.board.disc import Kind
from carrom.game import commands, events, progress
from carrom.game.expected import BeginRound
from carrom.game.game import GameHistory
from carrom.game.match import GameScoreLine
from carrom.game.officials import may_lose_by_distraction, open_matters, warnings
from carrom.game.player_names import name_of, names_in, side_name, sitting
from carrom.game.prompt import awaited, interval_now
from carrom.game.score import ScoringTopic, clause
from carrom.game.state import BoardRecord, Remarked
from carrom.i18n import cited, listed
from carrom.rules.effects import CODES
from carrom.rules.round import QueenState, Round
from carrom.rules.ruling import Ruling

__all__ = [
    "contest",
    "dashed",
    "final_score",
    "from_side",
    "how_ended",
    "ruled",
    "ruled_once",
    "says",
    "scores",
    "standing",
    "told",
    "won",
]


# -- help on the commands ----------------------------------------------------------------------------------------------


HELP = {
    **commands.HELP,
    "toss A": "A has won the toss; then `choose break` or `choose side`, then `seats keep` or `seats swap`",
    "trial A": "A has had its trial board",
    "play": 'the pieces are racked and "Play" is called; `play north` if a pair may choose who breaks',
    "place": "a due piece is on the board; `place all` for all of them",
    "waive": "the placer waives all dues (Law 87a); `forfeit`: they were too late; `no-room`: there is no free spot",
    "order-off": "not all was placed in time: it comes off again, the rest lapses, and a foul is called (Law 88b)",
    "pass": "the player in turn passes",
    "demand 1": "the winner of the board demands that many extra points (0 for none)",
    "foul elbow": "a foul by the player in turn; `foul talking north` by another; `foul elbow before` the first stroke",
    "call unforeseen": "a call without fault; `help calls` lists all calls",
    "concede A game": "A gives up the game; `concede A` the whole match (Law 139)",
    "retires C": "one of three retires and the other two play on (C81)",
    "w1 by bilal": "Bilal struck out of turn, which was noticed too late and stands (Law 51)",
    "late queen asha": "Asha's queen was not put back in time (96); `late man asha` (125b); `late wrong-man` (82b)",
    "late sides": "the last change of sides was missed; it is made after this board (60c)",
    "time": "the clock ends the game: the score counts",
    "award A walkover": "or `retired`, `disqualified`, `loss`; `award A game loss: why`; `award nobody walkover`",
    "loses B: Law 143h, why": "B loses the match by that Law",
    "board A 5 queen": "a board entered by its row: winner, pieces left, who took the queen; `demand 1`, `broken B`",
    "warn B: why": "a warning, counted; also `warn B slow-stroke: why`",
    "appeal B: why": "B appeals; `protest B: why`",
    "rule Law 69: why": "a ruling; it answers the open appeal or protest; `rule Law 69 by Esha: why`",
    "replay Law 140: why": "a ruling that sends the board back to its start",
    "note text": "a free note: damaged pieces, powder, a change of umpire",
    "sign asha": "Asha signs the card; `sign umpire`, `sign referee Esha`",
    "undo": "take back the last line; `undo 3` the last three",
    "log": "the last entries with their numbers; `log all`, `log 40`",
    "correct 12 w1 b1": "entry 12 was actually this; `correct 12-13 s / place all` for several, `correct 12 nothing`",
    "state": "the state of the game; `card` the score card; `help`; `quit`",
}
"""Commands and stroke words, with their meanings."""


def helped(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return help lines: all forms, those that start with a word, or the codes of the calls."""
    word = words[0].casefold() if words else ""
    if word and "calls".startswith(word) and len(word) > 3:
        return ("calls: " + ", ".join(CODES),)
    forms = {form: meaning for form, meaning in HELP.items() if form.split()[0].startswith(word)} or HELP
    width = max(len(form) for form in forms)
    return tuple(f"{form:<{width}}  {meaning}" for form, meaning in forms.items())


# -- remarks: in answers, in the state and on the score card -----------------------------------------------------------


_ORDINALS = ("", "first", "second", "third", "fourth", "fifth")


def remarked(before: GameHistory, after: GameHistory) -> list[str]:
    """Describe a remark that has just been recorded, or a late finding."""
    event = after.events[-1]
    new = after.state.remarks[len(before.state.remarks) :]
    said = [f"{words_of_remark(after, each)}." for each in new if each.event == len(after.events) - 1]
    if isinstance(event, events.Warned):
        player = after.state.player_at(event.seat)
        count = warnings(after.state, player)
        which = _ORDINALS[count] if count < len(_ORDINALS) else f"{count}th"
        said.append(f"That is the {which} warning in this contest.")
        if player in may_lose_by_distraction(after.state):
            said.append(f"The referee may rule that {name_of(after, player)} loses the match (Law 143h).")
    if isinstance(event, events.Protested):
        said.append("The result is shown, and does not count until the protest is decided.")
    if isinstance(event, events.Ruled) and event.back_to is not None:
        said.append("The board is played again from its start; the history remains.")
    if isinstance(event, events.Struck) and event.out_of_turn:
        said.append(f"The stroke of {sitting(before, event.seat)} out of turn stands (Law 51).")
    if isinstance(event, events.Noticed):
        said.append(_NOTICED[event.what])
    if isinstance(event, events.Corrected):
        said.append("Corrected.")
    return said


_NOTICED = {
    "queen": "The queen counts as covered: it was not put back in time (Law 96).",
    "wrong-man": "The piece that was placed stays, and the right one stays in the pocket (Law 82b).",
    "opponent-man": "The opponent's piece stays in the pocket (Law 125b).",
}


def words_of_remark(game: GameHistory, each: Remarked) -> str:
    """Return one remark in words, without a full stop."""
    match each.remark:
        case events.Noted(text=text):
            return f"Noted: {text}"
        case events.Warned(what=what, law=law, reason=reason):
            return _why(f"{name_of(game, each.player)} is warned ({what.replace('-', ' ')})", law, reason)
        case events.Appealed(text=text):
            return _why(f"{name_of(game, each.player)} appeals", text)
        case events.Protested(side=side, text=text, fee=fee):
            return _why(f"{_says(game, side, 'protest')}", text, fee and f"fee {fee}")
        case events.Ruled(clause=clause, reason=reason, author=author, back_to=back_to):
            again = "" if back_to is None else ", board played again"
            return f"Ruled by {author} ({clause}{again}): {reason}"
        case events.Signed(name=name, role=role):
            return f"Signed by {name} ({role})"


def _says(game: GameHistory, side: str, verb: str) -> str:
    names = side_name(game, side)
    return f"{names} {verb}" if " and " in names else f"{names} {verb}s"


def _why(words: str, *reasons: str) -> str:
    given = ", ".join(reason for reason in reasons if reason)
    return f"{words}: {given}" if given else words


def open_words(game: GameHistory) -> list[str]:
    """Return the appeals and protests that have no ruling yet."""
    matters = open_matters(game.state)
    return [f"{words_of_remark(game, each)} (type `rule`, the clause, and why after a colon)" for each in matters]


def on_card(game: GameHistory) -> list[str]:
    """Return the umpire's remarks for the card, each with game and board, without signatures."""
    return [
        f"{_where(game, each)}{words_of_remark(game, each)}"
        for each in game.state.remarks
        if not isinstance(each.remark, events.Signed)
    ]


def _where(game: GameHistory, each: Remarked) -> str:
    board = f"board {each.board}" if each.board else "before the first board"
    return f"game {each.game}, {board}: " if game.header.contest == "match" else f"{board}: "


def signatures(game: GameHistory) -> list[str]:
    """Return the signatures on the card."""
    return [
        f"{each.remark.name} ({each.remark.role})"
        for each in game.state.remarks
        if isinstance(each.remark, events.Signed)
    ]


# -- events and states -------------------------------------------------------------------------------------------------


def told(before: GameHistory, after: GameHistory, event: events.Event, language: str = "en") -> list[str]:
    """Describe an event: its ruling with the clauses, the end of a board, game or match, a change of sides."""
    ruling = after.ruling_on(len(after.events) - 1)
    said = [] if ruling is None else [ruled(before, ruling, language)]
    said += _dues_lapsed(before, event)
    said += _play_on(before, after)
    said += remarked(before, after)
    said += _boards_ended(before, after)
    said += _games_ended(before, after)
    if before.state.seating != after.state.seating and before.state.game.opener:
        places = ", ".join(f"{name_of(after, player)} {seat.value}" for seat, player in after.state.seating.places)
        said.append(
            _change_missed(event, places) if isinstance(event, events.ChangeMissed) else f"Sides change: {places}."
        )
    if interval_now(after) and not interval_now(before):
        law = clause(after.rules, ScoringTopic.INTERVAL)
        said.append(f"An interval of ten minutes comes before game {len(after.state.games)} ({law}).")
    if after.result is not None and before.result is None:
        said.append(won(after))
    return said


def _change_missed(event: events.ChangeMissed, places: str) -> str:
    boards = "the next board" if event.boards == 1 else f"{event.boards} boards"
    return f"Sides were not changed: {places}; the change is made after {boards} (Law 60c)."


def _dues_lapsed(before: GameHistory, event: events.Event) -> list[str]:
    """Return the sentence on a due that was waived, or whose placer lost the right to place it: all of it lapses."""
    if not isinstance(event, events.Waived | events.Forfeited) or before.round is None:
        return []
    side = before.state.sides[before.round.placings[0].owner]
    if isinstance(event, events.Forfeited) and event.ordered_off:
        return [f"What was placed comes off again, and all that {says(before, side, 'owe')} is let off (Law 88b)."]
    law = "Law 87a" if isinstance(event, events.Waived) else "Law 80"
    return [f"All that {says(before, side, 'owe')} is let off ({law})."]


def _play_on(before: GameHistory, after: GameHistory) -> list[str]:
    """Return the sentence on one of three players who has just retired while the others play on."""
    gone = [side_name(after, side) for side in after.state.retired if side not in before.state.retired]
    if after.result is not None:
        return [f"{name} retires." for name in gone]
    left = listed([side_name(after, side) for side in after.state.sides if side not in after.state.retired])
    return [f"{name} retires and owes nothing; {left} play on (C81)." for name in gone]


def ruled(before: GameHistory, ruling: Ruling, language: str = "en") -> str:
    """Return a ruling in a game with the players' names, and its clauses."""
    return f"{ruling.told(names_in(before, ruling), language)} [{', '.join(ruling.clauses)}]"


def ruled_once(before: GameHistory, ruling: Ruling, language: str = "en") -> str:
    """Return the same in a shorter form: brackets contain only clauses that the sentence does not cite."""
    said = ruling.told(names_in(before, ruling), language)
    more = [word for each in ruling.clauses if (word := cited(each, language)) not in said]
    return f"{said} [{', '.join(more)}]" if more else said


def won(game: GameHistory) -> str:
    """Return the sentence on how the contest ended: its winner, how, and the score."""
    result = game.result
    assert result is not None
    names = [side_name(game, side) for side in result.winners]
    how = how_ended(game) + final_score(game)
    if not names:
        return f"Nobody wins the {contest(game)}{how}."
    if len(names) == 2 and " and " in names[0]:
        return f"{names[0]} share the {contest(game)} with {names[1]}{how}."
    verb = "share" if len(names) > 1 else "win" if " and " in names[0] else "wins"
    return f"{listed(names)} {verb} the {contest(game)}{how}."


def how_ended(game: GameHistory) -> str:
    """Return how the contest ended, as a phrase to follow the name of the contest; empty if it was played to its
    end."""
    result = game.result
    assert result is not None
    law = f" ({', '.join(part for part in (result.law, result.reason) if part)})" if result.law else ""
    several = len(game.state.sides) > 2
    how = _HOW[result.how].replace("the other side", "the others") if several else _HOW[result.how]
    return how.replace("others's", "others'") + law


_HOW = {
    "played": "",
    "clock": " on the clock",
    "conceded": " by concession",
    "walkover": " by walkover",
    "retired": ", the other side having retired",
    "disqualified": " by disqualification",
    "loss": " by the other side's fault",
}
"""How a contest ended, as a phrase to follow its name."""


def says(game: GameHistory, side: str, verb: str) -> str:
    """Return a side with a verb that agrees in number: `Asha wins`, `Asha and Chitra win`."""
    names = side_name(game, side)
    return f"{names} {verb}" if " and " in names else f"{names} {verb}s"


def contest(game: GameHistory) -> str:
    """Return the kind of contest: a board, a game or a match."""
    return game.header.contest if game.header.contest in ("board", "game", "match") else "game"


def final_score(game: GameHistory) -> str:
    """Return the score with which a contest ended, the winner's first, and in a match that of every game.

    Empty if there is no score; with names if there are three or more sides or a shared win.
    """
    result, state = game.result, game.state
    assert result is not None
    if progress.is_points_game(state) and not any(result.score):
        return ""
    if progress.is_points_game(state):
        return ": " + ", ".join(f"{side_name(game, s)} {n}" for s, n in zip(state.sides, result.score, strict=True))
    if progress.best_of_boards(state) == 1:
        return ""
    side = state.sides.index(result.winners[0]) if result.winners else 0
    score = f", {dashed(from_side(result.score, side))}"
    if progress.best_of_games(state) < 2:
        return score
    lines = [line for line in progress.match_score(state).games if line.winner or any(line.score)]
    games = ", ".join(dashed(from_side(line.score, side)) for line in lines)
    return f"{score} ({games})" if games else score


def from_side(score: tuple[int, ...], side: int) -> tuple[int, ...]:
    """Return a score of two sides with the given side's points first."""
    return score if side == 0 else score[::-1]


def dashed(score: tuple[int, ...]) -> str:
    """Return a score as `25-18`."""
    return "-".join(map(str, score))


def scores(game: GameHistory) -> str:
    """Return the score of the current game with names, and the games won in a match."""
    target = None if progress.is_points_game(game.state) else game.rules.parameters.target_points
    shown = game.score if target is None else tuple(min(points, target) for points in game.score)
    text = " - ".join(f"{side_name(game, s)} {n}" for s, n in zip(game.state.sides, shown, strict=True))
    return text + (f", games {dashed(game.games_won)}" if game.header.contest == "match" else "")


def _boards_ended(before: GameHistory, after: GameHistory) -> list[str]:
    """Return a sentence for a board that has just ended."""
    old = sum(len(game.boards) for game in before.state.games)
    boards = [board for game in after.state.games for board in game.boards]
    return [words for board in boards[old:] if (words := _board_words(after, board))]


def _board_words(game: GameHistory, board: BoardRecord) -> str:
    if board.replay:
        return f"Board {board.number} is cancelled and played again; {name_of(game, board.breaker)} breaks it again."
    if board.totals and not board.winners:
        return ""
    if board.totals:
        totals = zip(game.state.sides, board.totals, strict=True)
        return f"All counters are down: {', '.join(f'{side_name(game, side)} {total}' for side, total in totals)}."
    points = f"{board.points} point{'s' if board.points != 1 else ''}"
    if board.taken:
        loser = next(side for side in game.state.sides if side not in board.winners)
        lost = (
            f"{says(game, loser, 'lose')} {points}"
            if board.points
            else f"{side_name(game, loser)} had no points to lose"
        )
        return f"Board {board.number}: {lost}."
    slam = f" A {board.slam} slam!" if board.slam else ""
    which = "The extra board" if board.extra else f"Board {board.number}"
    return f"{which}: {says(game, board.winners[0], 'gain')} {points}.{slam}"


def _games_ended(before: GameHistory, after: GameHistory) -> list[str]:
    """Return a sentence for each game of a match that has just ended."""
    if progress.best_of_games(after.state) < 2:
        return []
    done = games_over(before)
    lines = progress.match_score(after.state).games
    return [_game_words(after, number, lines[number - 1]) for number in range(done + 1, games_over(after) + 1)]


def games_over(game: GameHistory) -> int:
    """Return the number of finished games of a match; the last one of a conceded match does not count."""
    state = game.state
    lines = progress.match_score(state).games if state.games else ()
    over = [line.winner is not None or record.timed for line, record in zip(lines, state.games, strict=True)]
    return sum(over)


def _game_words(game: GameHistory, number: int, line: GameScoreLine) -> str:
    record = game.state.games[number - 1]
    how = " by concession" if record.conceded else " on the clock" if record.timed else ""
    if record.awarded is not None:
        how = f"{_HOW[record.awarded.how]} ({record.awarded.law})"
    if line.winner is None:
        return f"Game {number} is drawn{how}, {dashed(line.score)}."
    score = from_side(line.score, game.state.sides.index(line.winner))
    return f"Game {number}: {says(game, line.winner, 'win')}{how}, {dashed(score)}."


def standing(game: GameHistory) -> tuple[str, ...]:
    """Return the state of the game: score, pieces, dues, queen, and what is expected now with its commands."""
    state, round = game.state, game.round
    lines = [_score_line(game)]
    if state.playing is not None and round is not None:
        lines += [_side_line(game, round, index) for index in range(len(round.sides))]
        lines += _counters_line(game, round)
        lines.append(_queen_line(game, round))
    if game.result is not None:
        lines.append(f"  {won(game)}")
    lines += [f"  open: {matter}" for matter in open_words(game)]
    lines.append(f"  next: {awaited(game)}")
    return tuple(lines)


def _score_line(game: GameHistory) -> str:
    state = game.state
    which = f"Game {len(state.games)}, " if game.header.contest == "match" and state.games else ""
    done = state.game.counted
    extra = any(isinstance(each, BeginRound) and each.extra for each in game.expected)
    if state.playing is not None:
        board = f"board {done + 1}"
    elif extra:
        board = "before the extra board"
    else:
        board = f"after {done} board{'' if done == 1 else 's'}"
    line = f"{which}{board}: {scores(game)}"
    return line[:1].upper() + line[1:]


def _side_line(game: GameHistory, round: Round, index: int) -> str:
    side = round.sides[index]
    name = side_name(game, game.state.sides[index])
    due = f", owes {side.due}" if side.due else ", retired" if not side.seats else ""
    if side.colour is None:
        return f"  {name}: {side.points} point{'' if side.points == 1 else 's'}{due}"
    waiting = sum(placing.owner == index for placing in round.placings)
    coming = f", {waiting} to be placed" if waiting else ""
    return f"  {name}: {side.colour.value}, {round.men_on_board(index)} on the board{due}{coming}"


def _counters_line(game: GameHistory, round: Round) -> list[str]:
    """Return the counters left on the board in rule sets where colours are not owned."""
    if not progress.is_points_game(game.state):
        return []
    white = "brown" if game.rules.parameters.white_is_brown else "white"
    left = {name: sum(disc.kind is kind for disc in round.on_board) for name, kind in _colours(white)}
    return ["  on the board: " + ", ".join(f"{number} {name}" for name, number in left.items())]


def _colours(white: str) -> tuple[tuple[str, Kind], tuple[str, Kind]]:
    return (white, Kind.WHITE), ("black", Kind.BLACK)


def _queen_line(game: GameHistory, round: Round) -> str:
    where = {
        QueenState.BOARD: "on the board",
        QueenState.PENDING: f"down, {name_of(game, game.state.player_at(round.turn))} must cover it now",
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
