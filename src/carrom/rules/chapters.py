"""Teaching chapters of the rule books, and the index of the official Laws."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from carrom.board.equipment import Measure, measures, of_equipment
from carrom.i18n import text_of
from carrom.rules.parameters import Parameters, filled
from carrom.rules.ruleset import NAMES, Ruleset, bases, named
from carrom.values import Value

# -- points and chapters, with placeholders for figures ----------------------------------------------------------------


OFFICIAL = "icf"
OWNED = tuple(name for name in NAMES if name not in ("three-player", "points"))
"""The rule sets in which each side owns a colour."""


class ChapterPoint(Value, frozen=True):
    """One statement, its source, and the books that include it."""

    says: str
    """May contain placeholders for figures: those of the rule set, of the equipment and of `FIGURES`."""
    source: str
    books: tuple[str, ...] = (OFFICIAL,)


class PointGroup(Value, frozen=True, kw_only=True):
    """A chapter of points."""

    key: str
    """The anchor of the chapter in a book."""
    title: str
    intro: str = ""
    points: tuple[ChapterPoint, ...]


TEXTS = {
    "classic-29": "29-point guide",
    "club": "club sheet",
    "three-player": "club sheet",
    "eight-rounds": "parlour sheet",
    "team-event": "event sheet",
    "points": "café card",
}
"""Names of the source texts other than the official one."""


def family(rules: Ruleset) -> str:
    """Return the name of the rule set whose source text applies: the set itself, or the nearest one it derives from."""
    nearest = (named(rules.extends) if rules.extends else rules, *bases(rules))
    return next((book.name for book in nearest if book.name in TEXTS), OFFICIAL)


# -- figures that no rule set changes: times, and dimensions of equipment ----------------------------------------------


FIGURES = MappingProxyType(
    {
        "change_minutes": 2,
        "interval_minutes": 10,
        "grace_minutes": 15,
        "protest_minutes": 15,
        "decision_hours": 1,
        "area": 10,
        "runs": "three and a half",
        "net": 10,
    }
)
"""Minutes to change sides (Law 61), between games (138), of grace (143i) and to write a protest; hours to decide one;
square feet of a match board's area (143a); runs of the striker that make a fast board; men that a net holds."""


def figures(book: str) -> dict[str, object]:
    """Return the figures that a point may use besides those of the rule set: `{chair}` is the range of a chair's
    height."""
    return {**FIGURES, **{each.key.replace("-", "_"): each.allowed for each in measures(book)}}


# -- passages and Laws that the books omit, with reasons ---------------------------------------------------------------


LEFT_OUT = PointGroup(
    key="left-out",
    title="Left out of the text",
    points=(
        ChapterPoint("A paragraph on the training of footballers at the end.", "C2", ("classic-29",)),
        ChapterPoint("A marker inside the sentence on covering the queen.", "C2", ("club", "three-player")),
        ChapterPoint("Contact details.", "C2", ("team-event",)),
        ChapterPoint(
            "Three lines pasted from another text: sinking an opponent's piece loses the turn; sinking their last one, "
            "or one's own last before the queen, loses the board and points. Nobody owns a colour in this game, so "
            "there is no opponent's piece and no board to lose.",
            "C20",
            ("points",),
        ),
        ChapterPoint("Furniture of the page.", "C2", ("points",)),
    ),
)

NO_COPY = "we have no copy of the official text, and what we read about it does not say"

NOT_TOLD = (
    (
        ("1", "2a", "3", "4", "5", "6", "7", "8", "10", "12", "14", "18", "21", "22", "23", "24"),
        "interpretations of further words",
        f"{NO_COPY}; the words are used here as the glossary says",
    ),
)
"""Laws that no clause and no chapter covers: their numbers, their subject, and why they are omitted."""


# -- interpretations at the start of the Laws --------------------------------------------------------------------------


