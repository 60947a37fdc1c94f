"""Strokes get the names players use, derived from what happens when they are played."""

import pytest
from engine.tables import CLUB, ICF, facing, lying

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD
from carrom.board.rack import nominal_rack
from carrom.board.stroke import Stroke, StrokeKind
from carrom.engine.situation import Situation
from carrom.engine.stroke_names import called
from carrom.rules.round import Round

LINE = -STANDARD.baseline / 1000
FAR_RIGHT, NEAR_RIGHT = (325.25, 325.25), (325.25, -325.25)


def unit(x, y):
    length = (x * x + y * y) ** 0.5
    return x / length, y / length


def at(x, towards, speed):
    """Return a stroke from offset x (mm) through a point (mm), at a speed in m/s."""
    across, up = unit(towards[0] - x, towards[1] - LINE)
    return Stroke(round(1000 * x), round(1e6 * speed * across), round(1e6 * speed * up))


def ghost(man, pocket, touch=36.55):
    """Return the centre (mm) of the ghost disc: where a disc must hit the piece to send it into the pocket."""
    ux, uy = unit(pocket[0] - man[0], pocket[1] - man[1])
    return man[0] - touch * ux, man[1] - touch * uy


def name_of(stroke, **men):
    return called(facing(lying(**men, B9=(-300, -100))), stroke)


def one_of(strokes, name, **men):
    """Return the description of the first stroke that is named `name`; fail if there is none."""
    for stroke in strokes:
        found = name_of(stroke, **men)
        if found.name is name:
            return found
    pytest.fail(f"no stroke is called {name}: {[name_of(stroke, **men).name.value for stroke in strokes]}")


def test_a_full_hit_is_straight_and_a_thin_one_a_cut():
    man = (200.0, 200.0)
    straight = one_of([at(x, ghost(man, FAR_RIGHT), 2.2) for x in (-178, -174, -170)], StrokeKind.STRAIGHT, W1=man)
    assert (straight.disc, straight.pocket) == (Disc.W1, 1)
    cut = one_of([at(100, (gx + aside, gy), 2.2) for gx, gy in [ghost(man, FAR_RIGHT)] for aside in range(-6, 7)],
                 StrokeKind.CUT, W1=man)  # fmt: skip
    assert (cut.disc, cut.pocket) == (Disc.W1, 1)


def test_a_stroke_that_pockets_nothing_is_a_safety_and_at_the_rack_a_break():
    assert name_of(at(0, (0, 100), 1.0), W1=(0, 100)).name is StrokeKind.SAFETY
    breaking = Situation(Round.begin(ICF), nominal_rack(), CLUB)
    assert called(breaking, at(0, (0, 0), 5.0)).name is StrokeKind.BREAK


def test_only_ones_own_make_a_name():
    assert (
        name_of(at(-100, ghost((200.0, 200.0), FAR_RIGHT), 2.2), W1=(-300, 300), B1=(200, 200)).name
        is StrokeKind.SAFETY
    )


def test_a_man_sent_by_another_is_a_plant():
    one = (270.0, 270.0)
    other = ghost(one, FAR_RIGHT, 33.0)
    strokes = [at(-150, (gx, gy + aside / 2), 2.8) for gx, gy in [ghost(other, FAR_RIGHT)] for aside in range(-6, 7)]
    assert one_of(strokes, StrokeKind.PLANT, W1=one, B1=other).disc is Disc.W1


def test_two_of_ones_own_are_a_double():
    one = (290.0, 290.0)
    other = ghost(one, FAR_RIGHT, 33.0)
    strokes = [at(-170, (gx, gy + aside / 3), 3.5) for gx, gy in [ghost(other, FAR_RIGHT)] for aside in range(-9, 10)]
    assert one_of(strokes, StrokeKind.DOUBLE, W1=one, W2=other).pocket == 1


def test_a_man_against_the_frame_is_frozen():
    strokes = [at(-60, (167 + aside / 2, 330), 2.6) for aside in range(-40, 41)]
    assert one_of(strokes, StrokeKind.FROZEN, W1=(200.0, 354.1)).disc is Disc.W1


def test_the_striker_off_a_frame_and_the_man_off_a_frame():
    strokes = [at(0, (349, y), 3.0) for y in range(-150, 300, 2)]
    assert one_of(strokes, StrokeKind.ONE_FRAME, W1=(280.0, 300.0)).disc is Disc.W1
    banks = [at(0, (gx + aside / 3, gy), 3.0) for gx, gy in [ghost((0.0, 100.0), (160.0, 354.0))] for aside in
             range(-60, 60)]  # fmt: skip
    assert one_of(banks, StrokeKind.BANK, W1=(0.0, 100.0)).disc is Disc.W1


def test_a_man_behind_the_lines_is_played_back():
    man = (250.0, -320.0)
    strokes = [at(x, ghost(man, NEAR_RIGHT), 1.5) for x in (100, 120, 140, 150)]
    assert one_of(strokes, StrokeKind.BACK, W1=man).pocket == 3
