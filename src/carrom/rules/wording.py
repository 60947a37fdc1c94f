"""A ruling in words: what was seen, what follows with the clause of each consequence, and remarks.

A ruling is told as keys with values (`said_of`); any language makes sentences of them (`carrom.i18n`), and the page
does the same from the same keys. Without `Names` the player in turn is spoken to as "you".

Names others build on: `why`, `Names`, `said_of`, `CALLS`.
"""

from collections.abc import Iterable, Iterator, Mapping

from carrom.board.disc import QUEEN, STRIKER, Disc, Kind
from carrom.i18n import Person, TranslatableText, cited, has, listed, sentences, text_of, told
from carrom.rules.clauses import Ruleset
from carrom.rules.consequences import MOVER, OTHER, PLAYER, Decided, consequences, side_word
from carrom.rules.effects import REMARK
from carrom.rules.round import COLOUR
from carrom.values import Value


class Names(Value, frozen=True):
    """How those at the board are called in a ruling's words."""

    player: str
    """The player in turn."""
    mover: str
    """His side."""
    other: str
    """The other side."""
    sides: tuple[str, ...] = ()
    """Every side by its index, where more than two play."""
    you: bool = False
    """Whether the player in turn is spoken to as "you"."""


def why(ruling: Decided, names: Names | None = None, language: str = "en") -> str:
    """Return a whole ruling in one to three sentences, each part with the clause it rests on."""
    if ruling.turn == "refuse":
        first = ruling.findings[0]
        law = told(TranslatableText(f"law.{first.key}", first.values), {}, language, first.text)
        return _with_clause(law, first.clause, language)
    english = {f"law.{finding.key}": finding.text for finding in ruling.findings}
    return spoken(said_of(ruling), people_of(names, language), language, english)


_MOST_SIDES = 3
"""As many sides as play at one board at most."""


def people_of(names: Names | None, language: str = "en") -> Mapping[str, Person]:
    """Return who is who in a ruling's sentences; without names it is told to the player in turn."""
    names = names or Names("", "", text_of(language, "side.other"), you=True)
    several = " and "
    sides = names.sides or (names.other,) * _MOST_SIDES
    return {
        PLAYER: Person(names.player, you=names.you),
        MOVER: Person(names.mover, several in names.mover, names.you),
        OTHER: Person(names.other, several in names.other),
        **{side_word(index): Person(name, several in name) for index, name in enumerate(sides)},
    }


def said_of(ruling: Decided) -> tuple[TranslatableText, ...]:
    """Return all that a ruling says: what was seen (`fell.`, `off.`, `seen.`, `call.`), what follows, remarks.

    What follows has the keys of `carrom.rules.consequences`; a remark is a law that changes nothing but explains, by
    its key, where nothing that follows rests on its clause already.
    """
    follows = consequences(ruling)
    clauses = {each.clause for each in follows}
    return (*_seen(ruling), *follows, *(each for each in _remarks(ruling) if each.clause not in clauses))


# -- telling it ---------------------------------------------------------------------------------------------------


def spoken(
    said: tuple[TranslatableText, ...], people: Mapping[str, Person], language: str, english: Mapping[str, str]
) -> str:
    """Return all that was said in sentences; `english` has the texts of laws by their keys."""
    follows = [each for each in said if each.key.startswith(("said.", "fact."))]
    joined = listed(list(_cited_once(follows, people, language)), "list.follows", language)
    seen = _told_seen(said, people, language)
    frame = text_of(language, "frame.ruling" if seen else "frame.follows")
    sentence = _capital(frame.replace("{seen}", seen).replace("{follows}", joined))
    remarks = [each for each in said if each.key.startswith(("law.", "remark."))]
    return " ".join([sentence, *(_remarked(each, people, language, english) for each in remarks)])


def _cited_once(follows: Iterable[TranslatableText], people: Mapping[str, Person], language: str) -> Iterator[str]:
    """Yield what follows, each clause in brackets only where it is first needed; a fact waits for what it decides."""
    cited_already = {""}
    for each in follows:
        text = told(each, people, language)
        if each.key.startswith("fact.") or each.clause in cited_already:
            yield text
            continue
        yield _with_clause(text, each.clause, language)
        cited_already.add(each.clause)


def _remarked(said: TranslatableText, people: Mapping[str, Person], language: str, english: Mapping[str, str]) -> str:
    text = told(said, people, language, english.get(said.key, "")).rstrip(".।۔")
    return _with_clause(text, said.clause, language, "frame.remark")


def _with_clause(text: str, clause: str, language: str, frame: str = "frame.clause") -> str:
    return text_of(language, frame).replace("{clause}", cited(clause, language)).replace("{text}", text)


def _told_seen(said: tuple[TranslatableText, ...], people: Mapping[str, Person], language: str) -> str:
    """Return what was seen: what was called, or what fell and what left the board."""
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
    """Return the discs that fell (`fell.`), or that went off the board (`off.`), in words."""
    discs = [
        TranslatableText(each.key.replace(kind, "disc.", 1), each.values) for each in said if each.key.startswith(kind)
    ]
    return [told(each, {}, language) for each in discs]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- what was seen ------------------------------------------------------------------------------------------------


def _seen(ruling: Decided) -> Iterator[TranslatableText]:
    """Yield what was seen: what was called, or what fell and what jumped."""
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
    """Yield the discs that fell or went off the board: the queen, the striker, men by their colours."""
    yield from (
        TranslatableText(f"{kind}.{name}") for disc, name in ((QUEEN, "queen"), (STRIKER, "striker")) if disc in discs
    )
    men = [colour_of(rules, disc) for disc in discs if disc is not QUEEN and disc is not STRIKER]
    for colour in dict.fromkeys(men):
        yield TranslatableText(f"{kind}.men", (("men", f"{colour}:{men.count(colour)}"),))


def colour_of(rules: Ruleset, disc: Disc) -> str:
    """Return what a man is called in this rule set."""
    if COLOUR[disc] is Kind.WHITE:
        return "brown" if rules.parameters.white_is_brown else "white"
    return "black"


def _remarks(ruling: Decided) -> Iterator[TranslatableText]:
    """Yield what the sentence leaves out: up to two clauses that change nothing but explain.

    A law that tells more than what happened is remarked by a sentence of its own.
    """
    if ruling.call is not None or ruling.turn == "retry":
        return
    remarks = [finding for finding in ruling.findings if set(finding.effects) == {REMARK}]
    for finding in remarks[:2]:
        own = f"remark.{finding.key}"
        yield TranslatableText(own if has("en", own) else f"law.{finding.key}", finding.values, finding.clause)


CALLS = {key.removeprefix("call."): text for key, text in sentences("en").items() if key.startswith("call.")}
"""What an umpire calls, in words."""