INTERPRETATIONS = PointGroup(
    key="words",
    title="Words of the Laws",
    points=(
        ChapterPoint("**Improper stroke:** one against the rules of technique or placing. It is a foul.", "Law 2b"),
        ChapterPoint(
            "**Placing:** putting a man down inside the outer circle; the queen and men that left the board are "
            "placed by the umpire, in the centre.",
            "Law 9",
        ),
        ChapterPoint("**Push:** a stroke by a jerk of the elbow.", "Law 11"),
        ChapterPoint("**Due:** a man that has to come back for a fault.", "Law 13"),
        ChapterPoint("**Cover:** the own man that is pocketed with the queen or right after it.", "Law 15"),
        ChapterPoint("**Pair, cannon:** two men that aim at a pocket, apart or touching.", "Law 16"),
        ChapterPoint(
            "**Slam:** a board cleared in the first turn: white by the breaker, with the queen; black by the second "
            "player, of the blacks that are left.",
            "Law 26",
        ),
    ),
)


# -- time limits -------------------------------------------------------------------------------------------------------


TIME = PointGroup(
    key="time",
    title="Time",
    points=(
        ChapterPoint("{stroke_seconds} seconds for each stroke, the break included.", "Laws 46, 50"),
        ChapterPoint(
            "A stroke is over when everything rests; then one's own striker is taken off the board at once.", "Law 123"
        ),
        ChapterPoint(
            "The opponent's time begins when the striker has been picked up, and no stroke before.", "Law 124"
        ),
        ChapterPoint("{place_seconds} seconds to place the men that are due, or to waive them.", "Law 88"),
        ChapterPoint("{change_minutes} minutes to change sides.", "Law 61"),
        ChapterPoint("{interval_minutes} minutes between the second and the third game.", "Law 138"),
        ChapterPoint("{grace_minutes} minutes of grace for a player who is late; then the match is lost.", "Law 143i"),
    ),
)


# -- posture and behaviour at the board --------------------------------------------------------------------------------


CONDUCT_GUIDE, CONDUCT_CLUB, CONDUCT_PARLOUR, CONDUCT_EVENT, CONDUCT_CARD = (
    ("classic-29",),
    ("club", "three-player"),
    ("eight-rounds",),
    ("team-event",),
    ("points",),
)

CONDUCT = PointGroup(
    key="conduct",
    title="Conduct",
    points=(
        ChapterPoint("The chair is not moved in one's own turn.", "Law 29"),
        ChapterPoint(
            "Only the playing arm may touch board or stand; the rest of the body stays where it is.", "Laws 30a, 32"
        ),
        ChapterPoint(
            "Clothes, a ring, bangles and a watch are exempt from that in one's own turn, but may not touch the "
            "playing surface.",
            "Law 30b",
        ),
        ChapterPoint("The hand may touch the playing surface while it strikes.", "Law 36"),
        ChapterPoint("The elbow does not come over the surface or beyond the line.", "Law 37a"),
        ChapterPoint("The hand may cross the arrow.", "within Law 37"),
        ChapterPoint(
            "Nobody leans on a stool, a chair, the stand or a table while striking, or puts legs on the rim of the "
            "stand. Hands may rest on one's own body, legs on the rim of one's own seat.",
            "Law 38",
        ),
        ChapterPoint("Nobody gets up from the seat during a board; that loses it.", "Law 91"),
        ChapterPoint("After “Play” no powder is put on or taken off.", "Law 122b"),
        ChapterPoint(
            "Powder in excess along one's own base lines and base circles may be taken off in one's own turn, with the "
            "striker only.",
            "Law 122c",
        ),
        ChapterPoint(
            "The board is not hit, tapped or shaken; a position wrecked beyond repair loses the board.", "Law 126"
        ),
        ChapterPoint("Nobody distracts a player.", "Law 129"),
        ChapterPoint("Partners neither talk nor make signs.", "Law 131"),
        ChapterPoint("During a game players do not talk to spectators without the umpire's leave.", "Law 132"),
        ChapterPoint("Nothing solid but the striker is held in the hands.", "Law 133"),
        ChapterPoint(
            "Pieces are moved by strokes only; a piece that was moved is put back, and it is a foul.", "Law 134"
        ),
        ChapterPoint("The run of the striker is not tried out during a board.", "Law 135"),
        ChapterPoint("The striker is not put down on the frame or in a pocket.", "Law 136"),
        ChapterPoint(
            "No part of the body but the playing arm touches board or stand.", "sitting position", CONDUCT_GUIDE
        ),
        ChapterPoint(
            "The seat once taken is kept; nothing but the hand goes beyond the lines of the arrows.",
            "sitting position",
            CONDUCT_GUIDE,
        ),
        ChapterPoint("Nobody is replaced during a match.", "number of players", CONDUCT_GUIDE),
        ChapterPoint("No part of the body but the hand crosses the diagonal line.", "how to play", CONDUCT_CLUB),
        ChapterPoint("The elbow stays behind the frame in front of you.", "how to play", CONDUCT_CLUB),
        ChapterPoint(
            "Feet and knees stay in your own quarter; nobody moves or leaves the chair.", "how to play", CONDUCT_CLUB
        ),
        ChapterPoint("Hand and arm may touch the board, the elbow never.", "how to shoot", CONDUCT_PARLOUR),
        ChapterPoint("Neither hand nor arm crosses the diagonal lines.", "basic rules", CONDUCT_EVENT),
        ChapterPoint("The run of the striker is not tried out during the match.", "basic rules", CONDUCT_EVENT),
        ChapterPoint(
            "Keep score as you go; players of a team take turns and work together.", "objective", CONDUCT_CARD
        ),
    ),
)


