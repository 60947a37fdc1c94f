"""Reasons for pairings and places as text, in every language."""

from collections.abc import Iterable, Sequence

from carrom.i18n import TranslatableText, filled, listed, text_of, told
from carrom.tournament import knockout
from carrom.tournament.championship import fold
from carrom.tournament.draws import Costs, Field, berger_rounds, no_bye, pair, same_of, swiss_field
from carrom.tournament.events import Seated
from carrom.tournament.history import author
from carrom.tournament.standings import HEAD, StageTable, StandingsPlace
from carrom.tournament.state import Championship, EventStage, Fixture, Round
from carrom.values import changed


def in_words(said: Iterable[TranslatableText], language: str = "en") -> str:
    """Return several sentences as one text."""
    return " ".join(told(each, {}, language) for each in said)


def names(championship: Championship, ids: Sequence[str], language: str = "en") -> str:
    """Return the names of entrants as a list in words."""
    return listed([championship.name(id) for id in ids], language=language)


def before_draw(championship: Championship, round: Round) -> Championship:
    """Return the tournament as it was when a round was drawn, with the names of today."""
    before = fold(championship.header, championship.events[: round.line - 1])
    now = {each.id: each.name for each in championship.entrants}
    return changed(before, entrants=tuple(changed(each, name=now.get(each.id, each.name)) for each in before.entrants))


def why_drawn(
    before: Championship, stage_id: str, round: Round, language: str = "en"
) -> tuple[tuple[Fixture, str], ...]:
    """Return every fixture of a round with its reason; `before` is the tournament before the draw."""
    stage = before.stage(stage_id)
    hand = [_by_hand(round, language)] if round.hand else []
    if stage.terms.system == "swiss" and round.hand:
        field = swiss_field(before, stage, round.number)
        said = [(each, [*hand, *_broken(before, stage, round, field, each, language)]) for each in round.fixtures]
        hand = []
    elif stage.terms.system == "swiss":
        field = swiss_field(before, stage, round.number)
        free = _without_clubs(field)
        said = [
            (each, [*_swiss(before, stage, round, field, each, language), *_kept_apart(before, field, free, each)])
            for each in round.fixtures
        ]
    elif stage.terms.system == "knockout":
        said = [(each, _knockout(before, stage, round, each)) for each in round.fixtures]
    else:
        said = [(each, _table(stage, round, each)) for each in round.fixtures]
    return tuple((each, in_words([*sentences, *hand], language)) for each, sentences in said)


