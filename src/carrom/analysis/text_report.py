"""Analyses and reviews as text: for a terminal, and as annotations in a record."""

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from carrom.analysis.messages import Analysis, Cause, Corner, ExpectedStroke, StrokeFacts, Wrong
from carrom.analysis.review_values import CALLED, GameReview, Grade, ReviewBegun, StrokeReviewed
from carrom.board import Disc, Stroke, StrokeKind
from carrom.board.notation import read_stroke, write_stroke
from carrom.errors import RecordError
from carrom.game.event_lines import cut
from carrom.values import Value

NAMES = {
    StrokeKind.STRAIGHT: "straight",
    StrokeKind.CUT: "cut",
    StrokeKind.ONE_FRAME: "striker off one frame",
    StrokeKind.TWO_FRAMES: "striker off two frames",
    StrokeKind.BANK: "off a frame",
    StrokeKind.FROZEN: "from the frame",
    StrokeKind.PLANT: "by way of another",
    StrokeKind.KISS: "with a kiss",
    StrokeKind.DOUBLE: "two at once",
    StrokeKind.BACK: "back stroke",
    StrokeKind.BREAK: "break",
    StrokeKind.SAFETY: "safety",
}
CAUSES = {
    Cause.THICK: "too thick",
    Cause.THIN: "too thin",
    Cause.LEFT: "to the left",
    Cause.RIGHT: "to the right",
    Cause.SLOW: "too slow",
    Cause.RATTLES: "rattles in the pocket",
    Cause.KISSED: "kissed by",
    Cause.BLOCKED: "striker meets",
    Cause.PAST: "striker hits nothing",
    Cause.FOLLOWED: "striker follows it in",
    Cause.STRIKER: "striker falls",
    Cause.GIVEN: "pockets",
    Cause.LAW: "falls, but the turn is lost",
    Cause.NOTHING: "nothing falls",
    Cause.OTHER: "otherwise",
}


def called(name: StrokeKind, disc: Disc | None, corner: Corner | None) -> str:
    """Return a stroke's name: `W4 cut into the north-east`."""
    if name is StrokeKind.BREAK or disc is None:
        return NAMES[name]
    return f"{disc} {NAMES[name]}" + (f" into the {corner}" if corner is not None else "")


def in_words(analysis: Analysis) -> str:
    """Return an analysis as a table, with failure causes and the expected line below each stroke."""
    lines = [
        f"{analysis.seat} is in turn and wins the board with {_share(analysis.win)}, {analysis.points:+.1f} points "
        f"expected (hand of {analysis.hand.direction:g}°, {analysis.simulations:,} simulations)."
    ]
    for number, line in enumerate(analysis.lines, start=1):
        lines += _line(f"{number:2}", line)
    return "\n".join(lines)


def tried(line: StrokeFacts, best: StrokeFacts | None) -> str:
    """Return the estimate of a stroke, compared with the best one if that is given."""
    lines = _line(" =", line)
    if best is not None:
        lines.append(f"    {_loss(best.win - line.win)}")
    return "\n".join(lines)


def _loss(loss: float) -> str:
    if loss <= 0.005:
        return "nothing better was found"
    return f"the best stroke wins {100 * loss:.1f} points of a hundred more"


def _line(mark: str, line: StrokeFacts) -> list[str]:
    """Return the lines of text for a stroke."""
    error = 1.96 * line.error
    lines = [
        f"{mark}  {called(line.name, line.disc, line.corner):38} {_share(line.success):>5} ± {100 * error:3.1f}"
        f"   foul {_share(line.foul):>4}   wins {_share(line.win):>5}   {line.points:+5.1f}"
        f"   {write_stroke(line.stroke)}"
    ]
    if line.wrong:
        lines.append(f"    goes wrong: {', '.join(map(_wrong, line.wrong))}")
    if line.next:
        lines.append(f"    then {_following(line.next)}")
    if line.window is not None:
        lines.append(f"    window {line.window:.1f}°")
    return lines


def _wrong(wrong: Wrong) -> str:
    disc = f" {wrong.disc}" if wrong.disc is not None else ""
    return f"{CAUSES[wrong.cause]}{disc} {_share(wrong.share)}"


def _following(steps: Sequence[ExpectedStroke]) -> str:
    lines, seat = [], None
    for step in steps:
        seat_name = "" if step.seat is seat else f"{step.seat}: "
        lines.append(f"{seat_name}{called(step.name, step.disc, step.corner)} {_share(step.success)}")
        seat = step.seat
    return "; ".join(lines)


def _share(share: float) -> str:
    """Return a share in percent, with one more digit near 0 and 100."""
    percent = 100 * share
    return f"{percent:.0f} %" if 10 <= percent <= 90 or percent in (0, 100) else f"{percent:.1f} %"


def reviewed(begun: ReviewBegun, strokes: Sequence[StrokeReviewed], whole: GameReview) -> Iterator[str]:
    """Yield the lines of a review: each stroke, each player, the turning points."""
    yield f"{'':>4} {'':14} {'':36} {'best':>6} {'meant':>6} {'after':>6} {'loss':>6} {'luck':>6}"
    for each in strokes:
        name = begun.players[each.player].name
        what = called(each.meant.name, each.meant.disc, each.meant.corner)
        yield (
            f"{each.number:4} {name:14.14} {what:36.36} {_percent(each.best.win)} {_percent(each.meant.win)} "
            f"{_percent(each.after)} {_percent(each.loss)} {100 * each.luck:+6.1f}  {_judged(each)}"
        )
    yield ""
    for one in whole.players:
        counts = ", ".join(f"{count} {grade}" for grade, count in zip(Grade, one.grades, strict=True) if count)
        yield (
            f"{begun.players[one.player].name}: accuracy {one.accuracy:.0f}, {100 * one.loss:.1f} lost a stroke, luck "
            f"{100 * one.luck:+.0f}; {one.succeeded} of {one.strokes} succeeded, {one.expected:.1f} expected; {counts}"
        )
    unchecked = sum(each.unchecked for each in strokes)
    if unchecked:
        yield (
            f"not checked for lack of time: {unchecked} {'stroke' if unchecked == 1 else 'strokes'} that may have lost "
            "something; accuracies leave them out. Give more --seconds to check them."
        )
    for moment in whole.turning:
        yield f"decided at stroke {moment.number}: {100 * moment.loss:.1f} lost, luck {100 * moment.luck:+.1f}"


def _judged(each: StrokeReviewed) -> str:
    if each.unchecked:
        return "not checked"
    if each.grade in (Grade.BEST, Grade.GOOD):
        return each.grade.value
    if each.rolled is not None:
        return (
            f"{each.grade}: {called(each.best.name, each.best.disc, each.best.corner)} was better "
            f"(rolled out: {100 * each.loss:.1f} ± {196 * each.rolled.error:.1f})"
        )
    return f"{each.grade}: {called(each.best.name, each.best.disc, each.best.corner)} was better"


def _percent(share: float) -> str:
    return f"{100 * share:6.1f}"


# -- annotations: a review as comment lines of a record ----------------------------------------------------------------
# # review accuracy=0.93
#     7. south x0.vx100000.vy4000000 as-meant … {pass | Law 48 | Nothing pocketed: …}
#     # review 7 mistake loss=0.132 error=0.041 win=0.46 after=0.31 best=x12000.vx700000.vy2100000 "Better: W4 cut …"
#
# The number is that of the event above. `loss`, `error` and `best` are there if a stroke is called something.


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
