"""Corrections and checks of lines: entries, draws, deductions, details, settings, and the rule set."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from carrom.errors import RefusedRequest, plural
from carrom.game.event_lines import cut
from carrom.rules.ruleset import NAMES, ruleset
from carrom.tournament import events as tournament_events
from carrom.tournament import state
from carrom.tournament.apply_result import check_lineup_change, qualified_now
from carrom.tournament.draws import knockout_meetings
from carrom.tournament.entrants import StageFormat, System, check_terms, check_zone
from carrom.tournament.event_file import Details, check_details, read_round, setting_name, written_value
from carrom.tournament.identifiers import Address, are_of_two_clubs, check_visible, check_words
from carrom.values import changed

# -- what a correction changes, and whether a reason is needed ---------------------------------------------------------


def as_text(value: object) -> str:
    """Return the value of a field as text for people: lists with commas, scores with a dash, nothing for None."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(each, int) for each in value):
        return f"{value[0]}-{value[1]}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)


def differing(fields: Iterable[tuple[str, object, object]]) -> tuple[state.FieldChange, ...]:
    """Return the fields whose value changes."""
    return tuple(state.FieldChange(name, as_text(old), as_text(new)) for name, old, new in fields if old != new)


def check_reason(championship: state.Championship, reason: str, what: str) -> None:
    """Raise `RefusedRequest` if a reason is not one line, or is missing although a round has been drawn."""
    if reason:
        check_words(reason, f"the reason of {what}")
    elif state.has_draw(championship):
        raise RefusedRequest(f'{what} needs a reason after the first draw, such as reason="misspelt"')


def recorded(championship: state.Championship, changes: Sequence[state.FieldChange], what: str) -> state.Championship:
    """Return the tournament with a correction recorded. Raises `RefusedRequest` if it changes nothing."""
    if not changes:
        raise RefusedRequest(f"{what} already has these values; nothing would change")
    entry = state.Correction(line=len(championship.events) + 1, changes=tuple(changes))
    return changed(championship, corrections=(*championship.corrections, entry))


# -- entries: names, clubs, seeds, rosters, removal --------------------------------------------------------------------


FIELDS = ("name", "seed", "kind", "club", "nation", "players", "stages")
"""The fields of an entrant that can be corrected."""
Lineup = tuple[tuple[str, ...], ...]


def told_apart(championship: state.Championship, entered: tournament_events.Entered) -> tournament_events.Entered:
    """Return an entrant with the club behind the name if an entrant of another club has that name."""
    for each in championship.entrants:
        is_same = each.kind == entered.kind and each.name.casefold() == entered.name.casefold()
        if is_same and are_of_two_clubs(each.club, entered.club):
            return changed(entered, name=f"{entered.name} ({entered.club})")
    return entered


def check_entry(championship: state.Championship, entered: tournament_events.Entered) -> None:
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


def _check_people(championship: state.Championship, entered: tournament_events.Entered) -> None:
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
            apart = each.stages and entered.stages and not set(each.stages) & set(entered.stages)
            same = each.id != entered.id and each.kind == entered.kind
            if same and not apart and player.casefold() in map(str.casefold, each.players):
                raise RefusedRequest(
                    f"{player} already plays for {each.name}; expected each player in one {each.kind} only"
                )


def edited(championship: state.Championship, edit: tournament_events.Edited) -> state.Championship:
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
    if (after.seed, after.kind, after.stages) != (before.seed, before.kind, before.stages):
        at = changed(at, stages=tuple(_unseated(championship, each, before.id) for each in at.stages))
    changes = differing((name, getattr(before, name), getattr(after, name)) for name in FIELDS)
    return recorded(_with_neutral_umpires(at), changes, before.name)


def _after(before: tournament_events.Entered, edit: tournament_events.Edited) -> tournament_events.Entered:
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


