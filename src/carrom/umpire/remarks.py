"""The umpire's remarks in words: for the answer, for the state of the game and for the score card."""

from carrom.game.events import Appealed, Corrected, Noted, Noticed, Protested, Ruled, Signed, Struck, Warned
from carrom.game.game import GameHistory
from carrom.game.notation.player_names import name_of, side_name, sitting
from carrom.game.officials.apply_official import may_lose_by_distraction, open_matters, warnings
from carrom.game.state import Remarked

_ORDINALS = ("", "first", "second", "third", "fourth", "fifth")


def remarked(before: GameHistory, after: GameHistory) -> list[str]:
    """Describe a remark that has just been recorded, or a late finding."""
    event = after.events[-1]
    new = after.state.remarks[len(before.state.remarks) :]
    said = [f"{told(after, each)}." for each in new if each.event == len(after.events) - 1]
    if isinstance(event, Warned):
        player = after.state.player_at(event.seat)
        count = warnings(after.state, player)
        which = _ORDINALS[count] if count < len(_ORDINALS) else f"{count}th"
        said.append(f"That is the {which} warning in this contest.")
        if player in may_lose_by_distraction(after.state):
            said.append(f"The referee may rule that {name_of(after, player)} loses the match (Law 143h).")
    if isinstance(event, Protested):
        said.append("The result is shown, and does not count until the protest is decided.")
    if isinstance(event, Ruled) and event.back_to is not None:
        said.append("The board is played again from its start; the history remains.")
    if isinstance(event, Struck) and event.out_of_turn:
        said.append(f"The stroke of {sitting(before, event.seat)} out of turn stands (Law 51).")
    if isinstance(event, Noticed):
        said.append(_NOTICED[event.what])
    if isinstance(event, Corrected):
        said.append("Corrected.")
    return said


_NOTICED = {
    "queen": "The queen counts as covered: it was not put back in time (Law 96).",
    "wrong-man": "The piece that was placed stays, and the right one stays in the pocket (Law 82b).",
    "opponent-man": "The opponent's piece stays in the pocket (Law 125b).",
}


def told(game: GameHistory, each: Remarked) -> str:
    """Return one remark in words, without a full stop."""
    match each.remark:
        case Noted(text=text):
            return f"Noted: {text}"
        case Warned(what=what, law=law, reason=reason):
            return _why(f"{name_of(game, each.player)} is warned ({what.replace('-', ' ')})", law, reason)
        case Appealed(text=text):
            return _why(f"{name_of(game, each.player)} appeals", text)
        case Protested(side=side, text=text, fee=fee):
            return _why(f"{_says(game, side, 'protest')}", text, fee and f"fee {fee}")
        case Ruled(clause=clause, reason=reason, author=author, back_to=back_to):
            again = "" if back_to is None else ", board played again"
            return f"Ruled by {author} ({clause}{again}): {reason}"
        case Signed(name=name, role=role):
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
    return [f"{told(game, each)} (type `rule`, the clause, and why after a colon)" for each in matters]


def on_card(game: GameHistory) -> list[str]:
    """Return the umpire's remarks for the card, each with game and board, without signatures."""
    return [
        f"{_where(game, each)}{told(game, each)}" for each in game.state.remarks if not isinstance(each.remark, Signed)
    ]


def _where(game: GameHistory, each: Remarked) -> str:
    board = f"board {each.board}" if each.board else "before the first board"
    return f"game {each.game}, {board}: " if game.header.contest == "match" else f"{board}: "


def signatures(game: GameHistory) -> list[str]:
    """Return the signatures on the card."""
    return [
        f"{each.remark.name} ({each.remark.role})" for each in game.state.remarks if isinstance(each.remark, Signed)
    ]