# -- the board, its discs, and the furniture ---------------------------------------------------------------------------


EQUIPMENT_GUIDE, EQUIPMENT_PARLOUR, EQUIPMENT_CARD = ("classic-29",), ("eight-rounds",), ("points",)

EQUIPMENT = PointGroup(
    key="equipment",
    title="The board and its discs",
    intro="The drawing shows the board that this program plays on; the table says what is allowed. "
    "`carrom board check` tells which of these clauses your own board breaks.",
    points=(
        ChapterPoint(
            "The pockets are rounded towards the board; the tip of plywood in the corner is cut away.", "clause A.3"
        ),
        ChapterPoint("The arrows stand at 45 degrees between the base circles and point at the pockets.", "clause A.5"),
        ChapterPoint("Under each pocket hangs a net that holds at least {net} men.", "clause G"),
        ChapterPoint("Nine white and nine black men and one red queen, round, of wood, with a plain edge.", "clause B"),
        ChapterPoint(
            "The striker is round and smooth, of any material but ivory and metal; no metal may be seen on it. Players "
            "bring their own, and the umpire or chief referee certifies it before play.",
            "Law 115",
        ),
        ChapterPoint("A striker is changed after a board; one that breaks, after the stroke.", "Law 117"),
        ChapterPoint("The stand brings the board to {height} above the ground.", "the stand's clause"),
        ChapterPoint("The chair has no arms, its seat is {chair} high; it is raised between boards only.", "Law 31"),
        ChapterPoint("A lamp of {lamp} hangs over the board.", "the lamp's clause"),
        ChapterPoint(
            "Dry, fine powder is spread evenly by the player about to break, before the break.",
            "Law 122",
        ),
        ChapterPoint(
            "A board is fast enough if a striker, hit with full force from one base line, crosses it at least {runs} "
            "times (a federation's test, no Law).",
            "Swiss federation",
        ),
        ChapterPoint(
            "The board stands {height} above the ground, on a flat surface, usually on a stand.",
            "carrom board",
            EQUIPMENT_GUIDE,
        ),
        ChapterPoint("The board is square and of wood, with a polished surface.", "objective", EQUIPMENT_GUIDE),
        ChapterPoint("Each hole is covered from beneath by a net.", "carrom board", EQUIPMENT_GUIDE),
        ChapterPoint(
            "Each base line is closed by a circle at both ends: there are eight base circles.",
            "carrom board",
            EQUIPMENT_GUIDE,
        ),
        ChapterPoint(
            "An arrow is {arrow} long; one transcription of the official clauses has 257 mm.",
            "C1",
            ("icf", "classic-29"),
        ),
        ChapterPoint("Men are of wood, circular, uniform, and move smoothly.", "carrom men", EQUIPMENT_GUIDE),
        ChapterPoint(
            "The striker may be of any material but ivory and metal; plastic is usual.", "striker", EQUIPMENT_GUIDE
        ),
        ChapterPoint("Stand, chair or stool, powder and lights are used besides.", "other equipment", EQUIPMENT_GUIDE),
        ChapterPoint(
            "A board, nine black, nine white pieces and a red queen; the striker is called a puck.",
            "materials",
            EQUIPMENT_PARLOUR,
        ),
        ChapterPoint(
            "The queen lies in the centre circle, the other pieces within the outer circle round it.",
            "anatomy",
            EQUIPMENT_PARLOUR,
        ),
        ChapterPoint("Sprinkle the board with powder, so that the counters glide.", "setting up", EQUIPMENT_CARD),
        ChapterPoint(
            "The striker is the white counter, the queen the red one; nine counters are black and nine brown.",
            "objective",
            EQUIPMENT_CARD,
        ),
    ),
)