def _check_undrawn(
    championship: state.Championship, before: tournament_events.Entered, after: tournament_events.Entered
) -> None:
    """Raise `RefusedRequest` if a correction changes what a draw was made from."""
    drawn = [each for each in championship.stages if each.rounds and before.id in state.members_of(championship, each)]
    moved = set(before.stages) ^ set(after.stages) if before.stages or after.stages else set()
    if bool(before.stages) != bool(after.stages):
        moved = {each.id for each in championship.stages} - set(before.stages or after.stages)
    for stage in drawn:
        where = f"{stage.terms.title} is drawn"
        if after.seed != before.seed:
            raise RefusedRequest(
                f"{where}, so the seed of {before.name} can no longer change; take back its draws first"
            )
        if after.kind != before.kind:
            raise RefusedRequest(f"{where}, so {before.name} cannot become a {after.kind}; take back its draws first")
        if stage.id in moved:
            raise RefusedRequest(f"{where}, so {before.name} can leave it only by withdrawing")
    for stage in championship.stages:
        if stage.rounds and stage.id in moved and stage not in drawn:
            raise RefusedRequest(f"{stage.terms.title} is drawn, so {before.name} can join it only as a late entry")
    for id in after.stages:
        championship.stage(id)


def _unseated(championship: state.Championship, stage: state.EventStage, id: str) -> state.EventStage:
    """Return a stage without seats that an undrawn entry no longer fits; they are computed again by the draw."""
    if stage.rounds or stage.terms.source or not stage.seats:
        return stage
    return changed(stage, seats=(), members=())


def _with_entrant(championship: state.Championship, entrant: tournament_events.Entered) -> state.Championship:
    return changed(
        championship, entrants=tuple(entrant if each.id == entrant.id else each for each in championship.entrants)
    )


def _with_lineups(
    championship: state.Championship,
    before: tournament_events.Entered,
    after: tournament_events.Entered,
    edit: tournament_events.Edited,
) -> state.Championship:
    """Return the tournament with a new roster in all line-ups of the team. Raises `RefusedRequest`."""
    gone = [each for each in before.players if each not in after.players]
    new = [each for each in after.players if each not in before.players]
    swap = {gone[0]: new[0]} if len(gone) == len(new) == 1 else {}

    def lined_up(stage: state.EventStage, fixture: state.Fixture) -> state.Fixture:
        return _lined_up(championship, stage, fixture, after, edit, swap, gone)

    return state.with_fixtures(championship, lined_up)


def _lined_up(
    championship: state.Championship,
    stage: state.EventStage,
    fixture: state.Fixture,
    team: tournament_events.Entered,
    edit: tournament_events.Edited,
    swap: dict[str, str],
    gone: list[str],
) -> state.Fixture:
    """Return one fixture of the team with the new roster in its line-up."""
    if team.id not in (fixture.a, fixture.b) or not stage.terms.rubbers:
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
        line = len(championship.events) + 1
        changes = (
            (state.LineupChange(line=line, entrant=team.id, reason=edit.reason),) if fixture.is_open_lineup else ()
        )
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


def _with_lineup(fixture: state.Fixture, side: int, lineup: Lineup) -> state.Fixture:
    lineups = (lineup, fixture.lineups[1]) if side == 0 else (fixture.lineups[0], lineup)
    return changed(fixture, lineups=lineups)


def _umpire_edited(championship: state.Championship, id: str, edit: tournament_events.Edited) -> state.Championship:
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


def _umpire_ids(championship: state.Championship) -> str:
    return ", ".join(each.id for each in championship.umpires) or "nobody yet"


def is_neutral(championship: state.Championship, fixture: state.Fixture, umpire: tournament_events.Appointed) -> bool:
    """Return whether an umpire is of neither club, and plays for neither side."""
    for side in map(championship.entrant, (fixture.a, fixture.b)):
        if umpire.club and umpire.club == side.club:
            return False
        if umpire.name.casefold() in [name.casefold() for name in (side.name, *side.players)]:
            return False
    return True


