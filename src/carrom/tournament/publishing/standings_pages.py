"""Published pages of standings, brackets and entrants."""

from collections.abc import Iterator
from html import escape

from carrom.tournament.draws import knockout
from carrom.tournament.draws.draw import same_of
from carrom.tournament.identifiers import Games, turned
from carrom.tournament.import_export.csv_tables import drawn_fixtures
from carrom.tournament.publishing.html_pages import Place, bdi
from carrom.tournament.result import rubbers_won
from carrom.tournament.standings.advancing import advancing, legs_of
from carrom.tournament.standings.counted_results import outcome_of, raw_outcome
from carrom.tournament.standings.final_order import are_places_decided, final_places
from carrom.tournament.standings.notes import notes_of
from carrom.tournament.standings.reasons import key_name, why_placed
from carrom.tournament.standings.standings import StageTable, tables
from carrom.tournament.state import BOTH, Championship, Fixture, FixtureOutcome, Section

COUNTS = ("played", "won", "drawn", "lost")


def standings_html(place: Place) -> str:
    """Return the standings of every stage that has begun, the last stage first."""
    championship = place.shell.championship
    parts = [_stage(place, section) for section in reversed(championship.sections) if section.waves]
    return "\n".join(parts) or f"<p>{place.word('undrawn')}</p>"


def _stage(place: Place, section: Section) -> str:
    championship = place.shell.championship
    parts = [f"<h2>{bdi(section.terms.title)}</h2>"]
    if section.terms.system == "cup":
        parts.append(_order(place, section))
        return "\n".join(parts)
    for table in tables(championship, section):
        if table.group >= 0:
            parts.append(f"<h3>{place.said('group', group=chr(65 + table.group))}</h3>")
        parts.append(_table(place, section, table))
        for note in notes_of(championship, section, table, place.language):
            parts.append(f'<p class="quiet">{escape(note)}</p>')
    return "\n".join(parts)


def _table(place: Place, section: Section, table: StageTable) -> str:
    championship, language = place.shell.championship, place.language
    keys = section.terms.shown_keys
    heads = [escape(key_name(key, language)) for key in keys] + [place.said(f"th.{name}") for name in COUNTS]
    rows = []
    for each in table.standings:
        why = escape(why_placed(championship, table, each, language))
        cells = [each.shown(name) for name in (*keys, *COUNTS)]
        shown = "".join(
            f'<td class="figure{" strong" if at == 0 else ""}">{escape(cell)}</td>' for at, cell in enumerate(cells)
        )
        rows.append(
            f'<tr><td class="strong">{each.place_shown}</td><td class="name">{place.entrant(each.entrant)}'
            f"<small>{why}</small></td>{shown}</tr>"
        )
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    return (
        f'<div class="scroll"><table><thead><tr><th scope="col">{place.said("th.place")}</th>'
        f'<th scope="col" class="name">{place.said("th.name")}</th>{head}</tr></thead>'
        f"<tbody>\n{chr(10).join(rows)}\n</tbody></table></div>"
    )


def _order(place: Place, section: Section) -> str:
    championship = place.shell.championship
    clubs = {each.id: each.club for each in championship.entrants}
    rows = "\n".join(
        f'<tr><td class="strong">{each.shown}</td><td class="name">{place.entrant(each.entrant)}</td>'
        f'<td class="text">{bdi(clubs.get(each.entrant, ""))}</td></tr>'
        for each in final_places(championship, section)
    )
    title = "title.order" if are_places_decided(championship, section) else "title.places"
    return (
        f'<h3>{place.said(title)}</h3><div class="scroll"><table><thead><tr>'
        f'<th scope="col">{place.said("th.place")}</th><th scope="col" class="name">{place.said("th.name")}</th>'
        f'<th scope="col" class="name">{place.said("th.club")}</th></tr></thead><tbody>\n{rows}\n</tbody></table></div>'
    )


def brackets_html(place: Place) -> str:
    """Return the bracket of every knockout stage; an entrant not yet known is shown as the match it comes from."""
    championship = place.shell.championship
    parts = []
    for section in championship.sections:
        waves = knockout.bracket(section, same_of(championship, section)) if section.terms.system == "cup" else ()
        if not waves:
            continue
        parts.append(f"<h2>{bdi(section.terms.title)}</h2>")
        columns = []
        for number, wave in enumerate(waves, 1):
            matches = "\n".join(_match(place, section, slot) for slot in wave if not slot.third)
            title = place.said("wave", wave=number)
            columns.append(f"<section><h3>{title}</h3><ol>\n{matches}\n</ol></section>")
        parts.append(f'<div class="bracket">{"".join(columns)}</div>')
        thirds = [slot for wave in waves for slot in wave if slot.third]
        if thirds:
            matches = "\n".join(_match(place, section, slot) for slot in thirds)
            parts.append(
                f'<h3>{place.said("third")}</h3><div class="bracket"><section><ol>{matches}</ol></section></div>'
            )
        final = next(slot for slot in waves[-1] if not slot.third)
        winner = knockout.goes_on(section, final)
        if winner:
            parts.append(f"<h3>{place.said('champion', a=championship.name(winner))}</h3>")
    return "\n".join(parts) or f"<p>{place.word('undrawn')}</p>"


