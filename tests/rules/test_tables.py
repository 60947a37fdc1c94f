"""The rules compared with an independent implementation of the printed tables, over every combination of facts."""

import itertools
import random
from collections.abc import Iterator

import pytest

from carrom.rules.casebook import decide

from . import oracle
from .oracle import Facts

OWNED = ("icf", "club", "team-event", "classic-29", "eight-rounds")
SCORES = ((0, 0), (21, 22), (22, 21), (24, 23), (23, 24))


def plays(book: str) -> Iterator[Facts]:
    """Yield strokes after the break: pieces, dues, rights, queen, what was pocketed, faults."""
    queens = ("board", "pending", "mover", "opponent") + (("off-until-turn-end",) if book == "team-event" else ())
    menboth = ((1, 1), (1, 4), (4, 1), (2, 2), (5, 6), (9, 9), (9, 1), (8, 7))
    faults = itertools.product((False, True), repeat=3)
    for (men, theirs), queen, (queen_down, striker, improper) in itertools.product(menboth, queens, faults):
        if queen_down and queen != "board":
            continue
        for own, opp in itertools.product(range(min(men, 2) + 1), range(min(theirs, 2) + 1)):
            for right in (True,) if men < 9 or queen in ("pending", "mover") else (True, False):
                yield Facts(
                    book, men, theirs, queen=queen, right=right, by_self=right, own=own, opp=opp,
                    queen_down=queen_down, striker=striker, improper=improper,
                )  # fmt: skip


def variants(facts: Facts) -> Iterator[Facts]:
    """Yield variants of a stroke: dues, scores, pieces over the frame, demands, and who had pocketed before."""
    base = vars(facts)
    for due in (1, 2) if facts.men == 9 else ():
        yield Facts(**{**base, "due": due})
    for due in (1, 2) if facts.theirs == 9 else ():
        yield Facts(**{**base, "their_due": due})
    for mine, theirs in SCORES:
        yield Facts(**{**base, "score": mine, "their_score": theirs, "demand": 1})
    yield Facts(**{**base, "demand": 2})
    if facts.opp:
        yield Facts(**{**base, "direct": True})
    if facts.book in ("classic-29", "team-event") and facts.right and facts.men < 9:
        yield Facts(**{**base, "by_self": False})
    if facts.own < facts.men:
        yield Facts(**{**base, "jumped_own": 1})
    if facts.opp < facts.theirs:
        yield Facts(**{**base, "jumped_opp": 1})
    if facts.queen == "board" and not facts.queen_down:
        yield Facts(**{**base, "jumped_queen": True})
    if not facts.striker:
        yield Facts(**{**base, "jumped_striker": True})


def breaks(book: str) -> Iterator[Facts]:
    """Yield attempts at the break, missed or made."""
    for attempt, striker, improper, before in itertools.product((1, 2, 3), *(((False, True),) * 3)):
        start = Facts(
            book, 9, 9, right=False, by_self=False, breaking=True, attempt=attempt, striker=striker,
            improper=improper, before_play=before,
        )  # fmt: skip
        yield Facts(**{**vars(start), "touched": False})
        if not striker:
            yield Facts(**{**vars(start), "touched": False, "jumped_striker": True})
            yield Facts(**{**vars(start), "touched": False, "left": "none"})
            yield Facts(**{**vars(start), "touched": False, "left": "one"})
        for own, opp, queen in itertools.product((0, 1, 2), (0, 1), (False, True)):
            yield Facts(**{**vars(start), "own": own, "opp": opp, "queen_down": queen})


def compare(facts: Facts) -> None:
    decision = decide(facts.line())
    wanted = oracle.decide(facts)
    got = {key: decision[key] for key in wanted}
    assert got == wanted, f"{facts}\n{decision['clauses']}\n{decision['why']}"
    assert decision["clauses"]


@pytest.mark.slow
@pytest.mark.parametrize("book", OWNED)
def test_every_stroke_in_play_is_decided_as_the_tables_say(book: str) -> None:
    for facts in plays(book):
        compare(facts)
        for variant in variants(facts):
            compare(variant)


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("book", OWNED)
def test_every_break_attempt_is_decided_as_the_tables_say(book: str) -> None:
    for facts in breaks(book):
        compare(facts)


def anything(book: str, rng: random.Random) -> Facts:
    """Return a random stroke that combines any of these."""
    men, theirs = rng.choice((1, 2, 3, 5, 8, 9, 9)), rng.choice((1, 2, 4, 7, 9, 9))
    aside = ("off-until-turn-end",) if book == "team-event" else ()
    queen = rng.choice(("board", "board", "pending", "mover", "opponent", *aside))
    right = men < 9 or queen in ("pending", "mover") or rng.random() < 0.5
    own, opp = min(rng.choice((0, 0, 1, 1, 2, men)), men), min(rng.choice((0, 0, 0, 1, 1, 2, theirs)), theirs)
    facts = Facts(
        book, men, theirs, queen=queen, right=right, by_self=right and rng.random() < 0.7, own=own, opp=opp,
        due=rng.choice((0, 1, 2)) if men == 9 else 0, their_due=rng.choice((0, 1, 2)) if theirs == 9 else 0,
        score=rng.choice((0, 20, 21, 22, 23, 24)), their_score=rng.choice((0, 21, 22, 23, 24)),
        queen_down=queen == "board" and rng.random() < 0.35, striker=rng.random() < 0.3,
        direct=opp > 0 and rng.random() < 0.5, improper=rng.random() < 0.2, demand=rng.choice((0, 1, 2)),
    )  # fmt: skip
    facts.jumped_own = int(own < men and rng.random() < 0.3)
    facts.jumped_opp = int(opp < theirs and rng.random() < 0.2)
    facts.jumped_queen = queen == "board" and not facts.queen_down and rng.random() < 0.1
    facts.jumped_striker = not facts.striker and rng.random() < 0.1
    return facts


@pytest.mark.slow
@pytest.mark.parametrize("book", OWNED)
def test_strokes_in_which_everything_may_happen_are_decided_as_the_tables_say(book: str) -> None:
    rng = random.Random(book)
    for _ in range(2_000):
        compare(anything(book, rng))