# -- incidents: damaged men, late findings, and the loss of a match ----------------------------------------------------


DAMAGED = PointGroup(
    key="trouble",
    title="Odd rests, damaged men, and things noticed late",
    points=(
        ChapterPoint(
            "A piece that leaves the board and falls back onto it goes to the centre all the same, unless it hit the "
            "lamp: then it stays where it came to rest.",
            "Law 66",
        ),
        ChapterPoint(
            "A striker that rests on a man is lifted off, one that lies under a man is drawn out; what falls then is "
            "pocketed by that stroke.",
            "Laws 69, 70a, 70b",
        ),
        ChapterPoint(
            "A man or queen that trembles on the edge of a pocket and falls is properly pocketed.", "Laws 71, 113"
        ),
        ChapterPoint(
            "A man that hangs on the edge and falls before the next stroke belongs to the stroke just played, and "
            "so does one that falls when the striker is lifted off it.",
            "C55",
        ),
        ChapterPoint(
            "A man that breaks is replaced; where its parts lie apart, the larger one says where it was.",
            "Laws 120, 141",
        ),
        ChapterPoint("An uncovered queen that nobody notices before the next stroke counts as covered.", "Law 96"),
        ChapterPoint(
            "A man of the opponent that fell unnoticed stays down, and the turn is lost when it is noticed.", "Law 125b"
        ),
        ChapterPoint(
            "A stroke out of turn that is noticed only after the next stroke stands, and play goes on from there.",
            "Law 51",
        ),
        ChapterPoint(
            "A wrong man that was placed and is noticed too late stays where it lies; the right one stays in the "
            "pocket.",
            "Law 82b",
        ),
        ChapterPoint("Men that were due and missed are forfeited.", "Law 83"),
        ChapterPoint(
            "If not everything that is due has been placed within the time, the right to place the rest is lost; what "
            "was placed may be ordered off again, and a foul is called.",
            "Law 88b",
        ),
        ChapterPoint("A change of sides that nobody noticed is made when it is noticed, after that board.", "Law 60c"),
    ),
)

LOSS_OF_MATCH = PointGroup(
    key="loss-of-match",
    title="What loses the match",
    intro="The match may be lost for indiscipline, and for each of these:",
    points=(
        ChapterPoint(
            "leaving the area of the match board ({area} square feet) during the game without leave,", "Law 143a"
        ),
        ChapterPoint("overrunning the rest before the deciding game,", "Law 143b"),
        ChapterPoint("refusing a decision of the umpire or the chief referee,", "Law 143c"),
        ChapterPoint("insulting an official before, during or right after the match,", "Law 143d"),
        ChapterPoint("smoking, or smelling of or being under the influence of drink or drugs,", "Law 143e"),
        ChapterPoint("playing with a striker that was not certified,", "Law 143f"),
        ChapterPoint("discontinuing play without leave,", "Law 143g"),
        ChapterPoint("disturbing the opponent more than twice despite warnings,", "Law 143h"),
        ChapterPoint("not reporting within {grace_minutes} minutes after the match has been announced.", "Law 143i"),
    ),
)


# -- officials: who decides, who keeps order, and how to protest -------------------------------------------------------


OFFICIALS_GUIDE, OFFICIALS_EVENT = ("classic-29",), ("team-event",)

