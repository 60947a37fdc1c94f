"""How a game is played under a rule set, told to somebody who has never played it, from its parameters."""

from carrom.rules.parameters import Parameters
from carrom.rules.words import count_of


def at_a_glance(rules: Parameters) -> list[tuple[str, str]]:
    """Return the main figures as pairs of name and value."""
    players = " or ".join(map(str, rules.players))
    rows = [("Players", players), ("A game is won with", _target(rules)), ("The queen is worth", _queen(rules))]
    if not rules.colours_are_owned:
        white = "brown" if rules.white_is_brown else "white"
        rows.append(("Counters", f"black {rules.black_points}, {white} {rules.white_points}"))
    if rules.board_max:
        rows.append(("Most points a board can bring", str(rules.board_max)))
    rows += [
        ("Break attempts", str(rules.break_attempts)),
        ("Striker and own man in one stroke", _goes_on(rules.striker_with_own_continues)),
        ("Striker and queen in one stroke", _goes_on(rules.striker_with_queen_continues)),
    ]
    if rules.colours_are_owned:
        rows += [
            ("A man of the opponent falls", _theirs(rules)),
            ("Own last man before the queen", _own_last(rules)),
            ("The opponent's last man", _their_last(rules)),
        ]
    rows += [
        ("A piece over the frame", "a foul" if rules.off_board_foul else "goes to the centre, costs nothing"),
        ("Forward strokes", ", ".join(rules.forward)),
        ("Backward strokes", ", ".join(rules.backward) or "not allowed"),
        ("Set-up: a white arm points to", f"{rules.setup_angle} degrees (the breaker sits at 270)"),
    ]
    return rows


def _goes_on(yes: bool) -> str:
    return "the turn goes on" if yes else "the turn ends"


def _target(rules: Parameters) -> str:
    parts = []
    if rules.target_points:
        parts.append(f"{rules.target_points} points")
    if rules.board_limit == 1:
        return "the highest total of one board"
    if rules.board_limit:
        parts.append(f"the lead after {count_of(rules.board_limit, 'board')}")
    if rules.boards_won_limit:
        parts.append(f"{count_of(rules.boards_won_limit, 'board')} won")
    return " or ".join(parts)


def _queen(rules: Parameters) -> str:
    cap = f"; nothing from a score of {rules.queen_cap} on" if rules.queen_cap else ""
    return (
        f"{rules.queen_points} points to whoever covers her and wins{cap}"
        if rules.colours_are_owned
        else (f"{rules.queen_points} points to whoever covers her")
    )


def _theirs(rules: Parameters) -> str:
    match rules.others_pocketed_penalty:
        case "always":
            return "a foul: one own man comes back"
        case "direct":
            return "a foul if the striker itself has struck it; otherwise only the turn ends"
        case _:
            return "it stays down and the turn ends"


def _own_last(rules: Parameters) -> str:
    match rules.last_own_before_queen:
        case "return":
            return "it comes back with one man more; the board goes on"
        case "lose-queen-and-men":
            return f"the board is lost by {rules.queen_points} and the other side's men left"
        case _:
            return f"the board is lost by {rules.queen_points}"


def _their_last(rules: Parameters) -> str:
    match rules.others_last:
        case "return":
            return "it comes back, and an own man with it; the board goes on"
        case "lose":
            return f"the board is lost by the own men left and {rules.queen_points}"
        case _:
            return "the board is lost; how much, a table says"


def lesson(rules: Parameters) -> list[str]:
    """Return a few paragraphs that say how a game goes."""
    owned = rules.colours_are_owned
    return [_aim(rules), _setting_up(rules), _stroke(rules), _turn(owned), _queen_lesson(rules), _price(rules)]


def _aim(rules: Parameters) -> str:
    if rules.colours_are_owned:
        return (
            "**The aim.** Nine white and nine black men and the red queen lie on the board. Each side flicks a heavy "
            "striker from its base lines and tries to send its own nine men into the four pockets before the other "
            "side has done so. The winner of the board scores one point for each man the other side has left, and "
            f"more if he has the queen. The game: {_target(rules)}."
        )
    white = "brown" if rules.white_is_brown else "white"
    return (
        f"**The aim.** Nine black and nine {white} counters and the red queen lie on the board, and everybody may "
        f"pocket everything: a black one brings {rules.black_points}, a {white} one {rules.white_points}, the queen "
        f"{rules.queen_points}. When all counters are down the highest total wins."
    )


def _setting_up(rules: Parameters) -> str:
    tries = "one shot" if rules.break_attempts == 1 else count_of(rules.break_attempts, "attempt")
    colour = " and has the white men in this board" if rules.colours_are_owned else ""
    return (
        "**Setting up.** The queen lies in the centre, six men touch her, twelve lie round those, the colours in turn. "
        f"One player breaks the rack{colour}; he has {tries} to touch it with the striker."
    )


def _stroke(rules: Parameters) -> str:
    lines = "both base lines" if rules.stroke_made == "leaves-both-lines" else "its base lines"
    return (
        "**A stroke.** Put the striker so that it touches both base lines, on a base circle only if it covers it "
        f"wholly, never on an arrow. Flick it ({', '.join(rules.forward)}; backwards {', '.join(rules.backward)}). A "
        f"striker that has not left {lines} and moved nothing is flicked again."
    )


def _turn(owned: bool) -> str:
    what = "a man of your own" if owned else "a counter"
    return f"**A turn.** Pocket {what} and you strike again; pocket none and the turn passes to the next player."


def _queen_lesson(rules: Parameters) -> str:
    man = "a man of your own" if rules.colours_are_owned else "any counter"
    right = {
        "any": "once a man of yours has been pocketed",
        "self": "once you have pocketed a man yourself",
        "anytime": "at any time",
    }[rules.queen_right]
    void = ", and all points of the turn are void" if rules.void_turn_if_uncovered else ""
    return (
        f"**The queen.** You may pocket her {right}, and must cover her: pocket {man} in the same or in the next "
        f"stroke. If that fails she goes back to the centre{void}."
    )


def _price(rules: Parameters) -> str:
    with_own = "the turn goes on" if rules.striker_with_own_continues else "the turn is over all the same"
    return (
        "**What it costs.** The striker in a pocket costs one man, which comes back on the board, and the turn. If own "
        f"men fell with it they come back too, and {with_own}. Who has nothing to give back owes it."
    )
