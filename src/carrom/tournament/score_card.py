"""The official score card and the tie sheet, blank and filled, and all documents by name."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from carrom.errors import RefusedRequest
from carrom.game.score import Stage, board_limit
from carrom.rules.ruleset import ruleset
from carrom.tournament import printing
from carrom.tournament.csv_tables import drawn_fixtures
from carrom.tournament.draw_files import stale_after
from carrom.tournament.events import Corrected, Ruled
from carrom.tournament.identifiers import Address
from carrom.tournament.printing import (
    Block,
    Cell,
    Fields,
    Heading,
    PageBlock,
    PrintDocument,
    TableBlock,
    TextLine,
    Which,
    as_html,
    score_of,
    sheet,
    texts,
)
from carrom.tournament.reasons import label
from carrom.tournament.standings import outcome_of
from carrom.tournament.state import BOTH, Championship, EventStage, Fixture, FixtureOutcome, has_draw, part_of
from carrom.tournament.venue import due_round, is_being_played, is_open
from carrom.values import Value, changed

ON_A_PAGE = 3
"""Number of games on one sheet of a card."""
DENSE_MILLIMETRES = 4.4
"""Height of the rows of a card of several games."""
UNLIMITED = 12
"""Number of rows of a game without a board limit."""


class PrintedCardRow(Value, frozen=True, kw_only=True):
    """One board of a card: the player who broke; for each side queen, pieces and total."""

    board: str
    breaker: str = ""
    first: tuple[str, str, str] = ("", "", "")
    second: tuple[str, str, str] = ("", "", "")


class Filled(Value, frozen=True, kw_only=True):
    """The contents of a filled-in card, from the record of a match."""

    toss: str = ""
    choice: str = ""
    umpire: str = ""
    games: tuple[tuple[PrintedCardRow, ...], ...] = ()
    remarks: tuple[str, ...] = ()


def _chosen(championship: Championship, round: Which) -> Iterator[tuple[EventStage, Address, Fixture]]:
    """Yield the chosen fixtures, without byes."""
    for stage, address, fixture in drawn_fixtures(championship, None):
        if round == "due":
            due = due_round(stage)
            chosen = due is not None and due.number == address.round and is_open(stage, fixture)
        else:
            chosen = round in (None, (stage.id, address.round))
        if fixture.b and chosen:
            yield stage, address, fixture


def blank(championship: Championship, language: str) -> PrintDocument:
    """Return one blank card."""
    stage = max(championship.stages, key=lambda each: (not each.terms.rubbers, each.terms.best_of))
    pages = _card(championship, stage, None, None, language, Filled())
    return changed(sheet(championship, "title.card", language, pages), is_counted=True)


def cards(
    championship: Championship,
    language: str,
    round: Which = None,
    filled: Sequence[tuple[str, Filled]] = (),
) -> PrintDocument:
    """Return the cards of a round, or of all drawn fixtures; `filled` has the contents by address."""
    known = dict(filled)
    pages = [
        page
        for stage, address, fixture in _chosen(championship, round)
        if not stage.terms.rubbers
        for page in _card(championship, stage, address, fixture, language, known.get(str(address), Filled()))
    ]
    return changed(sheet(championship, "title.card", language, pages), is_counted=True)


def _card(
    championship: Championship,
    stage: EventStage,
    address: Address | None,
    fixture: Fixture | None,
    language: str,
    filled: Filled,
) -> list[PageBlock]:
    """Return the pages of a card, with at most three games on each."""
    outcome = None if fixture is None else outcome_of(stage, fixture)
    names = ("", "") if fixture is None else (championship.name(fixture.a), championship.name(fixture.b))
    games = stage.terms.best_of
    if outcome is not None and outcome.how not in ("walkover", "double-walkover"):
        games = max(len(outcome.told), 1)
    part = Stage.EARLY if address is None else part_of(stage, address.round)
    pages: list[PageBlock] = []
    for first in range(0, games, ON_A_PAGE):
        last = min(first + ON_A_PAGE, games)
        blocks: list[Block] = [
            Heading(f"{championship.details.name}: {label('title.card', language)}", 1),
            _head(championship, stage, address, fixture, filled, language),
        ]
        for number in range(first, last):
            blocks += _game(championship, part, names, number, games, outcome, filled, language)
        if last == games:
            blocks += _end(championship, address, fixture, outcome, names, filled, language)
        pages.append(PageBlock(tuple(blocks)))
    return pages


def _end(
    championship: Championship,
    address: Address | None,
    fixture: Fixture | None,
    outcome: FixtureOutcome | None,
    names: tuple[str, str],
    filled: Filled,
    language: str,
) -> list[Block]:
    """Return the foot of a card: remarks, the winner, and the signatures."""
    won = ""
    if outcome is not None and fixture is not None and outcome.winner in (fixture.a, fixture.b):
        won = championship.name(outcome.winner)
    corrected, reason = _correction(championship, outcome, language)
    remarks = [*filled.remarks, *([outcome.reason] if outcome and outcome.reason and not reason else [])]
    if outcome is not None and outcome.how != "played":
        remarks.insert(0, _ended(championship, outcome, language))
    if address is not None and (stale := stale_after(championship, address)):
        remarks.append(label("card.stale", language, rounds=", ".join(stale)))
    ends = ((label("card.remarks", language), "; ".join(remarks)), (label("card.improper", language), ""))
    signed = label("card.signed", language)
    people = [*(name or "      " for name in names), label("card.umpire", language)]
    return [
        Fields((*ends, *corrected, (label("card.won", language), won)), columns=1),
        Fields(tuple((f"{signed}: {name}", "") for name in people), signed=True),
        TextLine(label("card.run", language), True),
    ]


def _correction(
    championship: Championship, outcome: FixtureOutcome | None, language: str
) -> tuple[tuple[tuple[str, str], ...], bool]:
    """Return the reason of a correction or ruling as a field of its own, and whether there is one."""
    line = championship.events[outcome.line - 1] if outcome is not None and outcome.line else None
    if outcome is None or not outcome.reason or not isinstance(line, Corrected | Ruled):
        return (), False
    word = "card.corrected" if isinstance(line, Corrected) else "card.ruled"
    return ((label(word, language, line=outcome.line), outcome.reason),), True


def _ended(championship: Championship, outcome: FixtureOutcome, language: str) -> str:
    """Return how a fixture ended that was not played to its end: kind of ending, entrant and law."""
    how = label(f"how.{outcome.how}", language)
    return " ".join(filter(None, [how, championship.name(outcome.against), outcome.law]))


def _head(
    championship: Championship,
    stage: EventStage,
    address: Address | None,
    fixture: Fixture | None,
    filled: Filled,
    language: str,
) -> Fields:
    board = str(fixture.board) if fixture is not None and fixture.board else ""
    when = fixture.time if fixture is not None else ""
    round = "" if address is None else f"{stage.terms.title}, {address.round}"
    return Fields(
        (
            (label("card.number", language), "" if address is None else str(address)),
            (label("th.table", language), board),
            (label("card.date", language), when),
            (label("card.round", language), round),
            (label("card.umpire", language), filled.umpire),
            (label("card.toss", language), filled.toss),
            (label("card.choice", language), filled.choice),
        )
    )


def _game(
    championship: Championship,
    part: Stage,
    names: tuple[str, str],
    number: int,
    games: int,
    outcome: FixtureOutcome | None,
    filled: Filled,
    language: str,
) -> list[Block]:
    """Return one game of a card: the rows of its boards, and the total at the foot."""
    limit = board_limit(ruleset(championship.details.rules), part)
    rows = list(filled.games[number]) if number < len(filled.games) else []
    tight = games > 1
    wanted = (limit or UNLIMITED) if not tight else (limit or 10)
    listed = {row.board for row in rows}
    rows += [PrintedCardRow(board=str(each)) for each in range(1, wanted + 1) if str(each) not in listed]
    if limit and "extra" not in listed:
        rows.append(PrintedCardRow(board=label("card.extra", language)))
    parts = [label(f"card.{name}", language) for name in ("queen", "men", "total")]
    title = (Cell(label("card.game", language, game=number + 1), columns=2, strong=True),)
    single = tuple(Cell(label(key, language), rows=2, quiet=True) for key in ("th.board", "card.break"))
    sides = tuple(Cell(name or "\u00a0", columns=3, strong=True) for name in names)
    under = tuple(Cell(part, quiet=True) for part in (*parts, *parts))
    heads = ((*single, *sides), under)
    if tight:
        heads = ((*title, *sides), (*(Cell(cell.text, quiet=True) for cell in single), *under))
    body = [texts(row.board, row.breaker, *row.first, *row.second, wide=(1,)) for row in rows]
    score = outcome.told[number] if outcome is not None and number < len(outcome.told) else None
    foot = [Cell(label("card.total", language), columns=2, strong=True)]
    for side, time in ((0, "card.start"), (1, "card.end")):
        hint = Cell(label(time, language), columns=2, quiet=True, wide=True) if tight else Cell(columns=2)
        foot += [hint, Cell("" if score is None else str(score[side]), strong=True)]
    grid = TableBlock(
        (5, 9, 4, 4, 6, 4, 4, 6),
        (*heads, *body, tuple(foot)),
        heads=2,
        tall=not tight,
        millimetres=DENSE_MILLIMETRES if tight else 0,
    )
    times = Fields(((label("card.start", language), ""), (label("card.end", language), "")), columns=2)
    return [grid] if tight else [times, grid]


def blank_tie(championship: Championship, language: str) -> PrintDocument:
    """Return one blank tie sheet. Raises `RefusedRequest` if no stage has ties."""
    stage = next((each for each in championship.stages if each.terms.rubbers), None)
    if stage is None:
        raise RefusedRequest("no stage has rubbers; a tie sheet needs a team tournament")
    return sheet(championship, "title.tie", language, [_tie(championship, stage, None, None, language)])


def ties(championship: Championship, language: str, round: Which = None) -> PrintDocument:
    """Return the tie sheets of a round, or of all; line-ups are shown once both teams have submitted theirs."""
    pages = [
        _tie(championship, stage, address, fixture, language)
        for stage, address, fixture in _chosen(championship, round)
        if stage.terms.rubbers
    ]
    return sheet(championship, "title.tie", language, pages)


def _tie(
    championship: Championship, stage: EventStage, address: Address | None, fixture: Fixture | None, language: str
) -> PageBlock:
    names = ("", "") if fixture is None else (championship.name(fixture.a), championship.name(fixture.b))
    outcome = None if fixture is None else outcome_of(stage, fixture)
    sealed = fixture is None or not all(fixture.lineups)
    head = (
        Cell(label("title.tie", language), quiet=True),
        *(Cell(name or label("tie.team", language), strong=bool(name), quiet=not name) for name in names),
        Cell(label("th.score", language), quiet=True),
    )
    rows = [head]
    for at, kind in enumerate(stage.terms.rubbers):
        title = f"{label('tie.rubber', language, rubber=at + 1)}: {label(f'tie.{kind}', language)}"
        lineups = ("", "") if sealed or fixture is None else tuple(_lined(each, at) for each in fixture.lineups)
        done = fixture.rubbers[at] if fixture is not None and at < len(fixture.rubbers) else None
        score = " ".join(f"{a}-{b}" for a, b in done.games) if done else ""
        if done is None and outcome is not None:
            score = label("tie.dead" if outcome.rubbers is None else f"how.{outcome.how}", language)
        rows.append((Cell(title, wide=True), *(Cell(name) for name in lineups), Cell(score)))
    won = championship.name(outcome.winner) if outcome is not None and outcome.winner not in ("", BOTH) else ""
    remarks = [] if outcome is None or outcome.rubbers is None else [_ended(championship, outcome, language)]
    corrected, is_corrected = _correction(championship, outcome, language)
    remarks += [outcome.reason] if outcome is not None and outcome.reason and not is_corrected else []
    if won and fixture is not None:
        won = f"{won} {score_of(stage, fixture)}"
    for change in fixture.lineup_changes if fixture is not None else ():
        team = championship.name(change.entrant)
        remarks.append(label("tie.changed", language, team=team, reason=change.reason, line=change.line))
    number = "" if address is None else str(address)
    board = str(fixture.board) if fixture is not None and fixture.board else ""
    when = fixture.time if fixture is not None else ""
    people = (
        *(f"{label('tie.captain', language)}: {name or '      '}" for name in names),
        label("card.umpire", language),
    )
    signed = label("card.signed", language)
    return PageBlock(
        (
            Heading(f"{championship.details.name}: {label('title.tie', language)}", 1),
            Fields(
                (
                    (label("card.number", language), number),
                    (label("th.table", language), board),
                    (label("card.date", language), when),
                )
            ),
            TableBlock((6, 7, 7, 5), tuple(rows), tall=True),
            Fields(
                ((label("tie.won", language), won), (label("card.remarks", language), "; ".join(remarks)), *corrected),
                columns=1,
            ),
            Fields(tuple((f"{signed}: {name}", "") for name in people), signed=True),
        )
    )


def _lined(lineup: tuple[tuple[str, ...], ...], at: int) -> str:
    return ", ".join(lineup[at]) if at < len(lineup) else ""


# -- documents by name, as HTML with embedded fonts --------------------------------------------------------------------


Document = Literal["card", "cards", "tie", "ties", "boards", "fixtures", "brackets", "standings", "log"]
STATIC = Path(__file__).resolve().parents[1] / "static" / "assets"
"""Folder of the page's fonts, which printed documents also use."""
SCRIPTS = (
    ("noto-sans-devanagari", "\u0900", "\u097f"),
    ("noto-sans-bengali", "\u0980", "\u09ff"),
    ("noto-sans-tamil", "\u0b80", "\u0bff"),
    ("noto-sans-sinhala", "\u0d80", "\u0dff"),
    ("noto-naskh-arabic", "\u0600", "\u06ff"),
)
"""Font files with the first and last character of the script that each covers."""