def _match(place: Place, section: Section, slot: knockout.BracketMatch) -> str:
    drawn = knockout.played(section, slot) is not None
    legs = legs_of(section, slot.wave, slot.number) if drawn else ()
    winner = advancing(section, slot.wave, slot.number) if drawn else ""
    sides = []
    for side, id in enumerate((slot.a, slot.b)):
        if not id:
            is_bye = slot.bye or slot.dead or not slot.refs[side]
            key = "loser-of" if slot.third else "winner-of"
            text = place.said("rests") if is_bye else place.said(key, ref=slot.refs[side])
            sides.append(f'<div class="side unknown">{text}</div>')
            continue
        won = winner == id
        points = " ".join(_leg_points(section, leg, id) for leg in legs)
        name = f"<span>{place.entrant(id)}</span><span>{escape(points)}</span>"
        sides.append(f'<div class="side{" won" if won else ""}">{name}</div>')
    return f'<li class="card">{"".join(sides)}</li>'


def _leg_points(section: Section, leg: Fixture, id: str) -> str:
    outcome = outcome_of(section, leg)
    if outcome is None or outcome.winner == BOTH:
        return ""
    return own_score(section, leg, outcome, id, first_only=True)


def own_score(section: Section, fixture: Fixture, outcome: FixtureOutcome, id: str, *, first_only: bool = False) -> str:
    """Return a score from the view of one side; with `first_only` the points of that side alone."""
    if section.terms.rubbers:
        won = outcome.rubbers or rubbers_won(fixture.rubbers, (fixture.a, fixture.b))
        games: Games = (won,)
    else:
        games = outcome.games
    games = games if id == fixture.a else turned(games)
    return " ".join(str(a) for a, _ in games) if first_only else ", ".join(f"{a}–{b}" for a, b in games)


def entrants_html(place: Place) -> str:
    """Return the list of all entrants."""
    items = []
    for each in sorted(place.shell.championship.entrants, key=lambda each: each.name.casefold()):
        about = " · ".join(bdi(text) for text in (each.club, each.nation, ", ".join(each.players)) if text)
        items.append(f"<li>{place.entrant(each.id)}{f'<br><small>{about}</small>' if about else ''}</li>")
    return f'<ul class="names">{"".join(items)}</ul>'


def entrant_html(place: Place, id: str, replays: dict[str, str]) -> str:
    """Return the page of an entrant: their details, and every fixture; `replays` are pages by fixture."""
    championship = place.shell.championship
    each = championship.entrant(id)
    facts = [
        (place.said("th.club"), bdi(each.club) if each.club else ""),
        (place.word("nation"), bdi(each.nation) if each.nation else ""),
        (place.word("players"), ", ".join(map(bdi, each.players))),
        (place.word("seed"), str(each.seed or "")),
        *_places(place, id),
    ]
    shown = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts if value)
    parts = [f'<dl class="facts">{shown}</dl>', f"<h2>{place.said('title.fixtures')}</h2>"]
    rows = list(_own_rows(place, id, replays))
    if not rows:
        return "\n".join([*parts, f"<p>{place.word('undrawn')}</p>"])
    heads = [place.word("opponent"), place.word("round"), place.said("th.score"), place.word("result"), ""]
    head = "".join(f'<th scope="col"{" class=name" if not at else ""}>{text}</th>' for at, text in enumerate(heads))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{chr(10).join(rows)}\n</tbody></table>"
    return "\n".join([*parts, f'<div class="scroll">{table}</div>'])


def _places(place: Place, id: str) -> Iterator[tuple[str, str]]:
    championship = place.shell.championship
    for section in championship.sections:
        if not section.waves:
            continue
        if section.terms.system == "cup":
            found = next((each.shown for each in final_places(championship, section) if each.entrant == id), "")
        else:
            rows = (each for table in tables(championship, section) for each in table.standings)
            found = next((each.place_shown for each in rows if each.entrant == id), "")
        if found:
            yield f"{place.said('th.place')}, {bdi(section.terms.title)}", found


def _own_rows(place: Place, id: str, replays: dict[str, str]) -> Iterator[str]:
    championship = place.shell.championship
    for section, address, fixture in drawn_fixtures(championship, None):
        if id not in (fixture.a, fixture.b):
            continue
        outcome = outcome_of(section, fixture)
        other = place.entrant(fixture.other(id)) if fixture.b else place.said("rests")
        score = own_score(section, fixture, outcome, id) if outcome else ""
        result = _result(place, section, fixture, outcome, id) if fixture.b else ""
        page = replays.get(str(address), "")
        replay = place.link(page, place.word("replay")) if page else ""
        wave = f"rounds/{section.id}.{address.wave}.html"
        title = f"{section.terms.title}, {address.wave}"
        yield (
            f'<tr><td class="name">{other}</td><td>{place.link(wave, title)}</td>'
            f'<td class="figure">{escape(score)}</td><td>{result}</td><td>{replay}</td></tr>'
        )


def _result(place: Place, section: Section, fixture: Fixture, outcome: FixtureOutcome | None, id: str) -> str:
    if fixture.withheld:
        return place.said("withheld")
    if outcome is None:
        raw = raw_outcome(section, fixture)
        return place.said(f"how.{raw.how}") if raw is not None and raw.how == "void" else place.word("open")
    key = "won" if outcome.winner == id else "drawn" if outcome.winner == "" else "lost"
    how = "" if outcome.how == "played" else f" ({place.said(f'how.{outcome.how}')})"
    return f"{place.word(key)}{how}"


def has_bracket(championship: Championship) -> bool:
    """Return whether a knockout stage has been drawn."""
    return any(each.terms.system == "cup" and (each.waves or each.seats) for each in championship.sections)