def _with_neutral_umpires(championship: state.Championship) -> state.Championship:
    """Return the tournament without umpires who are no longer neutral in a fixture that has not begun."""
    umpires = {each.id: each for each in championship.umpires}

    def after(_: state.EventStage, fixture: state.Fixture) -> state.Fixture:
        umpire = umpires.get(fixture.umpire)
        if umpire is None or fixture.has_begun or is_neutral(championship, fixture, umpire):
            return fixture
        return changed(fixture, umpire="")

    return state.with_fixtures(championship, after)


def removed(championship: state.Championship, remove: tournament_events.Removed) -> state.Championship:
    """Return the tournament without an entrant, stage or umpire that no draw used. Raises `RefusedRequest`."""
    check_reason(championship, remove.reason, f"the removal of {remove.id}")
    change: state.FieldChange
    match remove.what:
        case "entrant":
            entrant = championship.entrant(remove.id)
            for stage in championship.stages:
                if stage.rounds and remove.id in state.members_of(championship, stage):
                    raise RefusedRequest(f"{entrant.name} plays in {stage.terms.title}; withdraw them instead")
            at = changed(
                championship,
                entrants=tuple(each for each in championship.entrants if each.id != remove.id),
                stages=tuple(_without(championship, each, remove.id) for each in championship.stages),
            )
            change = state.FieldChange("entrant", entrant.name, "")
        case "stage":
            stage = championship.stage(remove.id)
            if stage.rounds:
                raise RefusedRequest(f"{stage.terms.title} is drawn; take back its draws first")
            fed = next((each for each in championship.stages if each.terms.source == remove.id), None)
            if fed is not None:
                raise RefusedRequest(f"{fed.terms.title} takes its entrants from {stage.terms.title}; remove it first")
            left = tuple(each for each in championship.stages if each.id != remove.id)
            at = changed(championship, stages=left)
            change = state.FieldChange("stage", stage.terms.title, "")
        case _:
            umpire = next((each for each in championship.umpires if each.id == remove.id), None)
            if umpire is None:
                raise RefusedRequest(f"there is no umpire {remove.id}; expected one of {_umpire_ids(championship)}")
            for stage in championship.stages:
                if any(each.umpire == remove.id for round in stage.rounds for each in round.fixtures):
                    raise RefusedRequest(f"{umpire.name} umpires a match of {stage.terms.title}; appoint another first")
            at = changed(championship, umpires=tuple(each for each in championship.umpires if each.id != remove.id))
            change = state.FieldChange("umpire", umpire.name, "")
    return recorded(at, (change,), remove.id)


def _without(championship: state.Championship, stage: state.EventStage, id: str) -> state.EventStage:
    """Return an undrawn stage without an entrant; its seats are computed again by the draw."""
    if stage.rounds:
        return stage
    there = None if stage.present is None else tuple(each for each in stage.present if each != id)
    named = any(id in group for group in stage.seats)
    return changed(
        stage,
        present=there,
        late=tuple(each for each in stage.late if each[0] != id),
        withdrawn=tuple(each for each in stage.withdrawn if each != id),
        deducted=tuple(each for each in stage.deducted if each[0] != id),
        seats=() if named else stage.seats,
        members=() if named else stage.members,
    )


# -- the rule set, until anything has been played by it ----------------------------------------------------------------


TOURNAMENT_RULES = tuple(name for name in NAMES if name in ("icf", "classic-29", "club", "team-event"))
"""The rule sets offered for tournaments on boards."""


def first_played(championship: state.Championship) -> tuple[Address, state.Fixture] | None:
    """Return the first fixture in which anything has been played or reported; None if the rules can still change."""
    for stage in championship.stages:
        for round in stage.rounds:
            for each in round.fixtures:
                if each.has_begun or each.claims:
                    return Address(stage.id, round.number, each.number), each
    return None


def check_rules_change(championship: state.Championship, change: tournament_events.DetailsChanged) -> None:
    """Raise `RefusedRequest` if the rule set or its edition may not be corrected, or not to this one."""
    _check_known(change)
    before = championship.details
    if (change.rules or before.rules, change.edition or before.edition) == (before.rules, before.edition):
        return
    found = first_played(championship)
    if found is not None:
        address, fixture = found
        names = f"{championship.name(fixture.a)} and {championship.name(fixture.b)}"
        raise RefusedRequest(
            f"{names} ({address}) have played or begun by these rules, so the rules can no longer change; if that is "
            "wrong, have the referee rule its result void first, or begin a new tournament"
        )


