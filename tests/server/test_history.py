"""The strokes of a game's history: those still in force after rulings and undos."""

from pathlib import Path

from carrom.game.events import Ruled, Undone
from carrom.game.record import read_record
from carrom.tables.history import History

RECORD = Path(__file__).parents[1] / "playthroughs" / "simulated.carrom"


def test_a_board_sent_back_to_its_start_shows_no_stroke_of_it() -> None:
    game = read_record(RECORD.read_text(encoding="utf-8"))
    history = History.fold(game.events)
    assert len(history.strokes) == len(game.strokes) > 10
    noted = history.apply(Ruled(clause="Law 140", reason="a lamp fell", author="Ravi"))
    assert noted.strokes == history.strokes
    back = noted.apply(Ruled(clause="Law 140", reason="a lamp fell", author="Ravi", back_to=1))
    assert (back.strokes, back.version) == ((), history.version + 2)
    undone = back.apply(Undone(to=4))
    assert undone.strokes == history.strokes[:3]
    assert undone.game.state.round == History.fold(game.events[:5]).game.state.round
