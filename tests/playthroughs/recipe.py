"""Golden playthroughs: whole games printed step by step, so that a change of law or wording is read as a diff.

Regenerate all of them with `python tests/playthroughs/recipe.py`, and read what changed.
"""

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "src")]

from strategies_game import DOUBLES, SINGLES, header, next_event  # noqa: E402

from carrom.board.striker_spots import placing_spots  # noqa: E402
from carrom.board.stroke import Stroke  # noqa: E402
from carrom.errors import IllegalStroke  # noqa: E402
from carrom.game.events import Header, Placed  # noqa: E402
from carrom.game.game import GameHistory  # noqa: E402
from carrom.game.play_stroke import racked, simulated, strike  # noqa: E402
from carrom.game.record import write_record  # noqa: E402
from carrom.game.replay import steps, told  # noqa: E402
from carrom.rules.phases import PlaceDue  # noqa: E402
from carrom.umpire.score_card import score_card  # noqa: E402
from carrom.umpire.wording import standing  # noqa: E402


def typed(ruleset: str, seed: int, doubles: bool = False, contest: str = "board") -> str:
    """Tell a seeded game on a wooden board: every event, every ruling, and where it then stood."""
    rng = random.Random(seed)
    game = GameHistory.begin(header(ruleset, DOUBLES if doubles else None, contest))  # type: ignore[arg-type]
    while not game.is_over:
        game = game.apply(next_event(game, rng))
    lines = [f"{game.rules.title}, seed {seed}", ""]
    for step in steps(game):
        lines += [told(step), "    " + "; ".join(_unhinted(line.strip()) for line in standing(step.game)[1:])]
    return "\n".join([*lines, "", score_card(game), ""])


def _unhinted(line: str) -> str:
    """Return a line without what can be typed, which is the same every time."""
    return re.sub(r" \(type .*\)$", "", line)


def struck(seed: int, strokes: int) -> str:
    """Write the record of simulated strokes from random legal spots."""
    rng = random.Random(seed)
    game = GameHistory.begin(simulated(Header(players=SINGLES, first_break="A", date="2026-11-20")))
    game = game.apply(racked(game, seed))
    while len(game.strokes) < strokes:
        awaited = game.expected[0]
        if isinstance(awaited, PlaceDue):
            assert game.position is not None
            at = placing_spots(game.position, awaited.disc)[0]
            game = game.apply(Placed(seat=awaited.seat, disc=awaited.disc, at=at))
            continue
        assert game.round is not None
        stroke = Stroke.aimed(rng.randint(-180_000, 180_000), rng.randint(-25, 25), rng.randint(1, 6))
        try:
            event, _ = strike(game, game.round.turn, stroke)
        except IllegalStroke:
            continue
        game = game.apply(event)
    return write_record(game)


PLAYTHROUGHS: dict[str, Callable[[], str]] = {
    "icf-board.txt": lambda: typed("icf", 1),
    "icf-doubles.txt": lambda: typed("icf", 14, doubles=True, contest="game"),
    "classic-29.txt": lambda: typed("classic-29", 5, contest="game"),
    "club-doubles.txt": lambda: typed("club", 3, doubles=True, contest="game"),
    "three-player.txt": lambda: typed("three-player", 4),
    "eight-rounds.txt": lambda: typed("eight-rounds", 6),
    "team-event.txt": lambda: typed("team-event", 7, contest="game"),
    "points.txt": lambda: typed("points", 8),
    "simulated.carrom": lambda: struck(9, 15),
}

if __name__ == "__main__":
    for name, play in PLAYTHROUGHS.items():
        (HERE / name).write_text(play(), encoding="utf-8")
        print(name)