OFFICIALS = PointGroup(
    key="officials",
    title="Officials, appeals and protests",
    points=(
        ChapterPoint(
            "The umpire tosses, calls “Play” and the time, announces fouls and dues, places the queen and men that "
            "left the board, puts disturbed men back, lifts the striker off men, controls powder, board and chairs, "
            "stops a player who has pocketed a man of the opponent, and keeps the card.",
            "Laws 20, 125a",
        ),
        ChapterPoint("The chief referee supervises all boards, decides referred matters and hears protests.", "Law 19"),
        ChapterPoint("Only the umpire moves or changes the board.", "Laws 118b, 119"),
        ChapterPoint("The umpire tells the score to the player in turn only.", "Law 128"),
        ChapterPoint("On an appeal time stops, and nobody plays before the umpire calls “Play” again.", "Law 121"),
        ChapterPoint(
            "The technical director sees to venue, boards, schedule, enough umpires, and results, and checks the "
            "equipment the day before.",
            "Indian federation: duties",
        ),
        ChapterPoint(
            "A protest is raised at once, by word, with a fee, and written within {protest_minutes} minutes of the end "
            "of the board. Play goes on, the result is withheld; it is decided within {decision_hours} hour. If it is "
            "upheld that board is played again and the fee returned.",
            "older official text, 144 to 151",
        ),
        ChapterPoint(
            "A match has a technical director, a chief referee, an assistant chief referee and umpires.",
            "officials",
            OFFICIALS_GUIDE,
        ),
        ChapterPoint(
            "On an appeal by any player the umpire alone, after examination, may change what lies on the board.",
            "basic rules",
            OFFICIALS_EVENT,
        ),
    ),
)


# -- how a stroke is made, and with which finger -----------------------------------------------------------------------


TECHNIQUE_CLUB, TECHNIQUE_PARLOUR, TECHNIQUE_EVENT, TECHNIQUE_CARD = (
    ("club", "three-player"),
    ("eight-rounds",),
    ("team-event",),
    ("points",),
)

TECHNIQUE = PointGroup(
    key="technique",
    title="How to strike",
    intro="Forward strokes are made with {forward_words}; a back-shot, towards one's own frame, is {back_words}. "
    "[Techniques](techniques.md) shows the strokes themselves, each played by the program.",
    points=(
        ChapterPoint(
            "The striker is struck with a finger and not pushed; a jerk of the elbow is a push.", "Laws 11, 33"
        ),
        ChapterPoint("Either hand may strike, the finger with or without the support of others.", "Laws 34, 35"),
        ChapterPoint("A stroke with the thumb is a stroke like any other.", "Law 17"),
        ChapterPoint("Men may be reached directly or off the frame, forwards or backwards.", "Law 25"),
        ChapterPoint(
            "A pair is two men that aim at a pocket with a gap between them; a cannon, two that touch.", "Law 16"
        ),
        ChapterPoint(
            "Whichever grip works for you is fine, as long as you flick and do not push.", "how to play", TECHNIQUE_CLUB
        ),
        ChapterPoint(
            "A tip: before the stroke, touch the striker with your fingernail to see that it is on line. It improves "
            "your aim and spares your finger.",
            "how to play",
            TECHNIQUE_CLUB,
        ),
        ChapterPoint("Sit so that you see the line of your aim and strike in comfort.", "how to play", TECHNIQUE_CLUB),
        ChapterPoint("Lucky shots count, and so do all combinations.", "how to play", TECHNIQUE_CLUB),
        ChapterPoint(
            "Shoot from the shooting area, not from beyond the base line; that says where the striker stands, not "
            "where it may travel.",
            "C47",
            TECHNIQUE_PARLOUR,
        ),
        ChapterPoint("The striker may bounce off the frame and be sent backwards.", "how to shoot", TECHNIQUE_PARLOUR),
        ChapterPoint("After each shot the striker goes back to the shooting area.", "shot outcomes", TECHNIQUE_PARLOUR),
        ChapterPoint(
            "Which piece the striker hits first does not matter, nor does it if it hits none.",
            "basic rules",
            TECHNIQUE_EVENT,
        ),
        ChapterPoint(
            "Never “cut the moon”: the striker is on a circle wholly, or not at all.", "basic rules", TECHNIQUE_EVENT
        ),
        ChapterPoint("No thumb, in any format of the event.", "basic rules", TECHNIQUE_EVENT),
        ChapterPoint("Flick the striker from your base line at the counters.", "take turns", TECHNIQUE_CARD),
    ),
)


