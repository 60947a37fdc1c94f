"""An event with game records for tests of publishing: one simulated, one of a wooden board."""

import random
from pathlib import Path

from strategies_game import header, next_event

from carrom.board.seat import Seat
from carrom.cli import main
from carrom.game.events import Conceded, Player
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record

SIMULATED = Path(__file__).parents[1] / "playthroughs" / "simulated.carrom"
NAMES = ("Asha", "Chitra", "Bilal", "Dev")


def simulated() -> str:
    """Return the record of a simulated game of Asha and Bilal, who concedes."""
    game = read_record(SIMULATED.read_text(encoding="utf-8"))
    return write_record(game.apply(Conceded(side="B", what="match")))


def wooden(seed: int = 2, names: tuple[str, str] = ("Chitra", "Dev")) -> str:
    """Return the record of a whole game on a wooden board, stroke by stroke."""
    players = tuple(
        Player(name=name, seat=seat, side=side)
        for name, seat, side in zip(names, (Seat.SOUTH, Seat.NORTH), "AB", strict=True)
    )
    rng = random.Random(seed)
    game = GameHistory.begin(header("icf", players, "game"))
    while not game.is_over:
        game = game.apply(next_event(game, rng))
    return write_record(game)


def event_with_records(folder: Path, contact: str = "Lena, lena@club.example") -> Path:
    """Write an event of four with two records beside it, a correction and a protest; return its path."""
    path = folder / "open.carrom-event"

    def say(task: str, *words: str) -> None:
        assert main(["event", task, str(path), *words]) == 0

    say("new", "--name", "Autumn Open", "--stage", "s swiss name=Swiss", "--tables", "2", "--contact", contact)
    for seed, name in enumerate(NAMES, 1):
        say("enter", name.lower(), name, "--seed", str(seed), "--club", "Pune" if seed % 2 else "Delhi")
    say("draw")
    for number, text in ((1, simulated()), (2, wooden())):
        record = folder / f"s.1.{number}.carrom"
        record.write_text(text, encoding="utf-8")
        say("result", f"s.1.{number}", "--record", str(record))
    return path
