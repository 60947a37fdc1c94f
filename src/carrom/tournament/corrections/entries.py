"""Corrections of entries: names, clubs, seeds and rosters, and entries that are removed. Ids never change."""

from carrom.errors import RefusedRequest, plural
from carrom.tournament.corrections.changes import check_reason, differing, recorded
from carrom.tournament.events import Appointed, Edited, Entered, Removed
from carrom.tournament.identifiers import are_of_two_clubs, check_words
from carrom.tournament.replace_in_state import with_fixtures
from carrom.tournament.state import Championship, FieldChange, Fixture, LineupChange, Section, members_of
from carrom.values import changed

FIELDS = ("name", "seed", "kind", "club", "nation", "players", "sections")
"""The fields of an entrant that can be corrected."""
Lineup = tuple[tuple[str, ...], ...]


def told_apart(championship: Championship, entered: Entered) -> Entered:
    """Return an entrant with the club behind the name if an entrant of another club has that name."""
    for each in championship.entrants:
        is_same = each.kind == entered.kind and each.name.casefold() == entered.name.casefold()
        if is_same and are_of_two_clubs(each.club, entered.club):
            return changed(entered, name=f"{entered.name} ({entered.club})")
    return entered


def check_entry(championship: Championship, entered: Entered) -> None:
    """Check the name, seed and players of an entrant against all others. Raises `RefusedRequest`."""
    check_words(entered.name, "the name of an entrant")
    for each in championship.entrants:
        if each.id != entered.id and each.name.casefold() == entered.name.casefold() and each.kind == entered.kind:
            raise RefusedRequest(
                f"{entered.name} is already entered, as {each.id}; if this is another person, give the club of each, "
                f"or a name such as {entered.name} (2)"
            )
    if entered.seed is not None and entered.seed < 1:
        raise RefusedRequest(f"{entered.name} has seed {entered.seed}; expected 1 or more")
    _check_people(championship, entered)


def _check_people(championship: Championship, entered: Entered) -> None:
    """Check the players of an entrant. Raises `RefusedRequest` for a wrong number, or for players of two entrants."""
    count = len(entered.players)
    if entered.kind == "player" and count:
        raise RefusedRequest(f"{entered.name} is a single player but lists players; expected kind=pair or kind=team")
    if entered.kind == "pair" and count != 2:
        raise RefusedRequest(f"{entered.name} is a pair with {plural(count, 'player')}; expected two")
    if entered.kind == "team" and count < 2:
        raise RefusedRequest(f"{entered.name} is a team with {plural(count, 'player')}; expected two or more")
    if len({each.casefold() for each in entered.players}) != count:
        raise RefusedRequest(f"{entered.name} lists a player twice: {', '.join(entered.players)}")
    for player in entered.players:
        check_words(player, f"a player of {entered.name}")
        for each in championship.entrants:
            apart = each.sections and entered.sections and not set(each.sections) & set(entered.sections)
            same = each.id != entered.id and each.kind == entered.kind
            if same and not apart and player.casefold() in map(str.casefold, each.players):
                raise RefusedRequest(
                    f"{player} already plays for {each.name}; expected each player in one {each.kind} only"
                )


def edited(championship: Championship, edit: Edited) -> Championship:
    """Return the tournament with an entry corrected. Raises `RefusedRequest`."""
    check_reason(championship, edit.reason, f"a correction of {edit.subject}")
    role, _, umpire = edit.subject.rpartition(":")
    if role == "umpire":
        return _umpire_edited(championship, umpire, edit)
    before = championship.entrant(edit.subject)
    after = _after(before, edit)
    check_entry(championship, after)
    _check_undrawn(championship, before, after)
    at = _with_entrant(championship, after)
    if after.players != before.players:
        at = _with_lineups(at, before, after, edit)
    if (after.seed, after.kind, after.sections) != (before.seed, before.kind, before.sections):
        at = changed(at, sections=tuple(_unseated(championship, each, before.id) for each in at.sections))
    changes = differing((name, getattr(before, name), getattr(after, name)) for name in FIELDS)
    return recorded(_with_neutral_umpires(at), changes, before.name)


def _after(before: Entered, edit: Edited) -> Entered:
    """Return the entrant with the fields of a correction. Raises `RefusedRequest`."""
    fields = {name: value for name in FIELDS if (value := getattr(edit, name)) is not None}
    if "seed" in fields:
        fields["seed"] = fields["seed"] or None
    for name in ("club", "nation"):
        if fields.get(name):
            check_words(fields[name], f"the {name} of {before.name}")
    if edit.player or edit.now:
        if "players" in fields:
            raise RefusedRequest("expected either players= for a new roster, or player= and now= for one misspelt name")
        if edit.player not in before.players:
            raise RefusedRequest(
                f"{edit.player or 'nobody'} does not belong to {before.name}; "
                f"expected one of {', '.join(before.players) or 'a pair or team'}"
            )
        check_words(edit.now, f"the new name of {edit.player}")
        fields["players"] = tuple(edit.now if each == edit.player else each for each in before.players)
    return changed(before, **fields)


