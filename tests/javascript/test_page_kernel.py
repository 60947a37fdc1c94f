"""The kernel for the page: up to date, equal to the compiled kernel, and exact in its integers and indices."""

import dataclasses
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from javascript import make
from javascript.test_translator import node

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD
from carrom.board.placement import disc_spots, free_space, striker_spans
from carrom.board.position import Point, Position
from carrom.javascript import page_kernel
from carrom.physics.kernel.compiled import can_compile

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.physics_javascript.comparison import Comparison, Compiled, Node, compare  # noqa: E402
from bench.physics_javascript.strokes import chunks  # noqa: E402

STROKES = 100
PLACE = """
import { spans, due_places, centre_place } from %s;
import { readFileSync } from 'node:fs';
const floats = (numbers) => Float64Array.from(numbers);
const found = JSON.parse(readFileSync(0, 'utf8')).map(({ circles, n, lines, limits, grid, most, touching, seat }) => {
  const [rows, points, out] = [new Float64Array(600), new Float64Array(8), new Float64Array(2000)];
  const count = spans(floats(circles), n, floats(lines), new Float64Array(128), new Float64Array(128), points, rows);
  const placed = due_places(floats(circles), n, floats(limits), floats(grid), points, out, most);
  const due = [...out.subarray(0, 2 * placed)];
  const centre = centre_place(floats(circles), n, floats(limits), seat, touching, points, out);
  return [[...rows.subarray(0, 3 * count)], due, centre ? [...out.subarray(0, 2)] : null];
});
console.log(JSON.stringify(found));
"""


def test_the_kernel_in_the_page_is_the_translation_of_the_sources():
    for name, text in page_kernel.files().items():
        written = (ROOT / name).read_text(encoding="utf-8")
        assert written == text, f"{name} is stale: run `python3 dev.py python -m carrom.javascript.page_kernel`"


def test_the_strokes_for_the_tests_of_the_page_are_up_to_date():
    assert make.FILE.read_text(encoding="utf-8") == make.text()


@pytest.mark.skipif(not can_compile(), reason="Numba is missing or switched off")
@pytest.mark.parametrize("target", ["webassembly", "javascript"])
def test_random_strokes_have_the_same_events_rests_and_keyframes_in_node(target):
    found = Comparison()
    ours = Compiled()
    with Node(target) as theirs:
        for given in chunks(STROKES, 50, 7):
            compare(ours, theirs, given, found)
    assert found.strokes == STROKES
    assert found.events > 10 * STROKES
    assert (found.differences, found.shown) == (0, [])


@pytest.mark.skipif(not can_compile(), reason="Numba is missing or switched off")
def test_no_integer_of_the_kernel_passes_2_to_the_53_and_no_index_its_array(tmp_path):
    kernel = tmp_path / "kernel.mjs"
    kernel.write_text(page_kernel.page_kernel(is_checked=True).javascript, encoding="utf-8")
    found = Comparison()
    ours = Compiled()
    with Node("javascript", kernel) as theirs:
        compare(ours, theirs, next(chunks(12, 12, 8)), found)
    assert (found.strokes, found.differences) == (12, 0)


@pytest.mark.skipif(not can_compile(), reason="Numba is missing or switched off")
def test_a_difference_is_reported_with_its_stroke():
    given = next(chunks(20, 20, 9))
    other = dataclasses.replace(given, strokes=given.strokes.copy())
    other.strokes[13, 1] += 1
    found = Comparison()
    ours = Compiled()
    with Node("webassembly") as theirs:
        compare(ours, lambda _: theirs(other.message()), given, found)
    assert found.differences == 1
    assert found.shown[0].startswith("stroke 13 differs in ")
    assert "log" in found.shown[0]


def positions() -> list[Position]:
    """Return crowded positions around the centre and the baselines."""
    generator = random.Random(5)
    found = []
    for _ in range(60):
        placed: dict[Disc, Point] = {}
        reach = generator.choice([40_000, 120_000, 340_000])
        for disc in [disc for disc in Disc if disc is not Disc.S][: generator.randrange(1, 20)]:
            y = generator.choice([0, -252_600]) if generator.random() < 0.5 else 0
            at = Point(generator.randrange(-reach, reach), y + generator.randrange(-40_000, 40_000))
            if all((at.x - p.x) ** 2 + (at.y - p.y) ** 2 >= 31_800**2 for p in placed.values()):
                placed[disc] = at
        found.append(Position.of(placed))
    return found


def test_spots_of_the_striker_and_of_due_pieces_are_the_same_in_javascript():
    room = free_space.interpreted()
    jobs, expected = [], []
    for index, position in enumerate(positions()):
        circles, n = free_space.circles_of(position.placed, Disc.B9, STANDARD, spare=2)
        lines = list(free_space.measures_of(STANDARD, STANDARD.striker_diameter // 2))
        limits = list(free_space.limits_of(Disc.B9, position.placed, STANDARD))
        grid = list(free_space.grid(limits[0], limits[1], 4_000))[:400]
        rows, out = [0] * 600, [0] * 2000
        scratch = [0] * (2 * striker_spans.MOST), [0] * (2 * striker_spans.MOST)
        count = room.spans(list(circles), n, lines, *scratch, [0.0] * 8, rows)
        placed = disc_spots.due_places(list(circles), n, list(limits), grid, [0.0] * 8, out, 50)
        due = out[: 2 * placed]
        touching = STANDARD.centre_circle // 2 + STANDARD.man_diameter // 2
        centre = disc_spots.centre_place(list(circles), n, list(limits), index % 4, touching, [0.0] * 8, out)
        expected.append([rows[: 3 * count], due, out[:2] if centre else None])
        job = {"circles": circles, "n": n, "lines": lines, "limits": limits, "grid": grid}
        jobs.append({**job, "most": 50, "touching": touching, "seat": index % 4})
    assert len({len(due) for _, due, _ in expected}) > 3
    script = PLACE % json.dumps((ROOT / page_kernel.FILES[0]).as_uri())
    done = subprocess.run(
        [node(), "--input-type=module", "-e", script], input=json.dumps(jobs), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == expected
