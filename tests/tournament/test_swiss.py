"""Swiss draws: the best of all pairings by every criterion, no rematches, at most one bye."""

import hashlib
import itertools
import json
from pathlib import Path
from random import Random

import pytest
from tournament.halls import draw, hall, play, through

from carrom.cli import main
from carrom.errors import RefusedRequest
from carrom.i18n import LANGUAGES
from carrom.server.http.championships import why_view
from carrom.tournament.championship import apply
from carrom.tournament.draws import Field, pair, swiss_field
from carrom.tournament.event_log import load
from carrom.tournament.events import Drawn, Finished, Meeting, Present
from carrom.tournament.standings import met, tables


def pairings(left: tuple[int, ...]):
    """Yield every way to pair an even number of entrants."""
    if not left:
        yield ()
        return
    first, *rest = left
    for at, other in enumerate(rest):
        for more in pairings((*rest[:at], *rest[at + 1 :])):
            yield ((first, other), *more)


def price(field: Field, ids: tuple[int, ...], chosen) -> tuple[int, ...] | None:
    """Return the costs of a round by criteria 3 to 8, reimplemented from the text; None if it has a rematch."""
    order = [at for at in range(len(field.order)) if at in ids]
    costs = [0] * 6
    for a, b in chosen:
        if frozenset((field.order[a], field.order[b])) in field.met:
            return None
        gap = abs(field.points[a] - field.points[b])
        apart = abs(order.index(a) - order.index(b))
        costs[0] += gap**2
        if gap and field.went:
            low, high = sorted((a, b), key=lambda at: field.points[at])
            costs[1] += (field.went[low] == 1) + (field.went[high] == -1)
        costs[2] += bool(field.apart) and field.apart[a] == field.apart[b]
        if gap:
            costs[3] += (apart - 1) ** 2
        else:
            level = sum(field.points[at] == field.points[a] for at in order)
            costs[4] += (apart - (1 if field.neighbours else level // 2)) ** 2
        names = sorted((field.order[a], field.order[b]))
        digest = hashlib.sha256("\n".join([field.salt, *names]).encode()).digest()
        costs[5] += int.from_bytes(digest[:4], "big")
    return tuple(costs)


def by_brute_force(field: Field):
    """Return the bye and the pairs of the best round, found by trying all."""
    count = len(field.order)
    byes = [None] if count % 2 == 0 else [at for at in reversed(range(count)) if field.order[at] not in field.no_bye]
    for bye in byes:
        ids = tuple(at for at in range(count) if at != bye)
        priced = [(cost, chosen) for chosen in pairings(ids) if (cost := price(field, ids, chosen)) is not None]
        if priced:
            return bye, min(priced)[1]
    return None


@pytest.mark.parametrize("seed", range(20))
def test_a_random_round_equals_the_best_of_all_pairings(seed):
    rng = Random(seed)
    terms = {
        "floats": rng.choice(["free", "spared"]),
        "apart": rng.choice([0, 9]),
        "order": rng.choice(["halves", "neighbours"]),
    }
    at = through(rng.randint(7, 10), rng.randint(0, 4), seed, **terms)
    field = swiss_field(at, at.stages[0], len(at.stages[0].rounds) + 1)
    best = by_brute_force(field)
    if best is None:
        with pytest.raises(RefusedRequest):
            pair(field)
    else:
        found = pair(field)
        assert (found.bye, found.pairs) == best


def meetings(at):
    return [frozenset((each.a, each.b)) for round in at.stages[0].rounds for each in round.fixtures if each.b]


@pytest.mark.slow(first=1)
@pytest.mark.parametrize(("count", "rounds"), [(31, 7), (200, 9), (9, 7)])
def test_nobody_meets_twice_everybody_plays_and_nobody_has_two_byes(count, rounds):
    at = through(count, rounds, 5)
    met = meetings(at)
    assert len(set(met)) == len(met) == rounds * (count // 2)
    byes = [each.a for round in at.stages[0].rounds for each in round.fixtures if not each.b]
    assert len(byes) == len(set(byes)) == rounds * (count % 2)
    for round in at.stages[0].rounds:
        assert sorted(id for each in round.fixtures for id in (each.a, each.b) if id) == sorted(
            f"p{number}" for number in range(1, count + 1)
        )


def test_the_lot_alone_decides_between_rounds_that_are_equally_good():
    draws = set()
    for lot in ("1", "2", "3", "4", "5", "6"):
        at = play(draw(hall(12, {"id": "s", "system": "swiss"}, lot=lot), "s"), "s", Random(1))
        draws.add(frozenset(meetings(draw(at, "s"))))
    assert 1 <= len(draws) <= 6
    assert pair(Field(order=("a", "b", "c", "d"), points=(0, 0, 0, 0), salt="x")).pairs == ((0, 2), (1, 3))


def test_renamed_entrants_pair_the_same_places_where_the_lot_is_not_needed():
    field = Field(order=tuple("abcdef"), points=(4, 4, 2, 2, 0, 0), met=frozenset([frozenset("ab")]))
    other = Field(order=tuple("uvwxyz"), points=(4, 4, 2, 2, 0, 0), met=frozenset([frozenset("uv")]))
    assert pair(field) == pair(other)


def test_standings_do_not_depend_on_the_order_of_finishes():
    at = draw(hall(10, {"id": "s", "system": "swiss"}), "s")
    scores = [(25, 3), (25, 20), (10, 25), (25, 7), (24, 25)]
    orders = set()
    for order in itertools.islice(itertools.permutations(range(5)), 0, 120, 17):
        after = at
        for number in order:
            from carrom.tournament.championship import apply
            from carrom.tournament.events import Finished

            after = apply(after, Finished(fixture=f"s.1.{number + 1}", games=(scores[number],)))
        orders.add(tables(after, after.stages[0])[0].order)
    assert len(orders) == 1


@pytest.mark.parametrize(
    ("field", "why"),
    [
        (Field(order=("a",), points=(0,)), "expected two or more"),
        (Field(order=("a", "b"), points=(0, 0), met=frozenset([frozenset("ab")])), "no round is possible"),
        (Field(order=tuple("abc"), points=(0, 0, 0), no_bye=frozenset("abc")), "no entrant can get the bye"),
        (Field(order=tuple(map(str, range(500))), points=(0,) * 500), "expected at most 400"),
    ],
)
def test_a_round_that_cannot_be_is_refused(field, why):
    with pytest.raises(RefusedRequest, match=why):
        pair(field)


def test_results_against_each_other_decide_only_between_entrants_who_have_all_met():
    apart = 0
    for seed in range(6):
        at = hall(8, {"id": "s", "system": "swiss", "keys": ("points", "head", "seed")})
        for _ in range(3):
            at = play(draw(at, "s"), "s", Random(seed))
        stage = at.stage("s")
        (table,) = tables(at, stage)
        pairs = met(stage)
        for points in {each.value("points") for each in table.standings}:
            level = [each.entrant for each in table.standings if each.value("points") == points]
            if any(frozenset((a, b)) not in pairs for a in level for b in level if a < b):
                assert level == sorted(level)
                apart += len(level) > 2
    assert apart > 3


def test_the_bye_and_the_pairs_of_a_published_case_of_a_chess_engine_come_out() -> None:
    """Test `dutch_2025_C5` of bbpPairings: after two rounds of six players the fourth is away, and five remain.

    Expected there: 1-5, 3-2, bye for 6. The bye goes to the lowest who may have it, and colours do not matter here.
    """
    at = hall(6, {"id": "s", "system": "swiss", "rounds": 3, "keys": ("points", "seed")})
    winners = (("p1", "p2", "p3"), ("p1", "p3", "p5"))
    for number, pairs in enumerate(("1-4 5-2 6-3", "2-1 4-3 5-6"), 1):
        meetings = tuple(Meeting(*(f"p{each}" for each in pair.split("-"))) for pair in pairs.split())
        at = apply(at, Drawn(stage="s", round=number, meetings=meetings, hand=True))
        for each in at.stages[0].rounds[-1].fixtures:
            won = each.a in winners[number - 1]
            at = apply(at, Finished(fixture=f"s.{number}.{each.number}", games=((25, 3) if won else (3, 25),)))
    at = apply(at, Present(stage="s", entrants=("p1", "p2", "p3", "p5", "p6")))
    field = swiss_field(at, at.stages[0], 3)
    assert dict(zip(field.order, field.points, strict=True)) == {"p1": 4, "p3": 4, "p2": 2, "p5": 2, "p6": 0}
    round_ = pair(field)
    assert field.order[round_.bye] == "p6"
    assert {frozenset(field.order[at] for at in both) for both in round_.pairs} == {
        frozenset({"p1", "p5"}),
        frozenset({"p3", "p2"}),
    }


# -- Rounds made by hand: the reason published is who made them and why, with what each pair breaks beside it

WHY = "Asha has to leave at noon {sic}"
FALSE = ("who may have it", "smaller point differences", "Only this pairing", "level on points", "Both are on")
"""Words of the reasons of a round that the program draws."""


def run(*words: str) -> int:
    return main(["event", *words])


def open_event(path: Path) -> str:
    """Create an event of five of whom Esha has had the bye, and return its path."""
    file = str(path / "open.carrom-event")
    assert run("new", file, "--name", "Open", "--stage", "s swiss rounds=3", "--lot", "3 14") == 0
    for seed, name in enumerate(("Asha", "Bela", "Chitra", "Dev", "Esha"), 1):
        assert run("enter", file, name.lower(), name, "--seed", str(seed)) == 0
    assert run("draw", file) == 0
    first = load(Path(file)).stages[0].rounds[0]
    assert [(each.a, each.b) for each in first.fixtures] == [("asha", "chitra"), ("bela", "dev"), ("esha", "")]
    assert run("result", file, "s.1.1", "25-3") == 0
    assert run("result", file, "s.1.2", "25-4") == 0
    return file


def test_a_round_by_hand_has_one_reason_and_what_it_breaks_wherever_reasons_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = open_event(tmp_path)
    capsys.readouterr()
    pairs = ("asha-chitra", "bela-dev", "esha-")
    assert run("draw", file, "s", "--pairs", *pairs, "--reason", WHY, "--by", "referee:Ravi") == 0
    made = f"Made by hand, by the referee Ravi: “{WHY}”."
    expected = [
        f"{made} Asha and Chitra have met before. Points: Asha 2, Chitra 0.",
        f"{made} Bela and Dev have met before. Points: Bela 2, Dev 0.",
        f"{made} Esha has had a bye, or missed a round, before. Lower in the order and without a bye so far: "
        "Asha, Bela, Dev and Chitra.",
    ]
    shown = capsys.readouterr().out
    assert [line.strip() for line in shown.splitlines() if "hand" in line] == expected
    at = load(Path(file))
    answer = why_view(at, "s", 2, "en")
    assert answer is not None
    assert [each.why for each in answer.pairs] == expected
    assert run("export", file, "--format", "json") == 0
    made_round = json.loads(capsys.readouterr().out)["stages"][0]["rounds"][1]
    assert (made_round["by_hand"], made_round["by"], made_round["reason"]) == (True, "referee:Ravi", WHY)
    assert [each["why"] for each in made_round["fixtures"]] == expected
    assert run("publish", file, "--output", str(tmp_path / "public"), "--languages", "en") == 0
    assert run("print", file, "fixtures") == 0
    printed = capsys.readouterr().out
    page = "".join(path.read_text(encoding="utf-8") for path in sorted((tmp_path / "public").rglob("*2.html")))
    for text in (page, printed.partition("Round 2")[2]):
        assert all(sentence in text for sentence in expected)
        assert not any(words in text for words in FALSE)
    assert run("verify", file) == 0
    for language in LANGUAGES:
        again = why_view(at, "s", 2, language)
        assert again is not None
        assert all(WHY in each.why and "{a}" not in each.why for each in again.pairs)


def test_a_pair_by_hand_that_breaks_nothing_says_only_who_made_it_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = open_event(tmp_path)
    assert run("draw", file, "s", "--pairs", "asha-bela", "esha-dev", "chitra-", "--reason", "as agreed") == 0
    answer = why_view(load(Path(file)), "s", 2, "en")
    assert answer is not None
    made = "Made by hand, by the organiser: “as agreed”."
    assert [each.why for each in answer.pairs] == [made, f"{made} Points: Esha 2, Dev 0.", made]


def test_a_round_by_hand_asks_for_its_reason_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = open_event(tmp_path)
    before = Path(file).read_bytes()
    capsys.readouterr()
    assert run("draw", file, "s", "--pairs", "asha-dev", "bela-chitra", "esha-") == 1
    assert "--pairs needs --reason" in capsys.readouterr().err
    assert run("append", file, "draw", "s.2", "asha-dev", "bela-chitra", "esha-", "hand") == 1
    assert "a round made by hand needs a reason" in capsys.readouterr().err
    assert Path(file).read_bytes() == before
