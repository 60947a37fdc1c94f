"""Random events: each is applied or refused in one sentence, and the resulting file reads back the same."""

from random import Random

import pytest
from tournament.halls import hall, teams

from carrom.errors import CarromError
from carrom.tournament.championship import apply, fold
from carrom.tournament.csv_tables import fixtures, standings
from carrom.tournament.draw_files import changed_ground, differences
from carrom.tournament.draws import drawn, rounds_left, seated
from carrom.tournament.event_file import read_event, read_happening, write_event
from carrom.tournament.events import (
    Begun,
    Corrected,
    Deducted,
    DeductionReversed,
    DetailsChanged,
    Edited,
    Finished,
    Late,
    LinedUp,
    Placed,
    Present,
    Protested,
    Reinstated,
    Removed,
    Retracted,
    Ruled,
    Withdrawn,
)
from carrom.tournament.final_order import final_order
from carrom.tournament.reasons import before_draw, why_drawn
from carrom.tournament.standings import tables

GAMES = (((25, 3),), ((3, 25),), ((18, 18),), ((25, 20), (20, 25), (25, 24)), ((10, 12),), (), ((26, 1),))
HOWS = (
    "played",
    "played",
    "played",
    "clock",
    "conceded",
    "retired",
    "walkover",
    "double-walkover",
    "void",
    "disqualified",
)


def event(rng: Random, at):
    """Return a random event, usually almost valid."""
    stage = rng.choice(at.stages)
    ids = [each.id for each in at.entrants]
    rounds = len(stage.rounds)
    round = rng.choice([1, rounds, rounds, rounds + 1]) or 1
    count = max(len(stage.rounds[-1].fixtures), 1) if rounds else 2
    fixture = f"{stage.id}.{round}.{rng.randint(1, count)}" + rng.choice(
        ["", ".1", ".2"] if stage.terms.rubbers else [""]
    )
    line = rng.choice(at.lines)[0] if at.lines and rng.random() < 0.9 else rng.randint(1, 40)
    answer = {
        "games": rng.choice(GAMES),
        "how": rng.choice(HOWS),
        "against": rng.choice([*ids, "", ""]),
        "winner": rng.choice([*ids, "", "", "", ""]),
        "reason": "so it was",
    }
    roster = at.entrants[0].players or ("A",)
    return rng.choice(
        [
            Finished(fixture=fixture, **answer),
            Finished(fixture=fixture, **answer),
            Finished(fixture=fixture, games=GAMES[rng.randint(0, 1)]),
            Finished(fixture=fixture, games=GAMES[rng.randint(0, 1)]),
            Corrected(line=line, **answer),
            Ruled(line=line, by="referee:ravi", stands=rng.random() < 0.4, **answer),
            Protested(line=line, side=rng.choice(ids), reason="not so"),
            Withdrawn(entrant=rng.choice(ids), stage=stage.id),
            Late(entrant=rng.choice(ids), stage=stage.id, round=round),
            Present(stage=stage.id, entrants=tuple(rng.sample(ids, rng.randint(2, len(ids))))),
            Deducted(entrant=rng.choice(ids), stage=stage.id, points=1, reason="so"),
            Retracted(stage=stage.id, round=round, reason="so"),
            Begun(fixture=fixture),
            Placed(fixture=fixture, board=rng.randint(0, 9)),
            LinedUp(fixture=fixture, entrant=rng.choice(ids), players=((roster[0],), (roster[-1],), roster[:2])),
            corrected_entry(rng, at),
            corrected_entry(rng, at),
        ]
    )


