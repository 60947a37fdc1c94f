"""A ruling in words: what was seen, the consequences with their clauses, and remarks.

`said_of` returns a ruling as keys with values; `carrom.i18n` turns them into sentences in any language, and the page
does the same from the same keys. Without `Names`, the player in turn is addressed as "you"."""

from collections.abc import Iterable, Iterator, Mapping

from carrom.board.disc import QUEEN, STRIKER, Disc, Kind
from carrom.i18n import NamedPerson, TranslatableText, cited, listed, sentences, text_of, told
from carrom.rules.clauses import Ruleset
from carrom.rules.consequences import MOVER, OTHER, PLAYER, Decided, consequences, side_word
from carrom.rules.effects import Remark
from carrom.rules.round import COLOUR
from carrom.values import Value


class Names(Value, frozen=True):
    """The names of the players in a ruling's text."""

    player: str
    """The player in turn."""
    mover: str
    """The player's side."""
    other: str
    """The other side."""
    sides: tuple[str, ...] = ()
    """Every side by its index, if there are more than two."""
    you: bool = False
    """Whether the player in turn is addressed as "you"."""


def why(ruling: Decided, names: Names | None = None, language: str = "en") -> str:
    """Return a whole ruling in one to three sentences, with the clause of each part."""
    if ruling.turn == "refuse" and not ruling.findings:
        return told(TranslatableText("said.no-clause"), {}, language)
    if ruling.turn == "refuse":
        first = ruling.findings[0]
        law = told(TranslatableText(first.told_by, first.values), {}, language, first.text)
        return _with_clause(law, first.clause, language)
    english = {finding.told_by: finding.text for finding in ruling.findings}
    return spoken(said_of(ruling), people_of(names, language), language, english)


_MOST_SIDES = 3
"""Maximum number of sides at one board."""


def people_of(names: Names | None, language: str = "en") -> Mapping[str, NamedPerson]:
    """Return the persons in a ruling's sentences; without names, the player in turn is addressed."""
    names = names or Names("", "", text_of(language, "side.other"), you=True)
    several = " and "
    sides = names.sides or (names.other,) * _MOST_SIDES
    return {
        PLAYER: NamedPerson(names.player, you=names.you),
        MOVER: NamedPerson(names.mover, several in names.mover, names.you),
        OTHER: NamedPerson(names.other, several in names.other),
        **{side_word(index): NamedPerson(name, several in name) for index, name in enumerate(sides)},
    }


def said_of(ruling: Decided) -> tuple[TranslatableText, ...]:
    """Return all sentences of a ruling: what was seen (`fell.`, `off.`, `seen.`, `call.`), consequences, remarks.

    Consequences have the keys of `carrom.rules.consequences`. A remark has the key of a law that changes nothing but
    explains the ruling; it is omitted if a consequence already cites its clause.
    """
    follows = consequences(ruling)
    clauses = {each.clause for each in follows}
    return (*_seen(ruling), *follows, *(each for each in _remarks(ruling) if each.clause not in clauses))


# -- sentences ---------------------------------------------------------------------------------------------------------


def spoken(
    said: tuple[TranslatableText, ...], people: Mapping[str, NamedPerson], language: str, english: Mapping[str, str]
) -> str:
    """Return everything as sentences; `english` has the texts of laws by their keys."""
    follows = [each for each in said if each.key.startswith(("said.", "fact."))]
    joined = listed(list(_cited_once(follows, people, language)), "list.follows", language)
    seen = _told_seen(said, people, language)
    frame = text_of(language, "frame.ruling" if seen else "frame.follows")
    sentence = _capital(frame.replace("{seen}", seen).replace("{follows}", joined))
    remarks = [each for each in said if each.key.startswith(("law.", "remark."))]
    return " ".join([sentence, *(_remarked(each, people, language, english) for each in remarks)])