def check_edition(championship: state.Championship, change: tournament_events.DetailsChanged) -> None:
    """Raise `RefusedRequest` if a new line does not name the edition that this program has of its rule set.

    Lines of files are not checked, because a later program has other editions.
    """
    if change.rules is None and change.edition is None:
        return
    _check_known(change)
    rules = ruleset(change.rules or championship.details.rules)
    if change.edition != rules.edition:
        raise RefusedRequest(
            f'a correction of the rules names their edition; expected edition="{rules.edition}", the one of '
            f"{rules.name} that this program has"
        )


def _check_known(change: tournament_events.DetailsChanged) -> None:
    """Raise `RefusedRequest` for an unknown rule set, and for a custom one, which only a new file can have."""
    if change.rules is not None and change.rules not in NAMES:
        raise RefusedRequest(f"no rule set is called {cut(change.rules)}; expected one of {', '.join(NAMES)}")


# -- checks of settings, seeds and texts in new lines ------------------------------------------------------------------


_TABLES: tuple[System, ...] = ("groups", "league")
MEANINGFUL: dict[str, tuple[System, ...]] = {
    "rounds": ("swiss",),
    "legs": (*_TABLES, "knockout"),
    "keys": ("swiss", *_TABLES),
    "bye": ("swiss",),
    "missed": ("swiss",),
    "floats": ("swiss",),
    "order": ("swiss",),
    "apart": ("swiss", "knockout"),
    "apart_by": ("swiss", "knockout"),
    "groups": _TABLES,
    "draw": (*_TABLES, "knockout"),
    "withdrawn": _TABLES,
    "third": ("knockout",),
    "level": ("knockout",),
    "groups_apart": ("knockout",),
}
"""The systems in which a setting means something; a setting that is not listed means something in all of them."""
_NEEDS = {
    "apart_by": ("apart", "apart=1 or more, the number of rounds in which they are kept apart"),
    "groups_apart": ("source", "from=, the groups that its entrants come from"),
    "order_of_rubbers": ("rubbers", "rubbers=, such as singles,singles,doubles"),
    "dead_rubbers": ("rubbers", "rubbers=, such as singles,singles,doubles"),
    "plays_both": ("rubbers", "rubbers=, such as singles,singles,doubles"),
}
"""Settings that mean something only beside another one."""


def check_new(championship: state.Championship, happening: tournament_events.AnyEvent) -> None:
    """Check an event that is about to be appended. Raises `RefusedRequest` in one sentence."""
    for what, text in _texts(happening):
        check_visible(text, what)
    match happening:
        case tournament_events.Opened():
            check_settings(happening.terms)
        case tournament_events.SettingsChanged():
            given = {name: getattr(happening.terms, name) for name in happening.given}
            check_settings(changed(championship.stage(happening.stage).terms, **given))
        case tournament_events.Entered():
            check_seed_free(championship, happening)
        case tournament_events.Edited(seed=int(seed)) if not happening.subject.startswith("umpire:"):
            check_seed_free(championship, changed(championship.entrant(happening.subject), seed=seed))
        case tournament_events.Seated():
            _check_lot_drawn(championship, happening)
        case _:
            pass


def check_new_details(details: Details) -> Details:
    """Return the header of a new file after checking its texts. Raises `RefusedRequest`."""
    for what, text in _texts(details):
        check_visible(text, what)
    check_zone(details.zone)
    return details