def corrected_entry(rng: Random, at):
    """Return a random correction of an entry, a withdrawal, a deduction, the details or the settings."""
    stage = rng.choice(at.stages)
    entrant = rng.choice(at.entrants)
    reason = rng.choice(["misspelt", "misspelt", "misspelt", ""])
    by = rng.choice(["organiser", "referee"])
    gone = stage.withdrawn or (entrant.id,)
    roster = list(entrant.players)
    if roster and rng.random() < 0.6:
        roster[rng.randrange(len(roster))] = f"Substitute {rng.randint(1, 9)}"
    else:
        rng.shuffle(roster)
        roster = roster[:2] or ["A", "B"]
    lines = [each.line for each in at.deductions] or [rng.randint(1, 40)]
    settings = rng.choice(
        ["rounds=4", "groups=2 system=groups", 'keys=points,net name="Ä b"', 'kind="" qualify=1', "rubbers=[]"]
    )
    return rng.choice(
        [
            Edited(subject=entrant.id, name=f"Name {rng.randint(1, 99)}", club=rng.choice(["", "Pune"]), reason=reason),
            Edited(subject=entrant.id, seed=rng.randint(0, 5), nation="IND", reason=reason, by=by),
            Edited(subject=entrant.id, kind=rng.choice(["player", "pair"]), players=tuple(roster), reason=reason),
            Edited(subject=entrant.id, players=tuple(roster), reason=reason, by=by),
            Edited(subject=entrant.id, player=rng.choice([*entrant.players, "X"]), now="Y z", reason=reason, by=by),
            Edited(subject=entrant.id, stages=rng.choice([(), ("s",), ("s", "c")]), reason=reason),
            Reinstated(entrant=rng.choice(gone), stage=stage.id, reason=reason or "back"),
            Reinstated(entrant=rng.choice(gone), stage=stage.id, reason=reason or "back"),
            DeductionReversed(line=rng.choice(lines), reason="wrong player"),
            DetailsChanged(boards=rng.randint(0, 6), contact=rng.choice([None, "", "Lena #7"]), reason=reason),
            Removed(what=rng.choice(["entrant", "stage"]), id=rng.choice([entrant.id, stage.id]), reason=reason),
            read_happening(f"settings {stage.id} {settings} reason=shorter"),
            Retracted(stage=stage.id, round=max(len(stage.rounds), 1), reason="so", seats=rng.random() < 0.7),
        ]
    )


def start(rng: Random):
    """Return a random championship without any round drawn."""
    swiss = {"id": "s", "system": "swiss", "rounds": 3, "floats": rng.choice(["free", "spared"])}
    groups = {"id": "s", "system": "groups", "groups": rng.choice([1, 2]), "qualify": 2, "withdrawn": "half"}
    last = {"id": "c", "system": "knockout", "source": "s", "third": rng.choice(["match", "shared"])}
    if rng.random() < 0.3:
        rubbers = {"rubbers": ("singles", "singles", "doubles")}
        return teams(rng.randint(3, 5), {"id": "s", "system": "league", "qualify": 2, **rubbers}, {**last, **rubbers})
    return hall(rng.randint(4, 9), rng.choice([swiss, groups, {"id": "s", "system": "knockout"}]), last)


def stepped(rng: Random, at):
    """Return the championship after a draw or a random event."""
    if rng.random() < 0.3:
        stage = rng.choice(at.stages)
        if stage.terms.system != "swiss" and not stage.seats:
            return apply(at, seated(at, stage))
        return apply(at, drawn(at, stage, len(stage.rounds) + 1))
    return apply(at, event(rng, at))


@pytest.mark.slow(first=8)
@pytest.mark.parametrize("seed", range(30))
def test_whatever_happens_is_taken_or_refused_and_what_was_taken_is_read_again(seed):
    rng = Random(seed)
    at = start(rng)
    for _ in range(150):
        try:
            at = stepped(rng, at)
        except CarromError as reason:
            assert str(reason).isprintable()
    for stage in at.stages:
        tables(at, stage)
        rounds_left(at, stage)
        for round in stage.rounds:
            why_drawn(before_draw(at, round), stage.id, round)
        named = [id for round in stage.rounds for each in round.fixtures for id in (each.a, each.b)]
        assert len(set(named) - {""}) <= len(at.entrants)
        for round in stage.rounds:
            once = [id for each in round.fixtures for id in (each.a, each.b) if id]
            assert len(once) == len(set(once))
    final_order(at)
    assert fixtures(at)
    standings(at)
    assert list(differences(at)) == []
    list(changed_ground(at))
    text = write_event(at.header, at.events)
    read = read_event(text)
    assert fold(read.details, read.events) == at