def document(
    championship: Championship,
    what: Document,
    language: str,
    *,
    round: Which = None,
    address: str = "",
    known: Iterable[tuple[str, Filled]] = (),
) -> PrintDocument:
    """Return a document of a tournament. Raises `RefusedRequest` if there is nothing to print.

    `round` restricts it to a round, or to what is to be played now (`due`), `address` is that of the hall's page (for
    `boards`), `known` are the score cards that come from records.
    """
    if round == "due" and what in ("cards", "ties") and has_draw(championship):
        is_right = [bool(each.terms.rubbers) == (what == "ties") for each in championship.stages]
        if not any(right and is_being_played(each) for right, each in zip(is_right, championship.stages, strict=True)):
            raise RefusedRequest("no match of a drawn round is open; choose a round, or all")
    elif isinstance(round, tuple) and championship.stage(round[0]).round(round[1]) is None:
        raise RefusedRequest(f"{round[0]}.{round[1]} is not drawn yet, so there is nothing to print")
    match what:
        case "card":
            return blank(championship, language)
        case "cards":
            return cards(championship, language, round, tuple(known))
        case "tie":
            return blank_tie(championship, language)
        case "ties":
            return ties(championship, language, round)
        case "boards":
            return printing.boards(championship, language, address)
        case "fixtures":
            return printing.fixtures(championship, language, round)
        case "brackets":
            return printing.brackets(championship, language)
        case "standings":
            return printing.standings(championship, language)
        case "log":
            return printing.log(championship, language)


def fonts(text: str, static: Path = STATIC) -> tuple[Path, ...]:
    """Return the font files for the scripts of a text; none if the page has not been built."""
    needed = [name for name, first, last in SCRIPTS if any(first <= letter <= last for letter in text)]
    return tuple(path for name in needed for path in sorted(static.glob(f"{name}-*.woff2")))


def page_of(sheet: PrintDocument) -> str:
    """Return a document as HTML with its fonts embedded."""
    found = fonts(as_html(sheet))
    data = tuple(f"data:font/woff2;base64,{b64encode(path.read_bytes()).decode()}" for path in found)
    return as_html(sheet, data)