def check_settings(terms: StageFormat) -> StageFormat:
    """Return the terms if each setting that was given means something. Raises `RefusedRequest`."""
    for field in msgspec.structs.fields(StageFormat):
        value = getattr(terms, field.name)
        if value == field.default or field.required:
            continue
        given = f"{setting_name('stage', field.name)}={written_value(value)}"
        systems = MEANINGFUL.get(field.name, (terms.system,))
        if terms.system not in systems:
            raise RefusedRequest(
                f"{given} means nothing in a {_word(terms.system)}; it is for a {' or a '.join(map(_word, systems))}"
            )
        beside, expected = _NEEDS.get(field.name, ("", ""))
        if beside and not getattr(terms, beside):
            raise RefusedRequest(f"{given} means nothing here without {expected}")
    if terms.best and not terms.by_tables and not terms.source:
        raise RefusedRequest(f"best={terms.best} means nothing in a {_word(terms.system)} that takes no qualifiers")
    return terms


def _word(system: System) -> str:
    return "stage of groups" if system == "groups" else system


def check_seed_free(championship: state.Championship, entered: tournament_events.Entered) -> None:
    """Raise `RefusedRequest` if another entrant of the same stages has this seed."""
    for each in championship.entrants:
        separate = each.stages and entered.stages and not set(each.stages) & set(entered.stages)
        if each.id == entered.id or each.kind != entered.kind or separate or entered.seed is None:
            continue
        if each.seed == entered.seed:
            raise RefusedRequest(
                f"seed {entered.seed} is already that of {each.name}; give {entered.name} another seed, or none"
            )


def _check_lot_drawn(championship: state.Championship, seated: tournament_events.Seated) -> None:
    stage = championship.stage(seated.stage)
    if stage.terms.draw == "lots" and not championship.lot and not seated.hand:
        raise RefusedRequest(
            f"{stage.terms.title} is drawn by lot, and no lot has been drawn; append a text drawn in public first, "
            f'such as lot "3 14 27 40"'
        )


