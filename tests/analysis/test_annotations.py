"""Annotated records: a review as comments, which every reader of records skips and `read_annotations` reads."""

import msgspec
import pytest

from carrom.analysis.review_values import Grade, RolledLoss, StrokeReviewed
from carrom.analysis.text_report import annotated, annotation_of, read_annotations
from carrom.cli import main
from carrom.errors import RecordError
from carrom.game.record import read_record, write_record
from carrom.protocol import decode_streamed

from .test_review import ASIDE, INTO_THE_CORNER, struck, told


def blamed() -> StrokeReviewed:
    with open("tests/messages/streamed/stroke-reviewed.json", encoding="utf-8") as file:
        plain = decode_streamed(file.read())
    rolled = RolledLoss(loss=0.131, error=0.02, games=64, confirmed=True)
    return msgspec.structs.replace(plain, event=2, loss=0.131, rolled=rolled, grade=Grade.MISTAKE)


def test_an_annotated_record_reads_back_as_the_same_game_and_the_same_annotations():
    game, stroke = struck(ASIDE, None), blamed()
    text = annotated(write_record(game), [stroke], 0.93)
    assert read_record(text) == game
    (found,) = read_annotations(text)
    assert found == annotation_of(stroke)
    assert found.best == stroke.best.stroke
    assert found.loss == 0.131
    assert "# review accuracy=0.93" in text
    assert text.index("2. south") < text.index("# review 2 mistake")


def test_annotating_again_replaces_what_was_there():
    record = write_record(struck(ASIDE, None))
    once = annotated(record, [blamed()], 0.93)
    assert annotated(once, [blamed()], 0.93) == once


def test_a_stroke_that_is_not_blamed_has_no_better_one():
    found = annotation_of(msgspec.structs.replace(blamed(), grade=Grade.GOOD, loss=0.0))
    assert found.best is None
    assert found.comment == ""


@pytest.mark.parametrize(
    "line", ["# review 2 mistake", "# review x good win=0.5 after=0.5", "# review 2 splendid win=0.5 after=0.5"]
)
def test_a_malformed_annotation_is_refused_with_its_line(line: str):
    with pytest.raises(RecordError, match=r"line 2: .* is not an annotation; expected"):
        read_annotations(f"1. round south\n{line}\n")


def test_the_command_writes_the_review_into_the_record(tmp_path, monkeypatch, capsys):
    from carrom.analysis import reviewer

    monkeypatch.setattr(reviewer, "ROUNDS", ((1_500, 256),))
    record, out = tmp_path / "game.carrom", tmp_path / "reviewed.carrom"
    record.write_text(write_record(struck(INTO_THE_CORNER, INTO_THE_CORNER)), encoding="utf-8")
    assert main(["analyse", str(record), "--annotate", str(out)]) == 0
    (found,) = read_annotations(out.read_text(encoding="utf-8"))
    assert found.grade in {Grade.BEST, Grade.GOOD}
    assert main(["analyse", "c1_W1.300000.300000_B1.0.0", "--annotate", str(out)]) == 1
    assert "--annotate needs a recorded game" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--annotate", "--svg"])
def test_a_folder_that_does_not_exist_is_refused_before_the_review(option, tmp_path, monkeypatch, capsys):
    from carrom.analysis import reviewer

    monkeypatch.setattr(reviewer, "review", lambda *_, **__: pytest.fail("the review began"))
    record = tmp_path / "game.carrom"
    record.write_text(write_record(struck(ASIDE, None)), encoding="utf-8")
    assert main(["analyse", str(record), option, str(tmp_path / "nowhere" / "out")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "is in a folder that does not exist; create the folder first" in said.err


def test_a_review_names_the_line_of_each_stroke():
    assert told(struck(ASIDE, None)).event == 2
