"""Help text of the umpire's commands."""

from carrom.game.notation import observed_stroke
from carrom.rules.casebook.call_codes import CODES

HELP = {
    **observed_stroke.HELP,
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