def _swiss(
    before: Championship, stage: EventStage, round: Round, field: Field, fixture: Fixture, language: str
) -> list[TranslatableText]:
    place = {id: at for at, id in enumerate(field.order)}
    bye = next((place[each.a] for each in round.fixtures if not each.b), None)
    if not fixture.b:
        return _bye(before, stage, round, field, place[fixture.a], language)
    a, b = place[fixture.a], place[fixture.b]
    costs = Costs(field, bye)
    gap, _, _, _, within = costs.of(a, b)
    distance = abs(costs.place[a] - costs.place[b])
    size = costs.size[field.points[a]]
    if gap:
        high, low = (a, b) if field.points[a] > field.points[b] else (b, a)
        found = [
            TranslatableText(
                "event.pair.down",
                (
                    ("a", before.name(field.order[high])),
                    ("b", before.name(field.order[low])),
                    ("more", field.points[high]),
                    ("fewer", field.points[low]),
                    ("sum", round.totals[0] if round.totals else gap),
                ),
            )
        ]
        return found + _met_before(before, field, costs, high, language)
    values = (("points", field.points[a]), ("size", size), ("distance", distance), ("half", size // 2))
    if within == 0:
        return [TranslatableText("event.pair.neighbours" if field.neighbours else "event.pair.half", values)]
    return [TranslatableText("event.pair.near", values), *_met_before(before, field, costs, a, language)]


def _by_hand(round: Round, language: str) -> TranslatableText:
    """Return the one reason of a round that was made by hand, with the person who made it."""
    role, _, name = round.by.partition(":")
    values = {"who": author(role, name, language), "reason": round.reason}
    key = f"event.hand{'.by' if role else ''}{'.why' if round.reason else ''}"
    return TranslatableText(key, tuple((field, text) for field, text in values.items() if text))


def _broken(
    before: Championship, stage: EventStage, round: Round, field: Field, fixture: Fixture, language: str
) -> list[TranslatableText]:
    """Return what a pair that was made by hand breaks: a second bye, a rematch, different points, one club."""
    a, b = ("a", before.name(fixture.a)), ("b", before.name(fixture.b) if fixture.b else "")
    place = {id: at for at, id in enumerate(field.order)}
    if not fixture.b:
        had = no_bye(stage, round.number)
        lower = [id for id in field.order[place[fixture.a] + 1 :] if id not in had]
        found = [TranslatableText("event.hand.bye", (a,))] if fixture.a in had else []
        if lower:
            found.append(TranslatableText("event.hand.lower", (("names", names(before, lower, language)),)))
        return found
    at, other = place[fixture.a], place[fixture.b]
    found = [TranslatableText("event.hand.met", (a, b))] if frozenset((fixture.a, fixture.b)) in field.met else []
    if field.points[at] != field.points[other]:
        points = ("more", field.points[at]), ("fewer", field.points[other])
        found.append(TranslatableText("event.hand.points", (a, b, *points)))
    if field.apart and field.apart[at] == field.apart[other] != "":
        found.append(TranslatableText("event.hand.club", (a, b, ("club", field.apart[at]))))
    return found


def _met_before(before: Championship, field: Field, costs: Costs, at: int, language: str) -> list[TranslatableText]:
    """Return a sentence about the opponents on the same points whom an entrant has already met."""
    level = [each for each in costs.ids if each != at and field.points[each] == field.points[at]]
    met = [field.order[each] for each in level if not costs.may(at, each)]
    if not met:
        return [TranslatableText("event.pair.whole")]
    return [
        TranslatableText(
            "event.pair.met", (("a", before.name(field.order[at])), ("names", names(before, met, language)))
        )
    ]


def _without_clubs(field: Field) -> tuple[tuple[str, str], ...]:
    """Return the pairs of the round if nobody were kept apart; empty if nobody is."""
    if not any(field.apart):
        return ()
    pairs = pair(changed(field, apart=())).pairs
    return tuple((field.order[a], field.order[b]) for a, b in pairs)


def _kept_apart(
    before: Championship, field: Field, free: tuple[tuple[str, str], ...], fixture: Fixture
) -> list[TranslatableText]:
    """Return a sentence if an entrant would otherwise meet one of the same club or nation."""
    clubs = dict(zip(field.order, field.apart, strict=True)) if field.apart else {}
    for a, b in free:
        if {a, b} & {fixture.a, fixture.b} and {a, b} != {fixture.a, fixture.b} and clubs[a] == clubs[b] != "":
            values = (("a", before.name(a)), ("b", before.name(b)), ("club", clubs[a]))
            return [TranslatableText("event.pair.club", values)]
    return []


def _bye(
    before: Championship, stage: EventStage, round: Round, field: Field, at: int, language: str
) -> list[TranslatableText]:
    lower = field.order[at + 1 :]
    had = [id for id in lower if id in no_bye(stage, round.number)]
    left = [id for id in lower if id not in had]
    found = [TranslatableText("event.bye", (("a", before.name(field.order[at])),))]
    found += [TranslatableText("event.bye.had", (("names", names(before, had, language)),))] if had else []
    found += [TranslatableText("event.bye.left", (("names", names(before, left, language)),))] if left else []
    return found


def _knockout(before: Championship, stage: EventStage, round: Round, fixture: Fixture) -> list[TranslatableText]:
    seeds = stage.seats[0]
    if round.number == 1:
        first = seeds.index(fixture.a) + 1
        full = len(knockout.slots(len(seeds)))
        if not fixture.b:
            return [TranslatableText("event.pair.seed-bye", (("seed", first), ("size", len(seeds)), ("full", full)))]
        second = seeds.index(fixture.b) + 1
        found = [TranslatableText("event.pair.seeds", (("seed", first), ("other", second)))]
        if first + second != full + 1 and not _is_seated_by_hand(before, stage):
            due = full + 1 - first
            usual = seeds[due - 1] if due <= len(seeds) else ""
            found += [TranslatableText("event.pair.apart", (("a", before.name(usual)), ("seed", due)))] if usual else []
        return found
    if stage.terms.adds_legs and round.number % 2 == 0:
        return [TranslatableText("event.pair.return")]
    slots = knockout.slots_of(stage, same_of(before, stage), round.number)
    slot = next(each for each in slots if each.number == fixture.number)
    key = "event.pair.losers" if slot.third else "event.pair.winners"
    return [TranslatableText(key, (("first", slot.refs[0]), ("second", slot.refs[1])))]


def _is_seated_by_hand(before: Championship, stage: EventStage) -> bool:
    """Return whether the seeds of a knockout were placed by hand, so that no rule of the program moved them."""
    seated = [each for each in before.events if isinstance(each, Seated) and each.stage == stage.id]
    return bool(seated) and seated[-1].hand


def _table(stage: EventStage, round: Round, fixture: Fixture) -> list[TranslatableText]:
    group = stage.seats[stage.group_of(fixture.a)]
    a, b = group.index(fixture.a) + 1, group.index(fixture.b) + 1
    pairs = berger_rounds(len(group), stage.terms.legs)
    assert (a, b) in pairs[round.number - 1]
    once = len(pairs) // stage.terms.legs
    found = [
        TranslatableText(
            "event.pair.table", (("round", (round.number - 1) % once + 1), ("size", len(group)), ("a", a), ("b", b))
        )
    ]
    if len(stage.seats) > 1:
        found.insert(0, TranslatableText("event.pair.group", (("group", chr(65 + stage.group_of(fixture.a))),)))
    return found if round.number <= once else [*found, TranslatableText("event.pair.return")]


def why_placed(championship: Championship, table: StageTable, standing: StandingsPlace, language: str = "en") -> str:
    """Return why an entrant is not one place higher."""
    order = table.standings
    at = order.index(standing)
    if at == 0:
        return in_words(
            [TranslatableText("event.place.first", (("a", championship.name(standing.entrant)),))], language
        )
    other = ("other", championship.name(order[at - 1].entrant))
    if not standing.key:
        return in_words([TranslatableText("event.place.level", (other,))], language)
    if standing.key in ("lot", "seed"):
        last = (other, ("mine", standing.mine), ("theirs", standing.theirs))
        return in_words([TranslatableText(f"event.place.{standing.key}", last)], language)
    mine, theirs = (value.replace("-", "\u200e-") for value in (standing.mine, standing.theirs))
    values = (other, ("key", f"key-{standing.key}"), ("mine", mine), ("theirs", theirs))
    found = [TranslatableText("event.place.behind", values)]
    if standing.key in HEAD:
        level = names(championship, standing.level, language)
        found.append(TranslatableText("event.place.among", (("names", level),)))
    return in_words(found, language)


def why_annulled(championship: Championship, entrant: str, language: str = "en") -> str:
    """Return the sentence about annulled matches of an entrant who withdrew."""
    return in_words([TranslatableText("event.place.annulled", (("a", championship.name(entrant)),))], language)


def key_name(key: str, language: str = "en") -> str:
    """Return the name of a standings criterion."""
    return text_of(language, f"word.key-{key}", key)


def label(key: str, language: str = "en", **values: int | str) -> str:
    """Return a word or sentence of a printed document."""
    return filled(text_of(language, f"event.{key}"), values, language)