# -- the chapters of a book --------------------------------------------------------------------------------------------


LESSONS = (
    EQUIPMENT,
    TECHNIQUE,
    OFFICIALS,
    TIME,
    CONDUCT,
    DAMAGED,
    LOSS_OF_MATCH,
    INTERPRETATIONS,
    LEFT_OUT,
)
"""The chapters, in the order of a book."""

ALWAYS = (EQUIPMENT, TECHNIQUE)
"""Chapters included in every book, because they have figures and drawings."""


def about_key(lesson: PointGroup) -> str:
    """Return the key of a chapter's title in the catalogue."""
    return f"about.{lesson.key}"


def chapters(rules: Ruleset, pictures: str = "", language: str = "en") -> Iterator[str]:
    """Yield the lines of every chapter; `pictures` is the folder of the drawings, empty for a book without them."""
    book = family(rules)
    for lesson in LESSONS:
        own = [point for point in lesson.points if book in point.books]
        if lesson is LEFT_OUT:
            yield from _silent(book)
        if own or lesson in ALWAYS:
            yield from _chapter(lesson, own, rules, book, pictures, language)


def plain_chapters(rules: Ruleset) -> list[dict[str, Any]]:
    """Return the chapters with content for a rule set, as plain values."""
    book = family(rules)
    named = figures(book)
    return [
        {
            "key": lesson.key,
            "title": lesson.title,
            "points": [
                {"says": told(point.says, rules.parameters, named), "source": point.source}
                for point in lesson.points
                if book in point.books
            ],
        }
        for lesson in LESSONS
        if any(book in point.books for point in lesson.points)
    ]


def _silent(book: str) -> Iterator[str]:
    """Yield a note on the chapters without content in a rule set's text."""
    titles = [
        lesson.title
        for lesson in LESSONS[:-1]
        if lesson not in ALWAYS and not any(book in point.books for point in lesson.points)
    ]
    if titles and book != OFFICIAL:
        named = "; ".join(f"[{title}](icf.md#{anchor(title)})" for title in titles)
        yield "## What the text is silent on"
        yield ""
        yield f"Where it matters, the official Laws are followed: {named}."
        yield ""


def _chapter(
    lesson: PointGroup, points: list[ChapterPoint], rules: Ruleset, book: str, pictures: str, language: str
) -> Iterator[str]:
    """Yield one chapter: its introduction, its drawing or table, and the points of this book."""
    named = figures(book)
    yield f"## {text_of(language, about_key(lesson), lesson.title)}"
    yield ""
    if lesson.intro:
        intro = text_of(language, f"{about_key(lesson)}.intro", lesson.intro)
        yield told(intro, rules.parameters, named, language)
        yield ""
    if lesson is EQUIPMENT:
        yield from _drawn(pictures, "board", "The board and its measures")
        yield from _table(book)
    if lesson is TECHNIQUE:
        yield from _drawn(pictures, "grips", "Four grips: index, middle, scissors, thumb")
    yield from (f"- {told(point.says, rules.parameters, named)} ({cited(point, book)})" for point in points)
    yield ""
    if book != OFFICIAL and lesson is not LEFT_OUT:
        yield f"Where the text is silent: [the official Laws](icf.md#{anchor(lesson.title)})."
        yield ""


def _drawn(pictures: str, name: str, title: str) -> Iterator[str]:
    if pictures:
        yield f"![{title}]({pictures}/{name}.svg)"
        yield ""


def cited(point: ChapterPoint, book: str) -> str:
    """Return the source of a point: a passage of the book's text, or the source as given."""
    if book == OFFICIAL or point.source[:1] == "C":
        return f"[{point.source}](readings.md#{point.source.lower()})" if point.source[:1] == "C" else point.source
    return f"{TEXTS[book]}: {point.source}"


