"""Analyses and reviews as text for a terminal."""

from collections.abc import Iterator, Sequence

from carrom.analysis.messages import Analysis, Cause, Corner, ExpectedStroke, StrokeFacts, Wrong
from carrom.analysis.review.review_values import GameReview, ReviewBegun, StrokeReviewed
from carrom.analysis.review.stroke_judgement import Grade
from carrom.board.disc import Disc
from carrom.board.notation import write_stroke
from carrom.board.stroke_kind import StrokeKind

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
