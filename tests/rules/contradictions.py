"""Find sentences of rulings that contradict the ruling in which they stand, on random boards.

    python -m tests.rules.contradictions --rulings 100000

judges that many random strokes, calls and passes of all rule sets, and lists every contradiction by clause.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

from carrom.board.disc import QUEEN
from carrom.rules.judge import judge
from carrom.rules.round import Round
from carrom.rules.rulesets import NAMES
from carrom.rules.ruling import Ruling, Turn
from carrom.values import changed

from .boards import begin, sensible, steps, tables, wild
from .told import without_men

Claim = Callable[[Round, Ruling], bool]


def _owes(round: Round, ruling: Ruling) -> bool:
    return sum(ruling.dues) > 0


def _pays(round: Round, ruling: Ruling) -> bool:
    return bool(ruling.placings)


def _charged(round: Round, ruling: Ruling) -> bool:
    """Return whether something comes back or is owed, or no more than nothing was asked (the board is over)."""
    return _pays(round, ruling) or _owes(round, ruling) or _has_counter_at_the_centre(ruling)


def _has_counter_at_the_centre(ruling: Ruling) -> bool:
    return any(disc is not QUEEN for disc in ruling.centred)


def _free(round: Round, ruling: Ruling) -> bool:
    return not ruling.placings and ruling.dues == tuple(side.due for side in round.sides)


def _on(*turns: Turn) -> Claim:
    return lambda _, ruling: ruling.turn in turns


CLAIMS: tuple[tuple[str, Claim], ...] = (
    (r"turn (continues|goes on)|strikes? again|keeps? the turn|plays on", _on(Turn.CONTINUE, Turn.RETRY)),
    (
        r"(?<!when )(?<!if )(?<!until )the turn (passes|ends|is lost)(?! (by a|to the right unless|unless))",
        _on(Turn.PASS),
    ),
    (r"(^|[^r]) ends the turn|loses the turn|turn are lost", _on(Turn.PASS)),
    (r"no stroke has been made and|tr(y|ies) again", _on(Turn.RETRY)),
    (r"is tried again", _on(Turn.RETRY)),
    (r"stroke counts", _on(Turn.CONTINUE, Turn.PASS, Turn.END)),
    (r"wins? the board|wins? \{|loses the board|loses it|board is lost|game ends|highest total", _on(Turn.END)),
    (r"(?<!row, )the board is (re)?played (again)?", _on(Turn.REPLAY)),
    (r"written off", lambda round, ruling: ruling.turn is Turn.END and any(side.due for side in round.sides)),
    (r"never brings more", lambda _, ruling: ruling.result.points == ruling.ruleset.parameters.board_max),
    (r"nothing for the queen|points more", lambda _, ruling: ruling.result is not None),
    (r"nothing is\s+due", _free),
    (r"(cannot be given back|still owes?|\bowes?\b (one|two|\w+) (piece|counter))", _owes),
    (r"(go|goes) back to pay|given back as soon", _pays),
    (r"(men|man|pieces?|counters?)( \w+){0,7} come[s]? (back|out)", _charged),
    (r"(man|men|counter|counters)\}? (is|are) due|costs (one|two|a) ", _charged),
    (r"^[^:;]*: the queen goes back|: the queen and", lambda _, ruling: QUEEN in ruling.centred),
    (r"the queen (is|must be) covered (with|by) the next", lambda _, ruling: ruling.turn is Turn.CONTINUE),
    (r"points of that turn are void", lambda _, ruling: ruling.points <= 0 or QUEEN not in ruling.centred),
)
"""What a sentence claims, and whether that is so. Sentences that say when something happens claim nothing."""


def contradictions(round: Round, ruling: Ruling) -> list[tuple[str, str]]:
    """Return the sentences shown of a ruling that contradict it, with their clauses."""
    shown = [(finding.clause, finding.sentence) for finding in ruling.findings]
    shown += [("ruling", sentence) for sentence in re.split(r"(?<=\.) ", ruling.why)]
    return [
        (clause, sentence)
        for clause, sentence in shown
        if any(re.search(words, sentence) and not holds(round, ruling) for words, holds in CLAIMS)
    ]


def rulings(seed: int = 0) -> Iterator[tuple[Round, Ruling]]:
    """Yield random rulings with the rounds that they judge, for ever: early and late boards, dues, no room."""
    number = 0
    while True:
        for name in NAMES:
            rng = random.Random(f"{name} {seed} {number}")
            before = begin(name, rng.choice(tables(name)), rng)
            if number % 2:
                before = without_men(before, rng)
            play = (wild, sensible)[number % 3 == 0]
            for round, ruling in steps(before, rng, play, calls=True):
                if ruling is not None:
                    yield before, ruling
                    if ruling.outcome is not None and any(side.due for side in before.sides):
                        crowded = changed(before, no_room=True)
                        yield crowded, judge(crowded, ruling.outcome)
                before = round
        number += 1


def main() -> None:
    """Judge random strokes and calls, and list contradictions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulings", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    found: Counter[tuple[str, str, str]] = Counter()
    for _, (round, ruling) in zip(range(given.rulings), rulings(given.seed), strict=False):
        found.update((ruling.ruleset.name, *each) for each in contradictions(round, ruling))
    for (name, clause, sentence), times in found.most_common():
        print(f"{times} × {name} {clause}: {sentence}")
    print(f"{given.rulings} rulings, {sum(found.values())} contradictions")


if __name__ == "__main__":
    main()
