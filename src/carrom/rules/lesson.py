"""How a game is played under a rule set, told to somebody who has never played it, from its clauses and figures."""

from carrom.rules.clauses import Ruleset
from carrom.rules.laws import attempt, foul, points
from carrom.rules.phrases import count_of, target
from carrom.rules.switches import value_of


def at_a_glance(rules: Ruleset) -> list[tuple[str, str]]:
    """Return the main figures as pairs of name and value."""
    figures = rules.parameters
    players = " or ".join(map(str, figures.players))
    rows = [
        ("Players", players),
        ("A game is won with", target(figures)),
        ("The queen is worth", _queen(rules)),
    ]
    if not rules.colours_are_owned:
        white = "brown" if figures.white_is_brown else "white"
        rows.append(("Counters", f"black {figures.black_points}, {white} {figures.white_points}"))
    if figures.board_max:
        rows.append(("Most points a board can bring", str(figures.board_max)))
    rows += [
        ("Break attempts", str(figures.break_attempts)),
        ("Striker and own man in one stroke", _goes_on(value_of(rules, "striker_with_own_continues") is True)),
        ("Striker and queen in one stroke", _goes_on(value_of(rules, "striker_with_queen_continues") is True)),
    ]
    if rules.colours_are_owned:
        rows += [
            ("A man of the opponent falls", _theirs(rules)),
            ("Own last man before the queen", _own_last(rules)),
            ("The opponent's last man", _their_last(rules)),
        ]
    rows += [
        (
            "A piece over the frame",
            "a foul" if rules.has(foul.off_the_board_is_a_foul) else "goes to the centre, costs nothing",
        ),
        ("Forward strokes", ", ".join(figures.forward)),
        ("Backward strokes", ", ".join(figures.backward) or "not allowed"),
        ("Set-up: a white arm points to", f"{figures.setup_angle} degrees (the breaker sits at 270)"),
    ]
    return rows


def _over_the_frame(rules: Ruleset) -> str:
    return "a foul" if rules.has(foul.off_the_board_is_a_foul) else "goes to the centre, costs nothing"


def _goes_on(yes: bool) -> str:
    return "the turn goes on" if yes else "the turn ends"


def _queen(rules: Ruleset) -> str:
    figures = rules.parameters
    cap = f"; nothing from a score of {figures.queen_cap} on" if figures.queen_cap else ""
    return (
        f"{figures.queen_points} points to whoever covers her and wins{cap}"
        if rules.colours_are_owned
        else (f"{figures.queen_points} points to whoever covers her")
    )


def _theirs(rules: Ruleset) -> str:
    match value_of(rules, "others_pocketed_penalty"):
        case "always":
            return "a foul: one own man comes back"
        case "direct":
            return "a foul if the striker itself has struck it; otherwise only the turn ends"
        case _:
            return "it stays down and the turn ends"


def _own_last(rules: Ruleset) -> str:
    figures = rules.parameters
    match value_of(rules, "last_own_before_queen"):
        case "return":
            return "it comes back with one man more; the board goes on"
        case "plays-on":
            return "he plays on and needs nothing but the queen"
        case "lose-queen-and-men":
            return f"the board is lost by {figures.queen_points} and the other side's men left"
        case _:
            return f"the board is lost by {figures.queen_points}"


def _their_last(rules: Ruleset) -> str:
    match value_of(rules, "others_last"):
        case "return":
            return "it comes back, and an own man with it; the board goes on"
        case "lose":
            return f"the board is lost by the own men left and {rules.parameters.queen_points}"
        case _:
            return "the board is lost; how much, a table says"


def lesson(rules: Ruleset) -> list[str]:
    """Return a few paragraphs that say how a game goes."""
    owned = rules.colours_are_owned
    return [_aim(rules), _setting_up(rules), _stroke(rules), _turn(owned), _queen_lesson(rules), _price(rules)]


def _aim(rules: Ruleset) -> str:
    figures = rules.parameters
    if rules.colours_are_owned:
        return (
            "**The aim.** Nine white and nine black men and the red queen lie on the board. Each side flicks a heavy "
            "striker from its base lines and tries to send its own nine men into the four pockets before the other "
            "side has done so. The winner of the board scores one point for each man the other side has left, and "
            f"more if he has the queen. The game: {target(figures)}."
        )
    white = "brown" if figures.white_is_brown else "white"
    return (
        f"**The aim.** Nine black and nine {white} counters and the red queen lie on the board, and everybody may "
        f"pocket everything: a black one brings {figures.black_points}, a {white} one {figures.white_points}, the "
        f"queen {figures.queen_points}. When all counters are down the highest total wins."
    )


def _setting_up(rules: Ruleset) -> str:
    figures = rules.parameters
    tries = "one shot" if figures.break_attempts == 1 else count_of(figures.break_attempts, "attempt")
    colour = " and has the white men in this board" if rules.colours_are_owned else ""
    return (
        "**Setting up.** The queen lies in the centre, six men touch her, twelve lie round those, the colours in turn. "
        f"One player breaks the rack{colour}; he has {tries} to touch it with the striker."
    )


def _stroke(rules: Ruleset) -> str:
    figures = rules.parameters
    lines = "both base lines" if rules.has(attempt.both_lines_must_be_left) else "its base lines"
    return (
        "**A stroke.** Put the striker so that it touches both base lines, on a base circle only if it covers it "
        f"wholly, never on an arrow. Flick it ({', '.join(figures.forward)}; backwards {', '.join(figures.backward)}). "
        f"A striker that has not left {lines} and moved nothing is flicked again."
    )


def _turn(owned: bool) -> str:
    what = "a man of your own" if owned else "a counter"
    return f"**A turn.** Pocket {what} and you strike again; pocket none and the turn passes to the next player."


def _queen_lesson(rules: Ruleset) -> str:
    man = "a man of your own" if rules.colours_are_owned else "any counter"
    right = {
        "any": "once a man of yours has been pocketed",
        "self": "once you have pocketed a man yourself",
        "anytime": "at any time",
    }[str(value_of(rules, "queen_right"))]
    void = ", and all points of the turn are void" if rules.has(points.uncovered_queen_voids_the_turn) else ""
    return (
        f"**The queen.** You may pocket her {right}, and must cover her: pocket {man} in the same or in the next "
        f"stroke. If that fails she goes back to the centre{void}."
    )


def _price(rules: Ruleset) -> str:
    with_own = "the turn goes on" if value_of(rules, "striker_with_own_continues") else "the turn is over all the same"
    return (
        "**What it costs.** The striker in a pocket costs one man, which comes back on the board, and the turn. If own "
        f"men fell with it they come back too, and {with_own}. Who has nothing to give back owes it."
    )
