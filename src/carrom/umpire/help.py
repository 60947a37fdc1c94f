"""What can be typed at the umpire's table, and what it means."""

from carrom.game import seen
from carrom.rules.codes import CODES

HELP = {
    **seen.HELP,
    "toss A": "A has won the toss; then `choose break` or `choose side`, then `seats keep` or `seats swap`",
    "trial A": "A has had its trial board",
    "play": 'the men are racked and "Play" is called; `play north` where a pair may choose who breaks',
    "place": "a due man is on the board; `place all` for all of them",
    "waive": "who may place waives all his men (Law 87a); `forfeit`: he was too late; `no-room`: nowhere to put it",
    "pass": "the player in turn passes",
    "demand 1": "the gainer of the board demands that many extra points (0 for none)",
    "foul elbow": "a foul by the player in turn; `foul talking north` by another; `foul elbow before` his first stroke",
    "call unforeseen": "a call that is nobody's fault; `help calls` names them all",
    "concede A game": "A gives up the game; `concede A` the whole match (Law 139)",
    "undo": "take back what the last line did; `undo 3` the last three",
    "log": "the last entries with their numbers; `log all`, `log 40`",
    "correct 12 w1 b1": "entry 12 was in truth this; `correct 12-13 s / place all` for several, `correct 12 nothing`",
    "state": "where the game stands; `card` the score card; `help`; `quit`",
}
"""What can be typed, and what it means."""


def helped(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines of help: all forms, those that begin with a word, or the codes of the calls."""
    word = words[0].casefold() if words else ""
    if word and "calls".startswith(word) and len(word) > 3:
        return ("calls: " + ", ".join(CODES),)
    forms = {form: meaning for form, meaning in HELP.items() if form.split()[0].startswith(word)} or HELP
    width = max(len(form) for form in forms)
    return tuple(f"{form:<{width}}  {meaning}" for form, meaning in forms.items())