def told(says: str, rules: Parameters, named: dict[str, object], language: str = "en") -> str:
    """Return a point with its figures filled in."""
    keep = {f"{{{name}}}": str(value) for name, value in named.items()}
    for name, value in keep.items():
        says = says.replace(name, value)
    return filled(says, rules, language=language)


def anchor(title: str) -> str:
    """Return the anchor of a heading."""
    return "".join(letter for letter in title.lower().replace(" ", "-") if letter.isalnum() or letter in "-_")


def _table(book: str) -> Iterator[str]:
    """Yield the table of measures: the simulated board's values, the allowed ranges, and the clauses."""
    yield "| what | here | allowed | clause |"
    yield "|---|---|---|---|"
    yield from (_row(measure) for measure in measures(book))
    yield ""


def _row(measure: Measure) -> str:
    here = of_equipment(measure)
    shown = f"{here:g} {measure.unit}" if here is not None else "–"
    return f"| {measure.name} | {shown} | {measure.allowed} | {measure.clause} |"


# -- the index: where the official book covers each of the 143 Laws ----------------------------------------------------


LAST = 143
"""Number of Laws in the current text."""


def numbers(source: str) -> set[int]:
    """Return the Laws that a source names: `Laws 69 to 71`, `Law 72a`, `Laws 4, 7b`."""
    found: set[int] = set()
    for part in re.findall(r"Laws? ((?:\d+\w*(?:\([iv]+\))?(?: to |, | and )?)+)", source):
        for first, last in re.findall(r"(\d+)[a-z]?(?:\([iv]+\))?(?: to (\d+))?", part):
            found |= set(range(int(first), int(last or first) + 1))
    return found


def told_in_chapters() -> dict[int, str]:
    """Return, for every Law covered by teaching chapters, the title of the chapter with most points on it."""
    found: dict[int, list[str]] = {}
    for lesson in LESSONS:
        for point in lesson.points:
            if OFFICIAL in point.books and not point.source.startswith("within"):
                for law in numbers(point.source):
                    found.setdefault(law, []).append(lesson.title)
    return {law: max(titles, key=titles.count) for law, titles in found.items()}


def told_in_clauses(rules: Ruleset) -> dict[int, str]:
    """Return, for every Law covered by clauses or chapter introductions, the title of that chapter."""
    found: dict[int, str] = {}
    for chapter in rules.chapters:
        for clause in chapter.clauses:
            said = rules.sentence(clause) if isinstance(clause.says, str) else ""
            for law in numbers(clause.number) | numbers(said):
                found.setdefault(law, chapter.title)
        for law in numbers(chapter.intro):
            found.setdefault(law, chapter.title)
    return found


def law_table(rules: Ruleset) -> Iterator[str]:
    """Yield the lines of two tables: where each Law is covered, and which Laws are omitted."""
    yield "## Law by Law"
    yield ""
    yield (
        "We have no copy of the official text: what is known of each Law is told in our own words, from public "
        "digests, transcriptions and practice. This table says where."
    )
    yield ""
    yield "| Laws | told under |"
    yield "|---|---|"
    for first, last, title in runs_of_laws(rules):
        span = str(first) if first == last else f"{first}–{last}"
        yield f"| {span} | [{title}](#{anchor(title)}) |"
    yield ""
    yield "Left out:"
    yield ""
    yield "| Laws | what they are about | why |"
    yield "|---|---|---|"
    for laws, about, why in NOT_TOLD:
        yield f"| {', '.join(laws)} | {about} | {why} |"
    yield ""


def runs_of_laws(rules: Ruleset) -> Iterator[tuple[int, int, str]]:
    """Yield runs of Laws covered under one heading, with that heading."""
    clauses, taught = told_in_clauses(rules), told_in_chapters()
    where = {law: clauses.get(law) or taught.get(law) for law in range(1, LAST + 1)}
    start = 1
    for law in range(1, LAST + 1):
        if where.get(law + 1) != where[law]:
            if (title := where[law]) is not None:
                yield start, law, title
            start = law + 1
