"""What can be typed at the umpire's table, and what it means."""

from carrom.game.notation import observed_stroke
from carrom.rules.casebook.call_codes import CODES

HELP = {
    **observed_stroke.HELP,
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
    "retires C": "one of three gives up and the other two play on (C81)",
    "w1 by bilal": "Bilal struck out of turn, which was noticed too late and stands (Law 51)",
    "late queen asha": "Asha's queen was not put back in time (96); `late man asha` (125b); `late wrong-man` (82b)",
    "time": "the clock ends the game: the score stands",
    "award A walkover": "or `retired`, `disqualified`, `loss`; `award A game loss: why`; `award nobody walkover`",
    "loses B: Law 143h, why": "B loses the match by that Law",
    "board A 5 queen": "a board known by its row: winner, men left, who took the queen; `demand 1`, `broken B`",
    "warn B: why": "a warning, counted; also `warn B slow-stroke: why`",
    "appeal B: why": "B appeals; `protest B: why`",
    "rule Law 69: why": "a ruling, which answers what is open; `rule Law 69 by Esha: why`",
    "replay Law 140: why": "a ruling that sends the board back to its start",
    "note text": "whatever is to be remembered: damaged men, powder, a change of umpire",
    "sign asha": "Asha signs the card; `sign umpire`, `sign referee Esha`",
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
