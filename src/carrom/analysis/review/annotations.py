"""Annotations: a review written into a record as comment lines, which every reader of records skips.

    # review accuracy=0.93
    7. south x0.vx100000.vy4000000 as-meant … {pass | Law 48 | Nothing pocketed: …}
    # review 7 mistake loss=0.132 error=0.041 win=0.46 after=0.31 best=x12000.vx700000.vy2100000 "Better: W4 cut …"

The number is that of the event above. `loss`, `error` and `best` are there if a stroke is called something.
"""

import re
from collections.abc import Iterable, Sequence

import msgspec

from carrom.analysis.review.review_values import StrokeReviewed
from carrom.analysis.review.stroke_judgement import CALLED, Grade
from carrom.analysis.text_report import called
from carrom.board.notation import read_stroke, write_stroke
from carrom.board.stroke import Stroke
from carrom.errors import RecordError
from carrom.game.notation.record_tokens import cut
from carrom.values import Value

MARK = "# review "
_LINE = re.compile(
    r"# review (?P<event>[1-9][0-9]{0,8}) (?P<grade>[a-z]+)(?: loss=(?P<loss>[0-9.]+) error=(?P<error>[0-9.]+))?"
    r" win=(?P<win>[0-9.]+) after=(?P<after>[0-9.]+)(?: best=(?P<best>\S+))?(?: (?P<comment>\".*\"))?"
)
_HEAD = re.compile(r"# review accuracy=\S+")


class Annotation(Value, frozen=True, kw_only=True):
    """What a review says about one stroke of a record."""

    event: int
    """Number of the stroke's line."""
    grade: Grade
    loss: float = 0.0
    """Confirmed decision loss, as win probability."""
    error: float = 0.0
    """Standard error of `loss`."""
    win: float
    """Probability of winning the board with the intended stroke, before it was played."""
    after: float
    """The same after it."""
    best: Stroke | None = None
    """The better stroke; None if nothing is called."""
    comment: str = ""


def annotation_of(stroke: StrokeReviewed) -> Annotation:
    """Return the annotation of a reviewed stroke, with a comment in English."""
    plain = Annotation(event=stroke.event, grade=stroke.grade, win=stroke.meant.win, after=stroke.after)
    if stroke.grade not in CALLED or stroke.rolled is None:
        return plain
    names = [called(each.name, each.disc, each.corner) for each in (stroke.best, stroke.meant)]
    shares = [f"{100 * each.success:.0f} %" for each in (stroke.best, stroke.meant)]
    comment = f"Better: {names[0]}, {shares[0]}. Intended: {names[1]}, {shares[1]}."
    return msgspec.structs.replace(
        plain, loss=stroke.loss, error=stroke.rolled.error, best=stroke.best.stroke, comment=comment
    )


def write_annotation(each: Annotation) -> str:
    """Return the comment line of an annotation."""
    words = [f"{MARK}{each.event} {each.grade}"]
    if each.best is not None:
        words.append(f"loss={each.loss:.4f} error={each.error:.4f}")
    words.append(f"win={each.win:.4f} after={each.after:.4f}")
    if each.best is not None:
        words.append(f"best={write_stroke(each.best)}")
    if each.comment:
        words.append(msgspec.json.encode(each.comment).decode())
    return " ".join(words)


def annotated(record: str, strokes: Iterable[StrokeReviewed], accuracy: float) -> str:
    """Return a record with the annotations of its strokes, which replace those it had; `accuracy` in degrees.

    Strokes that there was no time to check get none.
    """
    judged = [each for each in strokes if each.event and not each.unchecked]
    found = {each.event: write_annotation(annotation_of(each)) for each in judged}
    lines: list[str] = []
    head = f"{MARK}accuracy={accuracy:g}"
    for line in record.split("\n"):
        if line.startswith(MARK):
            continue
        lines.append(line)
        if line == "" and head:  # the header has no comments
            lines.append(head)
            head = ""
        number = re.match(r"([1-9][0-9]*)\. ", line)
        if number is not None and int(number[1]) in found:
            lines.append(found[int(number[1])])
    return "\n".join(lines)


def read_annotations(record: str) -> Sequence[Annotation]:
    """Return the annotations of a record, in order; an empty list if it has none.

    Raises `RecordError` with the line number for a malformed one.
    """
    found: list[Annotation] = []
    for number, line in enumerate(record.split("\n"), 1):
        if line.startswith(MARK) and not _HEAD.fullmatch(line):
            found.append(_read(line, number))
    return found


def _read(line: str, number: int) -> Annotation:
    match = _LINE.fullmatch(line)
    try:
        if match is None:
            raise ValueError("no annotation")
        return Annotation(
            event=int(match["event"]),
            grade=Grade(match["grade"]),
            loss=float(match["loss"] or 0.0),
            error=float(match["error"] or 0.0),
            win=float(match["win"]),
            after=float(match["after"]),
            best=None if match["best"] is None else read_stroke(match["best"]),
            comment="" if match["comment"] is None else msgspec.json.decode(match["comment"], type=str),
        )
    except (ValueError, msgspec.MsgspecError):
        raise RecordError(
            f'line {number}: {cut(line)} is not an annotation; expected "# review EVENT GRADE win=… after=…", as '
            "`carrom analyse --annotate` writes it"
        ) from None