def _check_undrawn(championship: Championship, before: Entered, after: Entered) -> None:
    """Raise `RefusedRequest` if a correction changes what a draw was made from."""
    drawn = [each for each in championship.sections if each.waves and before.id in members_of(championship, each)]
    moved = set(before.sections) ^ set(after.sections) if before.sections or after.sections else set()
    if bool(before.sections) != bool(after.sections):
        moved = {each.id for each in championship.sections} - set(before.sections or after.sections)
    for section in drawn:
        where = f"{section.terms.title} is drawn"
        if after.seed != before.seed:
            raise RefusedRequest(
                f"{where}, so the seed of {before.name} can no longer change; take back its draws first"
            )
        if after.kind != before.kind:
            raise RefusedRequest(f"{where}, so {before.name} cannot become a {after.kind}; take back its draws first")
        if section.id in moved:
            raise RefusedRequest(f"{where}, so {before.name} can leave it only by withdrawing")
    for section in championship.sections:
        if section.waves and section.id in moved and section not in drawn:
            raise RefusedRequest(f"{section.terms.title} is drawn, so {before.name} can join it only as a late entry")
    for id in after.sections:
        championship.section(id)


def _unseated(championship: Championship, section: Section, id: str) -> Section:
    """Return a section without seats that an undrawn entry no longer fits; they are computed again by the draw."""
    if section.waves or section.terms.source or not section.seats:
        return section
    return changed(section, seats=(), members=())


def _with_entrant(championship: Championship, entrant: Entered) -> Championship:
    return changed(
        championship, entrants=tuple(entrant if each.id == entrant.id else each for each in championship.entrants)
    )


def _with_lineups(championship: Championship, before: Entered, after: Entered, edit: Edited) -> Championship:
    """Return the tournament with a new roster in all line-ups of the team. Raises `RefusedRequest`."""
    gone = [each for each in before.players if each not in after.players]
    new = [each for each in after.players if each not in before.players]
    swap = {gone[0]: new[0]} if len(gone) == len(new) == 1 else {}

    def lined_up(section: Section, fixture: Fixture) -> Fixture:
        return _lined_up(championship, section, fixture, after, edit, swap, gone)

    return with_fixtures(championship, lined_up)


def _lined_up(
    championship: Championship,
    section: Section,
    fixture: Fixture,
    team: Entered,
    edit: Edited,
    swap: dict[str, str],
    gone: list[str],
) -> Fixture:
    """Return one fixture of the team with the new roster in its line-up."""
    if team.id not in (fixture.a, fixture.b) or not section.terms.rubbers:
        return fixture
    side = 0 if team.id == fixture.a else 1
    lineup = fixture.lineups[side]
    over = fixture.finish is not None or (bool(fixture.rubbers) and all(fixture.rubbers))
    if edit.player:
        return _with_lineup(fixture, side, _swapped(lineup, swap, ()))
    if over or not lineup:
        return fixture
    played = tuple(at for at, each in enumerate(fixture.rubbers) if each is not None)
    if fixture.is_open_lineup and edit.by.split(":")[0] != "referee":
        raise RefusedRequest(
            f"both line-ups of a tie of {team.name} are visible and the tie is not over; "
            f"only the referee may change the roster now"
        )
    touched = any(name in gone for at, names in enumerate(lineup) if at not in played for name in names)
    if not touched:
        return fixture
    if swap:
        after = _swapped(lineup, swap, played)
        line = len(championship.happenings) + 1
        changes = (LineupChange(line=line, entrant=team.id, reason=edit.reason),) if fixture.is_open_lineup else ()
        fixture = changed(fixture, lineup_changes=(*fixture.lineup_changes, *changes))
        return _with_lineup(fixture, side, after)
    if fixture.is_open_lineup or played:
        raise RefusedRequest(
            f"{' and '.join(gone)} {'is' if len(gone) == 1 else 'are'} in the line-up of a tie of {team.name} that is "
            f"not over; replace one player by one other, or change that line-up first"
        )
    return _with_lineup(fixture, side, ())


def _swapped(lineup: Lineup, swap: dict[str, str], played: tuple[int, ...]) -> Lineup:
    """Return a line-up with a player replaced in the rubbers that are not yet played."""
    return tuple(
        names if at in played else tuple(swap.get(each, each) for each in names) for at, names in enumerate(lineup)
    )


