"""The umpire's table: typed lines in, events and answers out; corrections of earlier entries. No I/O."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import tzinfo

from carrom.board import STRIKER, Disc, Kind, Outcome
from carrom.errors import CarromError, RefusedRequest
from carrom.game import apply, commands
from carrom.game import events as happens
from carrom.game.commands import events_of, typed
from carrom.game.events import Corrected, Event, Header, Placed, Ruled, Struck, Undone
from carrom.game.game import GameHistory
from carrom.game.player_names import name_of, side_name
from carrom.game.prompt import answers
from carrom.game.state import State
from carrom.rules.ruleset import Ruleset
from carrom.umpire import wording
from carrom.umpire.wording import HELP, helped, ruled, ruled_once, scores
from carrom.values import Value, changed

__all__ = ["HELP", "Answer", "UmpireTable", "hear"]


Spans = tuple[tuple[int, int], ...]
"""First and last event numbers of each line that made several events."""
SHOWN = 12
"""Default number of entries that `log` shows."""


class Entry(Value, frozen=True, kw_only=True):
    """An entry in force: its number, the typed line in full words, its events and their rulings."""

    number: int
    line: str
    at: tuple[int, ...]
    """The numbers of its events; a single number if a correction replaced one event with several."""
    events: tuple[Event, ...]
    rulings: tuple[str, ...]
    before: GameHistory
    """The game before the entry."""

    def told_in(self, language: str) -> tuple[str, ...]:
        """Return its rulings in a language, with each clause cited once."""
        numbers = self.at if len(self.at) == len(self.events) else self.at[:1] * len(self.events)
        return tuple(_told(self.before, tuple(zip(numbers, self.events, strict=True)), language, ruled_once)[1])


def entry_of(number: int, before: GameHistory, at: tuple[int, ...], events: tuple[Event, ...]) -> Entry:
    """Return the entry of the events that a line has just made in a game."""
    lines, rulings, _ = _told(before, tuple(zip(at, events, strict=True)), "en")
    return Entry(number=number, line=_line(events, lines), at=at, events=events, rulings=tuple(rulings), before=before)


def grouped(numbers: tuple[int, ...], spans: Spans) -> tuple[tuple[int, ...], ...]:
    """Return event numbers grouped by line."""
    first = {number: start for start, end in spans for number in range(start, end + 1)}
    groups: list[list[int]] = []
    for number in numbers:
        start = first.get(number)
        if start is not None and groups and first.get(groups[-1][0]) == start:
            groups[-1].append(number)
        else:
            groups.append([number])
    return tuple(tuple(group) for group in groups)


def entries(game: GameHistory, spans: Spans, language: str = "en") -> Iterator[Entry]:
    """Yield the entries in force, in order, by replaying the game."""
    state = apply.open_game(game.header, game.rules)
    pairs = game.numbered[1:]
    groups = grouped(tuple(dict.fromkeys(number for number, _ in pairs)), spans)
    for number, group in enumerate(groups, 1):
        before = changed(game, state=state)
        result = tuple((each, event) for each, event in pairs if each in group)
        lines, rulings, state = _told(before, result, language)
        events = tuple(event for _, event in result)
        yield Entry(
            number=number,
            line=_line(events, lines),
            at=group,
            events=events,
            rulings=tuple(rulings),
            before=before,
        )


def _told(
    before: GameHistory, given: tuple[tuple[int, Event], ...], language: str, says: Callable[..., str] = ruled
) -> tuple[list[str], list[str], State]:
    """Return the lines and the rulings of numbered events, and the state after them."""
    state, lines, rulings = before.state, list[str](), list[str]()
    for number, event in given:
        here = changed(before, state=state)
        lines.append(typed(here, event))
        state = apply.apply(state, event, number)
        rulings += [says(here, judged.ruling, language) for judged in state.rulings[len(here.state.rulings) :]]
    return lines, rulings, state


def _line(events: tuple[Event, ...], lines: list[str]) -> str:
    """Return the typed line for several events: `place all`, or the lines joined by slashes."""
    placed = len(events) > 1 and all(isinstance(event, Placed) for event in events)
    return "place all" if placed else " / ".join(lines)


def log(game: GameHistory, spans: Spans, words: tuple[str, ...], language: str = "en") -> tuple[str, ...]:
    """Return the last entries in words: all of them, as many as `words` requests, or a dozen."""
    wanted = " ".join(words).casefold() or str(SHOWN)
    everything = "all".startswith(wanted)
    if not (everything or re.fullmatch("[1-9][0-9]{0,7}", wanted)):
        raise RefusedRequest(f"log {' '.join(words)} is not understood; expected log, log all or log 40")
    result = tuple(entries(game, spans, language))
    shown = result[0 if everything else -int(wanted) :]
    if not shown:
        return ("nothing has been typed yet",)
    width, digits = max(len(entry.line) for entry in shown), len(str(len(result)))
    return tuple(
        f"{entry.number:>{digits}}  {entry.line:<{width}}  {' '.join(entry.rulings)}".rstrip() for entry in shown
    )


def undone(game: GameHistory, spans: Spans, steps: int) -> tuple[int, tuple[str, ...]]:
    """Return the event to go back to in order to undo that many lines, and the undone lines."""
    groups = grouped(game.line[1:], spans)[-steps:]
    lines = {number: entry.line for entry in entries(game, spans) for number in entry.at}
    to = game.line[game.line.index(groups[0][0]) - 1]
    return to, tuple(_taken_back(game.events[group[0]], lines.get(group[0], "")) for group in groups)


def _taken_back(event: Event, line: str) -> str:
    """Describe an undone line."""
    if isinstance(event, Corrected):
        return "a correction"
    return f"`{line}`" if line else "a line that no longer counted"


def sent_back(event: Event) -> bool:
    """Return whether an event had a board played again from its start."""
    return isinstance(event, Ruled) and event.back_to is not None


# -- corrections; later entries are replayed as they were typed --------------------------------------------------------


class Correction(Value, frozen=True, kw_only=True):
    """A corrected game, its spans, and a description of what the correction changed."""

    game: GameHistory
    spans: Spans
    words: tuple[str, ...]


def correct(
    game: GameHistory, spans: Spans, words: tuple[str, ...], when: int | None, language: str = "en"
) -> Correction:
    """Return the game with an entry replaced; the history contains both versions.

    Raises `RefusedRequest` if a later entry is no longer possible.
    """
    old = tuple(entries(game, spans, language))
    first, last = _entry_range(words, len(old))
    lines = [part.strip() for part in " ".join(words[1:]).split(" / ")]
    lines = [] if lines == ["nothing"] else lines
    made = _in_place(game, spans, old, (first, last), lines, when) or _replayed(
        game, spans, old, (first, last), lines, when
    )
    after, new_spans = made
    new = tuple(entries(after, new_spans, language))
    return Correction(game=after, spans=new_spans, words=_changes(game, old, after, new, (first, last)))


def _entry_range(words: tuple[str, ...], most: int) -> tuple[int, int]:
    """Return the first and last entry to correct."""
    first, _, last = (words[0] if words else "").partition("-")
    numbers = [each for each in (first, last or first) if each.isascii() and each.isdecimal() and len(each) < 9]
    if not most:
        raise RefusedRequest("there is nothing to correct")
    if len(words) < 2 or len(numbers) < 2 or not 1 <= int(numbers[0]) <= int(numbers[1]) <= most:
        raise RefusedRequest(
            f"correct {' '.join(words) or 'nothing'} is not understood; expected an entry from 1 to {most} and what it "
            "was, as in `correct 12 w1 b1` (`log` shows the numbers)"
        )
    return int(numbers[0]), int(numbers[1])


def change_missed(game: GameHistory, spans: Spans, when: int | None, language: str = "en") -> Correction | None:
    """Return the game with everyone where they sat before the last change of sides, which was missed (Law 60c).

    The change is made after the current board, or now between boards; the boards since are replayed with the players
    where they really sat. None if no change was made, or no board has begun since.
    """
    old = tuple(entries(game, spans, language))
    began = [entry for entry in old if isinstance(entry.events[0], happens.RoundBegun | happens.BoardKept)]
    first = next((entry for entry in reversed(began) if entry.before.state.sat is not None), None)
    if game.state.sat is not None or first is None:
        return None
    boards = game.state.game.counted - first.before.state.game.counted + (game.state.playing is not None)
    lines = [f"late sides {max(1, boards)}", first.line]
    asked = (first.number, first.number)
    after, new_spans = _replayed(game, spans, old, asked, lines, when)
    new = tuple(entries(after, new_spans, language))
    return Correction(game=after, spans=new_spans, words=_changes(game, old, after, new, asked))


# -- replacing a single event ------------------------------------------------------------------------------------------


def _in_place(
    game: GameHistory, spans: Spans, old: Sequence[Entry], asked: tuple[int, int], lines: list[str], when: int | None
) -> tuple[GameHistory, Spans] | None:
    """Return the game with one event replaced by new ones, or None if that is not possible."""
    entry = old[asked[0] - 1]
    if asked[0] != asked[1] or len(entry.at) != 1 or sent_back(entry.events[0]):
        return None
    live, made, dated = entry.before, list[Event](), entry.events[0].when
    later = [event for each in old[asked[1] :] for event in each.events]
    for line in lines:
        for event in events_of(live, line):
            named = _named_for(event, live, entry.events, later)
            made.append(changed(named, when=dated))
            live = live.apply(named)
    try:
        after = game.apply(Corrected(at=entry.at[0], events=tuple(made), when=when))
    except CarromError:
        return None
    return after, spans


def _named_for(event: Event, live: GameHistory, was: Iterable[Event], later: Iterable[Event]) -> Event:
    """Return a stroke with its pieces chosen so that later events remain possible.

    A typed line does not distinguish pieces of the same colour. The pieces of the old stroke are reused, the last ones
    first because dues return the pieces pocketed last; any others are pieces that no later event names.
    """
    if not isinstance(event, Struck) or live.round is None:
        return event
    lying = live.round.on_board
    before = [disc for each in was if isinstance(each, Struck) for disc in _gone(each.outcome) if disc in lying]
    later_on = {disc for each in later for disc in _discs(each)}
    others = [disc for disc in (*(disc for disc in lying if disc not in later_on), *lying) if disc not in before]
    names: dict[Disc, Disc] = {STRIKER: STRIKER}
    for kind in Kind:
        gone = [disc for disc in _gone(event.outcome) if disc.kind is kind]
        remaining = [disc for disc in before if disc.kind is kind][-len(gone) :] if gone else []
        more = list(dict.fromkeys(disc for disc in others if disc.kind is kind))[: len(gone) - len(remaining)]
        names.update(zip(gone, (*more, *remaining), strict=True))
    outcome = event.outcome
    for disc in outcome.touched:
        if disc not in names:
            names[disc] = next(each for each in lying if each.kind is disc.kind and each not in names.values())
    return changed(
        event,
        outcome=changed(
            outcome,
            pocketed=tuple(names[disc] for disc in outcome.pocketed),
            jumped=tuple(names[disc] for disc in outcome.jumped),
            touched=tuple(names[disc] for disc in outcome.touched),
        ),
    )


def _gone(outcome: Outcome) -> tuple[Disc, ...]:
    return tuple(disc for disc in (*outcome.pocketed, *outcome.jumped) if disc is not STRIKER)


def _discs(event: Event) -> tuple[Disc, ...]:
    """Return the pieces that an event moves."""
    match event:
        case Struck(outcome=outcome):
            return _gone(outcome)
        case happens.Placed(disc=disc) | happens.Noticed(disc=disc):
            return (disc,)
        case _:
            return ()


# -- replaying the entries from there ----------------------------------------------------------------------------------


def _replayed(
    game: GameHistory, spans: Spans, old: Sequence[Entry], asked: tuple[int, int], lines: list[str], when: int | None
) -> tuple[GameHistory, Spans]:
    """Return the game undone to before the first entry, with the entries replayed from there."""
    first, last = asked
    start = game.line[game.line.index(old[first - 1].at[0]) - 1]
    live, made = game.apply(Undone(to=start, when=when)), list(spans)
    dated = old[first - 1].events[0].when
    numbers: dict[int, int] = {}
    for line in lines:
        live = _typed_on(live, made, line, dated if dated is not None else when)
    for entry in old[last:]:
        live = _follows(live, made, entry, (first, len(old)), numbers)
    return live, tuple(made)


def _typed_on(live: GameHistory, made: list[tuple[int, int]], line: str, when: int | None) -> GameHistory:
    """Return the game after one more line, and record its span if it makes several events."""
    number = len(live.events)
    for event in events_of(live, line):
        live = live.apply(event if when is None else changed(event, when=when))
    if len(live.events) > number + 1:
        made.append((number, len(live.events) - 1))
    return live


def _follows(
    live: GameHistory, made: list[tuple[int, int]], entry: Entry, asked: tuple[int, int], numbers: dict[int, int]
) -> GameHistory:
    """Return the game after replaying an entry; refuse it if it is not possible, or concerns another player now.

    `asked` is the number of the first corrected entry, and the number of entries; `numbers` maps old event numbers to
    new.
    """
    before, (first, most) = live, asked
    try:
        if isinstance(entry.events[0], Ruled):
            was_answered = entry.events[0].answers
            answers = None if was_answered is None else numbers.get(was_answered, was_answered)
            live = live.apply(changed(entry.events[0], answers=answers, back_to=None))
        else:
            several = len(entry.events) > 1
            for line in entry.line.split(" / ") if several else [entry.line]:
                live = _typed_on(live, made, line, entry.events[0].when)
            if several:
                made.append((len(before.events), len(live.events) - 1))
        for was, now in zip(entry.events, live.events[len(before.events) :], strict=False):
            then, after = _actor(entry.before, was), _actor(before, now)
            if then != after:
                raise RefusedRequest(f"it was by {_name(live, then)} and would now be by {_name(live, after)}")
    except CarromError as reason:
        raise RefusedRequest(
            f"entry {entry.number}, `{entry.line}`, could not follow: {reason}; nothing is changed "
            f"(`correct {first}-{entry.number}` with all their lines, a `/` between them, "
            f"or `undo {most - first + 1}` and type on)"
        ) from None
    numbers.update(zip(entry.at, range(len(before.events), len(live.events)), strict=False))
    return live


def _name(game: GameHistory, who: str) -> str:
    """Return the name of a player, or of a side."""
    if who == _NOBODY:
        return who
    return side_name(game, who) if who in game.state.sides else name_of(game, who)


def _actor(game: GameHistory, event: Event) -> str:
    """Return the player (`A`, `B2` …) or side that acts in an event, or `nobody`; seats change, players do not."""
    for field in ("seat", "breaker", "by"):
        if getattr(event, field, None) is not None:
            return game.state.player_at(getattr(event, field))
    for field in ("side", "won_by"):
        if getattr(event, field, None) is not None:
            return str(getattr(event, field))
    return _NOBODY


_NOBODY = "nobody"


# -- description of the changes ----------------------------------------------------------------------------------------


def _changes(
    game: GameHistory, old: Sequence[Entry], after: GameHistory, new: Sequence[Entry], asked: tuple[int, int]
) -> tuple[str, ...]:
    """Describe what a correction changed: the lines, the rulings, the score."""
    first, last = asked
    grown = len(new) - len(old)
    was = ", ".join(f"`{entry.line}`" for entry in old[first - 1 : last])
    now = ", ".join(f"`{entry.line}`" for entry in new[first - 1 : last + grown]) or "nothing"
    which = f"Entry {first} was" if first == last else f"Entries {first} to {last} were"
    words = [f"{which} {was}, now {now}."]
    words += _rulings(first, old[first - 1 : last], new[first - 1 : last + grown])
    for before, later in zip(old[last:], new[last + grown :], strict=True):
        words += _rulings(later.number, (before,), (later,))
    was_score, score = scores(game), scores(after)
    words.append(f"Score: {score}, as before." if score == was_score else f"Score: {score}; before, {was_score}.")
    return tuple(words)


def _rulings(number: int, old: Sequence[Entry], new: Sequence[Entry]) -> list[str]:
    was = " ".join(text for entry in old for text in entry.rulings) or "no ruling"
    now = " ".join(text for entry in new for text in entry.rulings) or "no ruling"
    return [] if was == now else [f"  {number} before: {was}", f"  {number} now: {now}"]


# -- the table ---------------------------------------------------------------------------------------------------------
# `UmpireTable` is an immutable value: a game, and the events that each line made. `hear(table, line)` processes a
# line.


LOOK = ("state", "card", "log", "help", "correct", "quit", "exit")
"""Commands that are not events of a game."""


class UmpireTable(Value, frozen=True):
    """A game, and the lines that made it."""

    game: GameHistory
    spans: Spans = ()
    """First and last event number of each line that made several events."""
    language: str = "en"
    """The language of rulings; everything else is in English."""

    @classmethod
    def begin(cls, header: Header, rules: Ruleset | None = None, when: int | None = None) -> "UmpireTable":
        """Return the table of a new game; see `GameHistory.begin`."""
        return cls(GameHistory.begin(header, rules, when))

    @property
    def standing(self) -> tuple[str, ...]:
        """The state of the game in words; the last line has what is expected and the commands for it."""
        return wording.standing(self.game)

    @property
    def choices(self) -> tuple[str, ...]:
        """Complete commands that answer what is expected now; strokes are not included."""
        forms = [form for each in self.game.expected for form in answers(self.game, each)]
        return tuple(found[1] for form in forms if (found := re.match("`([^`]+)`", form)) is not None)


class Answer(Value, frozen=True):
    """Result of a line: new events, the answer to the umpire, and whether the session ends."""

    events: tuple[Event, ...] = ()
    words: tuple[str, ...] = ()
    stop: bool = False


def hear(
    table: UmpireTable, line: str, when: int | None = None, zone: tzinfo | None = None
) -> tuple[UmpireTable, Answer]:
    """Return the table after a typed line, and the answer. Raises `RefusedRequest` if the line is not valid now.

    `when` is the time in seconds since 1970, written to the record; `zone` is the time zone of the card's times (None
    for the local time zone).
    """
    typed = tuple(line.split())
    if not typed:
        return table, Answer()
    game = table.game
    match commands.command_of(game, typed[0], LOOK):
        case "help":
            return table, Answer(words=helped(typed[1:]))
        case "state":
            return table, Answer(words=table.standing)
        case "log":
            return table, Answer(words=log(game, table.spans, typed[1:], table.language))
        case "card":
            from carrom.umpire.score_card import score_card

            return table, Answer(words=tuple(score_card(game, zone).splitlines()))
        case "quit" | "exit":
            return table, Answer(stop=True)
        case "undo":
            return _undone(table, typed[1:], when)
        case "correct":
            made = correct(game, table.spans, typed[1:], when, table.language)
            return _answered(game, changed(table, game=made.game, spans=made.spans), made.words)
        case "late" if commands.names_sides(typed[1:]):
            missed = change_missed(game, table.spans, when, table.language)
            if missed is None:
                return _done(table, line, when)
            return _answered(game, changed(table, game=missed.game, spans=missed.spans), missed.words)
        case _:
            return _done(table, line, when)


def _answered(before: GameHistory, after: UmpireTable, said: tuple[str, ...]) -> tuple[UmpireTable, Answer]:
    """Return the table, and an answer with these words and the new state."""
    return after, Answer(after.game.events[len(before.events) :], (*said, *after.standing))


def _done(table: UmpireTable, line: str, when: int | None) -> tuple[UmpireTable, Answer]:
    """Return the table after the events of a line."""
    game = table.game
    first, said = len(game.events), list[str]()
    for event in commands.events_of(game, line):
        dated = event if when is None else changed(event, when=when)
        before, game = game, game.apply(dated)
        said += wording.told(before, game, dated, table.language)
    several = len(game.events) > first + 1
    spans = (*table.spans, (first, len(game.events) - 1)) if several else table.spans
    return _answered(table.game, changed(table, game=game, spans=spans), tuple(said))


def _undone(table: UmpireTable, typed: tuple[str, ...], when: int | None) -> tuple[UmpireTable, Answer]:
    """Return the table before the last lines."""
    game = table.game
    steps = commands.how_many(typed, len(grouped(game.line[1:], table.spans)))
    to, lines = undone(game, table.spans, steps)
    after = changed(table, game=game.apply(Undone(to=to, when=when)))
    return _answered(game, after, (f"Taken back: {', '.join(lines)}.",))