def _texts(value: object, what: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of an event with the name of its setting."""
    if isinstance(value, str):
        yield what, value
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each, what)
    elif isinstance(value, msgspec.Struct):
        for field in msgspec.structs.fields(type(value)):
            yield from _texts(getattr(value, field.name), field.name)


# -- checks of whole lines that are added now --------------------------------------------------------------------------


def check_entrants_play(before: state.Championship, after: state.Championship) -> None:
    """Raise `RefusedRequest` if a new entrant would play in no stage, because all that they could join are drawn."""
    known = {each.id for each in before.entrants}
    for entrant in after.entrants:
        stages = [each for each in after.stages if not each.terms.source and state.may_play(entrant, each.terms)]
        if entrant.id in known or not stages or any(not each.rounds for each in stages):
            continue
        if not any(entrant.id in state.members_of(after, each) for each in stages):
            raise RefusedRequest(f"{entrant.name} would play in no stage: {'; '.join(map(_why_closed, stages))}")


def _why_closed(stage: state.EventStage) -> str:
    """Return how an entrant could still join a drawn stage, or why nobody can."""
    title = stage.terms.title
    if stage.terms.system == "swiss":
        if stage.terms.rounds and len(stage.rounds) >= stage.terms.rounds:
            return f"the last round of {title} is drawn"
        due = len(stage.rounds) + 1
        return f"{title} is drawn; expected an entry from round {due} or later, such as late ... {stage.id} {due}"
    if any(fixture.has_begun for round in stage.rounds for fixture in round.fixtures):
        return f"{title} is drawn and has begun, so nobody can join it any more"
    return f"{title} is drawn; take back its draws, enter everybody, and draw again"


def check_new_line(championship: state.Championship, event: tournament_events.AnyEvent) -> None:
    """Raise `RefusedRequest` if a new line is not allowed."""
    check_new(championship, event)
    if isinstance(event, tournament_events.DetailsChanged):
        check_zone(event.zone or "")
        check_edition(championship, event)
    if isinstance(event, tournament_events.Drawn) and event.hand and not event.reason.strip():
        raise RefusedRequest("a round made by hand needs a reason, which is published; expected reason=...")
    if isinstance(event, tournament_events.LinedUp):
        check_lineup_change(championship, event)
    if isinstance(event, tournament_events.Late):
        stage = championship.stage(event.stage)
        if stage.terms.source:
            source = championship.stage(stage.terms.source).terms.title
            raise RefusedRequest(f"{stage.terms.title} takes its entrants from {source}, so nobody can join it late")


# -- draws taken back: of one round, or of all rounds of a stage -----------------------------------------------------


def retractions(championship: state.Championship, word: str, reason: str) -> tuple[tournament_events.Retracted, ...]:
    """Return the lines that take back the draw of a round such as `s.2`, or all draws of a stage such as `s`, the
    last round first. The groups or seeds are taken back with the first round. Raises `RefusedRequest`.
    """
    if "." in word:
        id, number = read_round(word)
        return (_retraction(championship.stage(id), number, reason),)
    stage = championship.stage(word)
    if not stage.rounds:
        raise RefusedRequest(f"{stage.terms.title} is not drawn, so there is no draw to take back")
    return tuple(_retraction(stage, round.number, reason) for round in reversed(stage.rounds))


def _retraction(stage: state.EventStage, number: int, reason: str) -> tournament_events.Retracted:
    seats = number == 1 and stage.terms.system != "swiss"
    return tournament_events.Retracted(stage=stage.id, round=number, reason=reason, seats=seats)


# -- reversals of withdrawals and deductions ---------------------------------------------------------------------------


def deducted(championship: state.Championship, deduct: tournament_events.Deducted) -> state.Championship:
    """Return the tournament with match points deducted. Raises `RefusedRequest`."""
    stage = championship.stage(deduct.stage)
    check_words(deduct.reason, "the reason of a deduction")
    if not 1 <= deduct.points <= 99:
        raise RefusedRequest(f"{deduct.points} points cannot be deducted; expected 1 to 99")
    if deduct.entrant not in state.members_of(championship, stage):
        raise RefusedRequest(f"{deduct.entrant} does not play in stage {stage.id}")
    entry = state.Deduction(
        line=len(championship.events) + 1,
        entrant=deduct.entrant,
        stage=stage.id,
        points=deduct.points,
        reason=deduct.reason,
    )
    at = changed(championship, deductions=(*championship.deductions, entry))
    return state.with_stage(at, changed(stage, deducted=(*stage.deducted, (deduct.entrant, deduct.points))))


def deduction_reversed(
    championship: state.Championship, reversal: tournament_events.DeductionReversed
) -> state.Championship:
    """Return the tournament with a deduction taken back. Raises `RefusedRequest`."""
    check_words(reversal.reason, "the reason of a reversal")
    found = next((each for each in championship.deductions if each.line == reversal.line), None)
    if found is None:
        raise RefusedRequest(f"line {reversal.line} is not a deduction; expected the line number of one")
    if found.reversed:
        raise RefusedRequest(f"the deduction of line {reversal.line} was already reversed by line {found.reversed}")
    stage = championship.stage(found.stage)
    left = list(stage.deducted)
    left.remove((found.entrant, found.points))
    after = changed(found, reversed=len(championship.events) + 1)
    entries = tuple(after if each.line == found.line else each for each in championship.deductions)
    at = changed(championship, deductions=entries)
    return state.with_stage(at, changed(stage, deducted=tuple(left)))


def reinstated(championship: state.Championship, reinstate: tournament_events.Reinstated) -> state.Championship:
    """Return the tournament with a withdrawal reversed. Raises `RefusedRequest` if a draw already rests on it."""
    stage = championship.stage(reinstate.stage)
    check_words(reinstate.reason, "the reason of a reinstatement")
    name = championship.entrant(reinstate.entrant).name
    if reinstate.entrant not in stage.withdrawn:
        raise RefusedRequest(f"{name} has not withdrawn from {stage.terms.title}")
    left = tuple(id for id in stage.withdrawn if id != reinstate.entrant)
    after_stage = changed(stage, withdrawn=left)
    if stage.terms.system != "swiss" and not any(reinstate.entrant in group for group in stage.seats):
        if stage.rounds:
            raise RefusedRequest(f"{stage.terms.title} was drawn without {name}; take back its draws first")
        after_stage = changed(after_stage, seats=(), members=())
    after = state.with_stage(championship, after_stage)
    _check_bracket(after, stage.id, name)
    for each in championship.stages:
        if (
            each.terms.source == stage.id
            and each.rounds
            and qualified_now(championship, each) != qualified_now(after, each)
        ):
            raise RefusedRequest(f"{each.terms.title} was drawn without {name}; take back its draws first")
    return after


def _check_bracket(championship: state.Championship, id: str, name: str) -> None:
    """Raise `RefusedRequest` if a drawn round of a knockout has another entrant in the place of an entrant."""
    stage = championship.stage(id)
    if stage.terms.system != "knockout":
        return
    for round in stage.rounds[1:]:
        due = [{each.first, each.second} for each in knockout_meetings(championship, stage, round.number)]
        if due != [{each.a, each.b} for each in round.fixtures]:
            raise RefusedRequest(f"{stage.id}.{round.number} was drawn without {name}; take back that draw first")


# -- details, and settings of a stage that is not yet drawn ----------------------------------------------------------


DETAILS = ("name", "rules", "edition", "boards", "sessions", "zone", "contact", "place")
FIXED = ("id",)
"""Settings of a stage that never change, because lines refer to them."""


def details_changed(championship: state.Championship, change: tournament_events.DetailsChanged) -> state.Championship:
    """Return the tournament with its details corrected. Raises `RefusedRequest`."""
    before = championship.details
    is_filled_in = all(not getattr(before, name) for name in DETAILS if getattr(change, name) is not None)
    if change.reason or not is_filled_in:  # what was left blank is filled in, not corrected
        check_reason(championship, change.reason, "a correction of the details")
    check_rules_change(championship, change)
    fields = {name: value for name in DETAILS if (value := getattr(change, name)) is not None}
    for name in ("contact", "place"):
        if fields.get(name):
            check_words(fields[name], f"the {name} of a tournament")
    after = check_details(changed(before, **fields))
    at = changed(championship, details=after)
    if after.boards and after.boards != before.boards:
        at = _without_boards(at, after.boards)
    return recorded(at, differing((name, getattr(before, name), getattr(after, name)) for name in DETAILS), before.name)


def _without_boards(championship: state.Championship, boards: int) -> state.Championship:
    """Return the tournament with open fixtures taken off boards that no longer exist. Raises `RefusedRequest`."""

    def after(stage: state.EventStage, fixture: state.Fixture) -> state.Fixture:
        if fixture.board <= boards or fixture.finish is not None:
            return fixture
        if fixture.has_begun or fixture.called:
            names = f"{championship.name(fixture.a)} and {championship.name(fixture.b)}"
            raise RefusedRequest(f"{names} play at table {fixture.board}; wait until that match is finished")
        return changed(fixture, board=0)

    return state.with_fixtures(championship, after)


def settings_changed(championship: state.Championship, change: tournament_events.SettingsChanged) -> state.Championship:
    """Return the tournament with settings of an undrawn stage changed. Raises `RefusedRequest`."""
    check_reason(championship, change.reason, "a change of settings")
    stage = championship.stage(change.stage)
    before = stage.terms
    if stage.rounds:
        raise RefusedRequest(
            f"{before.title} is drawn, so its settings can no longer change; take back its draws first"
        )
    fixed = next((name for name in change.given if name in FIXED), None)
    if fixed is not None:
        raise RefusedRequest(f"the {fixed} of a stage cannot change")
    after = check_terms(changed(before, **{name: getattr(change.terms, name) for name in change.given}))
    if after.source:
        championship.stage(after.source)
        _check_no_circle(championship, stage.id, after.source)
    changes = differing((name, getattr(before, name), getattr(after, name)) for name in change.given)
    at = state.with_stage(championship, changed(stage, terms=after, seats=(), members=()))
    return recorded(at, changes, before.title)


def _check_no_circle(championship: state.Championship, id: str, source: str) -> None:
    """Raise `RefusedRequest` if a stage would take its entrants from itself."""
    while source:
        if source == id:
            raise RefusedRequest(f"stage {id} cannot take its entrants from itself")
        source = championship.stage(source).terms.source