def _with_lineup(fixture: Fixture, side: int, lineup: Lineup) -> Fixture:
    lineups = (lineup, fixture.lineups[1]) if side == 0 else (fixture.lineups[0], lineup)
    return changed(fixture, lineups=lineups)


def _umpire_edited(championship: Championship, id: str, edit: Edited) -> Championship:
    before = next((each for each in championship.umpires if each.id == id), None)
    if before is None:
        raise RefusedRequest(f"there is no umpire {id}; expected one of {_umpire_ids(championship)}")
    wrong = [name for name in (*FIELDS, "player", "now") if name not in ("name", "club") and getattr(edit, name)]
    if wrong:
        raise RefusedRequest(f"an umpire has no {wrong[0]}; expected name= or club=")
    after = changed(
        before,
        name=before.name if edit.name is None else check_words(edit.name, "the name of an umpire"),
        club=before.club if edit.club is None else edit.club,
    )
    umpires = tuple(after if each.id == id else each for each in championship.umpires)
    changes = differing((name, getattr(before, name), getattr(after, name)) for name in ("name", "club"))
    return recorded(_with_neutral_umpires(changed(championship, umpires=umpires)), changes, before.name)


def _umpire_ids(championship: Championship) -> str:
    return ", ".join(each.id for each in championship.umpires) or "nobody yet"


def is_neutral(championship: Championship, fixture: Fixture, umpire: Appointed) -> bool:
    """Return whether an umpire is of neither club, and plays for neither side."""
    for side in map(championship.entrant, (fixture.a, fixture.b)):
        if umpire.club and umpire.club == side.club:
            return False
        if umpire.name.casefold() in [name.casefold() for name in (side.name, *side.players)]:
            return False
    return True


def _with_neutral_umpires(championship: Championship) -> Championship:
    """Return the tournament without umpires who are no longer neutral in a fixture that has not begun."""
    umpires = {each.id: each for each in championship.umpires}

    def after(_: Section, fixture: Fixture) -> Fixture:
        umpire = umpires.get(fixture.umpire)
        if umpire is None or fixture.has_begun or is_neutral(championship, fixture, umpire):
            return fixture
        return changed(fixture, umpire="")

    return with_fixtures(championship, after)


def removed(championship: Championship, remove: Removed) -> Championship:
    """Return the tournament without an entrant, section or umpire that no draw used. Raises `RefusedRequest`."""
    check_reason(championship, remove.reason, f"the removal of {remove.id}")
    change: FieldChange
    match remove.what:
        case "entrant":
            entrant = championship.entrant(remove.id)
            for section in championship.sections:
                if section.waves and remove.id in members_of(championship, section):
                    raise RefusedRequest(f"{entrant.name} plays in {section.terms.title}; withdraw them instead")
            at = changed(
                championship,
                entrants=tuple(each for each in championship.entrants if each.id != remove.id),
                sections=tuple(_without(championship, each, remove.id) for each in championship.sections),
            )
            change = FieldChange("entrant", entrant.name, "")
        case "section":
            section = championship.section(remove.id)
            if section.waves:
                raise RefusedRequest(f"{section.terms.title} is drawn; take back its draws first")
            fed = next((each for each in championship.sections if each.terms.source == remove.id), None)
            if fed is not None:
                raise RefusedRequest(
                    f"{fed.terms.title} takes its entrants from {section.terms.title}; remove it first"
                )
            left = tuple(each for each in championship.sections if each.id != remove.id)
            at = changed(championship, sections=left)
            change = FieldChange("section", section.terms.title, "")
        case _:
            umpire = next((each for each in championship.umpires if each.id == remove.id), None)
            if umpire is None:
                raise RefusedRequest(f"there is no umpire {remove.id}; expected one of {_umpire_ids(championship)}")
            for section in championship.sections:
                if any(each.umpire == remove.id for wave in section.waves for each in wave.fixtures):
                    raise RefusedRequest(
                        f"{umpire.name} umpires a match of {section.terms.title}; appoint another first"
                    )
            at = changed(championship, umpires=tuple(each for each in championship.umpires if each.id != remove.id))
            change = FieldChange("umpire", umpire.name, "")
    return recorded(at, (change,), remove.id)


def _without(championship: Championship, section: Section, id: str) -> Section:
    """Return an undrawn section without an entrant; its seats are computed again by the draw."""
    if section.waves:
        return section
    there = None if section.present is None else tuple(each for each in section.present if each != id)
    named = any(id in group for group in section.seats)
    return changed(
        section,
        present=there,
        late=tuple(each for each in section.late if each[0] != id),
        withdrawn=tuple(each for each in section.withdrawn if each != id),
        deducted=tuple(each for each in section.deducted if each[0] != id),
        seats=() if named else section.seats,
        members=() if named else section.members,
    )