def _cited_once(follows: Iterable[TranslatableText], people: Mapping[str, NamedPerson], language: str) -> Iterator[str]:
    """Yield the consequences, with each clause in brackets at its first use; a fact waits for its consequence."""
    cited_already = {""}
    for each in follows:
        text = told(each, people, language)
        if each.key.startswith("fact.") or each.clause in cited_already:
            yield text
            continue
        yield _with_clause(text, each.clause, language)
        cited_already.add(each.clause)


def _remarked(
    said: TranslatableText, people: Mapping[str, NamedPerson], language: str, english: Mapping[str, str]
) -> str:
    text = told(said, people, language, english.get(said.key, "")).rstrip(".।۔")
    return _with_clause(text, said.clause, language, "frame.remark")


def _with_clause(text: str, clause: str, language: str, frame: str = "frame.clause") -> str:
    return text_of(language, frame).replace("{clause}", cited(clause, language)).replace("{text}", text)


def _told_seen(said: tuple[TranslatableText, ...], people: Mapping[str, NamedPerson], language: str) -> str:
    """Return what was seen: the call, or the discs that were pocketed or left the board."""
    called = [told(each, people, language) for each in said if each.key.startswith("call.")]
    if called:
        return called[0]
    seen = listed(_discs(said, "fell.", language), "list.last", language)
    if off := _discs(said, "off.", language):
        frame = text_of(language, "frame.off")
        seen = frame.replace("{seen}", seen).replace("{discs}", listed(off, "list.last", language))
    improper = any(each.key == "seen.improper" for each in said)
    return text_of(language, "frame.improper").replace("{seen}", seen) if improper else seen


def _discs(said: tuple[TranslatableText, ...], kind: str, language: str) -> list[str]:
    """Return the discs that were pocketed (`fell.`), or left the board (`off.`), in words."""
    discs = [
        TranslatableText(each.key.replace(kind, "disc.", 1), each.values) for each in said if each.key.startswith(kind)
    ]
    return [told(each, {}, language) for each in discs]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- what was seen -----------------------------------------------------------------------------------------------------


def _seen(ruling: Decided) -> Iterator[TranslatableText]:
    """Yield what was seen: the call, or the discs that were pocketed or jumped."""
    if ruling.call is not None:
        yield TranslatableText(f"call.{ruling.call.what}")
        return
    outcome = ruling.outcome
    if outcome is None:
        return
    yield from _gone("fell", ruling.ruleset, outcome.pocketed)
    if not outcome.pocketed:
        yield TranslatableText("fell.nothing")
    yield from _gone("off", ruling.ruleset, outcome.jumped)
    if "improper" in outcome.breaches:
        yield TranslatableText("seen.improper")


def _gone(kind: str, rules: Ruleset, discs: tuple[Disc, ...]) -> Iterator[TranslatableText]:
    """Yield the discs that were pocketed or left the board: the queen, the striker, pieces by colour."""
    yield from (
        TranslatableText(f"{kind}.{name}") for disc, name in ((QUEEN, "queen"), (STRIKER, "striker")) if disc in discs
    )
    men = [colour_of(rules, disc) for disc in discs if disc is not QUEEN and disc is not STRIKER]
    for colour in dict.fromkeys(men):
        yield TranslatableText(f"{kind}.men", (("men", f"{colour}:{men.count(colour)}"),))


def colour_of(rules: Ruleset, disc: Disc) -> str:
    """Return the colour name of a piece in this rule set."""
    if COLOUR[disc] is Kind.WHITE:
        return "brown" if rules.parameters.white_is_brown else "white"
    return "black"


def _remarks(ruling: Decided) -> Iterator[TranslatableText]:
    """Yield up to two clauses that change nothing but explain the ruling."""
    if ruling.call is not None or ruling.turn == "retry":
        return
    remarks = [
        finding
        for finding in ruling.findings
        if all(type(effect) is Remark and not effect.quiet for effect in finding.effects)
    ]
    for finding in remarks[:2]:
        yield TranslatableText(finding.told_by, finding.values, finding.clause)


CALLS = {key.removeprefix("call."): text for key, text in sentences("en").items() if key.startswith("call.")}
"""The umpire's calls, in words."""
