"""Corrections of an earlier entry; later entries are replayed as they were typed."""

from collections.abc import Iterable, Sequence

from carrom.board.disc import STRIKER, Disc, Kind
from carrom.board.outcome import Outcome
from carrom.errors import CarromError, RefusedRequest
from carrom.game import events as happens
from carrom.game.events import Corrected, Event, Ruled, Struck, Undone
from carrom.game.game import GameHistory
from carrom.game.notation.parse_command import events_of
from carrom.game.notation.player_names import name_of, side_name
from carrom.umpire.entries import Entry, Spans, entries, sent_back
from carrom.umpire.wording import scores
from carrom.values import Value, changed


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
    after, kept = made
    new = tuple(entries(after, kept, language))
    return Correction(game=after, spans=kept, words=_changes(game, old, after, new, (first, last)))


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
    after, kept = _replayed(game, spans, old, asked, lines, when)
    new = tuple(entries(after, kept, language))
    return Correction(game=after, spans=kept, words=_changes(game, old, after, new, asked))


# -- replacing a single event --------------------------------------------------------------------------------------


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
        kept = [disc for disc in before if disc.kind is kind][-len(gone) :] if gone else []
        more = list(dict.fromkeys(disc for disc in others if disc.kind is kind))[: len(gone) - len(kept)]
        names.update(zip(gone, (*more, *kept), strict=True))
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


# -- replaying the entries from there --------------------------------------------------------------------------------


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


# -- description of the changes -------------------------------------------------------------------------------------


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
