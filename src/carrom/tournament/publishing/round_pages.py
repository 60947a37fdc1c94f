"""Published pages of the rounds: every fixture with table, time, result and the reason for the pairing."""

from collections.abc import Mapping
from html import escape

from carrom.tournament.publishing.html_pages import Place, bdi
from carrom.tournament.publishing.standings_pages import own_score
from carrom.tournament.stale_draws import stale_draws
from carrom.tournament.standings.counted_results import outcome_of, raw_outcome
from carrom.tournament.standings.reasons import why_drawn
from carrom.tournament.state import BOTH, Championship, Fixture, FixtureOutcome, Section, Wave


def rounds_html(place: Place) -> str:
    """Return the list of all rounds."""
    parts = []
    for section in place.shell.championship.sections:
        if not section.waves:
            continue
        items = []
        for wave in section.waves:
            link = place.link(f"rounds/{section.id}.{wave.number}.html", place.said("wave", wave=wave.number))
            done = sum(outcome_of(section, each) is not None or not each.b for each in wave.fixtures)
            items.append(f"<li>{link} <small>{done}/{len(wave.fixtures)}</small></li>")
        parts.append(f'<h2>{bdi(section.terms.title)}</h2><ul class="names">{"".join(items)}</ul>')
    return "\n".join(parts) or f"<p>{place.word('undrawn')}</p>"


def round_html(place: Place, section: Section, wave: Wave, before: Championship, replays: Mapping[str, str]) -> str:
    """Return one round; `before` is the tournament before its draw, `replays` are pages by fixture."""
    drawn = f"{section.id}.{wave.number}"
    stale = next((each for each in stale_draws(place.shell.championship) if each.drawn == drawn), None)
    warning = ""
    if stale and stale.fixtures:
        warning = f'<p class="warn">{place.said("stale", fixtures=", ".join(stale.fixtures))}</p>'
    reasons = {each.number: why for each, why in why_drawn(before, section.id, wave, place.language)}
    return warning + fixtures_html(place, section, wave, replays, reasons)


def fixtures_html(
    place: Place, section: Section, wave: Wave, replays: Mapping[str, str], reasons: Mapping[int, str]
) -> str:
    """Return the fixtures of a round as a list."""
    address = f"{section.id}.{wave.number}"
    items = [
        _fixture(place, section, f"{address}.{each.number}", each, replays, reasons.get(each.number, ""))
        for each in wave.fixtures
    ]
    return f'<ul class="fixtures">{chr(10).join(items)}</ul>'


def _fixture(
    place: Place, section: Section, address: str, fixture: Fixture, replays: Mapping[str, str], why: str
) -> str:
    outcome = outcome_of(section, fixture)
    shown = outcome or raw_outcome(section, fixture)
    sides = "".join(_side(place, section, fixture, outcome, shown, id) for id in (fixture.a, fixture.b))
    meta = [escape(address)]
    if fixture.board:
        meta.append(f"{place.word('table')} {fixture.board}")
    if fixture.time:
        meta.append(f'<span dir="ltr">{escape(fixture.time)}</span>')
    umpire = next((each.name for each in place.shell.championship.umpires if each.id == fixture.umpire), "")
    if umpire:
        meta.append(f"{place.word('umpire')}: {bdi(umpire)}")
    if fixture.third:
        meta.append(place.said("third"))
    meta += _state(place, fixture, outcome, shown)
    if page := replays.get(address):
        meta.append(place.link(page, place.word("replay")))
    parts = [sides, _rubbers(place, section, address, fixture, replays)]
    parts.append(f'<div class="meta">{"".join(f"<span>{each}</span>" for each in meta)}</div>')
    if why:
        parts.append(f'<small class="why">{escape(why)}</small>')
    return f'<li class="card" id="{escape(address)}">{"".join(parts)}</li>'


def _side(
    place: Place,
    section: Section,
    fixture: Fixture,
    outcome: FixtureOutcome | None,
    shown: FixtureOutcome | None,
    id: str,
) -> str:
    if not id:
        return f'<span class="side quiet">{place.said("rests")}</span><span class="points"></span>'
    won = " won" if outcome is not None and outcome.winner == id else ""
    points = ""
    if shown is not None and shown.winner != BOTH and shown.how != "void":
        points = own_score(section, fixture, shown, id, first_only=True)
    return f'<span class="side{won}">{place.entrant(id)}</span><span class="points{won}">{escape(points)}</span>'


def _state(place: Place, fixture: Fixture, outcome: FixtureOutcome | None, shown: FixtureOutcome | None) -> list[str]:
    if not fixture.b:
        return []
    if fixture.withheld:
        return [f'<span class="warn">{place.said("withheld")}</span>']
    if shown is None:
        return [place.word("open")]
    found = []
    if shown.how != "played":
        found.append(place.said(f"how.{shown.how}"))
    if shown.reason and shown.how not in ("played", "clock"):
        found.append(bdi(", ".join(filter(None, (shown.law, shown.reason)))))
    return found


def _rubbers(place: Place, section: Section, address: str, fixture: Fixture, replays: Mapping[str, str]) -> str:
    if not section.terms.rubbers or not fixture.b:
        return ""
    items = []
    for number, kind in enumerate(section.terms.rubbers, 1):
        names = [
            ", ".join(lineup[number - 1]) if fixture.is_open_lineup and number <= len(lineup) else ""
            for lineup in fixture.lineups
        ]
        result = fixture.rubbers[number - 1] if number <= len(fixture.rubbers) else None
        score = ", ".join(f"{a}–{b}" for a, b in result.games) if result else ""
        text = f"{number}. {place.said(f'tie.{kind}')}"
        if all(names):
            text += f": {bdi(names[0])} – {bdi(names[1])}"
        page = replays.get(f"{address}.{number}")
        replay = f" {place.link(page, place.word('replay'))}" if page else ""
        items.append(f'<li><span class="side">{text}{replay}</span><span class="points">{escape(score)}</span></li>')
    return f'<ol class="rubbers">{"".join(items)}</ol>'
