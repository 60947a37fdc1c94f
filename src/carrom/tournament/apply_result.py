"""Apply results: line-ups, results, corrections, protests, rulings, and who advances."""

from carrom.errors import RefusedRequest
from carrom.rules.ruleset import ruleset
from carrom.tournament import state
from carrom.tournament.draws import qualified, same_of
from carrom.tournament.events import Claimed, Corrected, EnteredResult, Finished, LinedUp, Protested, Ruled, SheetSigned
from carrom.tournament.identifiers import Address, check_words, read_address
from carrom.tournament.knockout import BracketMatch, slots_of
from carrom.tournament.result import settled, tie_outcome
from carrom.tournament.standings import Aggregate, added_up, is_annulled, legs_of
from carrom.values import changed


def finished(championship: state.Championship, result: Finished) -> state.Championship:
    """Return the tournament with a result for a fixture, or for a rubber of a tie. Raises `RefusedRequest`."""
    address = read_address(result.fixture)
    stage, fixture = championship.stage(address.stage), championship.fixture(address)
    _check_may_finish(stage, address, fixture, result)
    after = state.with_fixture(championship, address, _with_result(championship, stage, address, fixture, result))
    _check_tie_break(after, address, result)
    return _with_line(after, address)


def _check_tie_break(championship: state.Championship, address: Address, result: EnteredResult) -> None:
    """Raise `RefusedRequest` if a winner is given for two legs that are not finished or not level."""
    stage = championship.stage(address.stage)
    if not stage.terms.adds_legs or not result.winner or address.rubber:
        return
    found = added_up(stage, legs_of(stage, address.round, address.number))
    if found.finished < 2:
        raise RefusedRequest(
            f"winner={result.winner} is for two level legs, and the other leg of {address} is not finished"
        )
    if not found.decided:
        raise RefusedRequest(
            f"winner={result.winner} is for two level legs, but {found.winner} leads {_scores(found)} in those "
            f"of {address}"
        )


def _scores(found: Aggregate) -> str:
    ahead = found.points if found.winner != found.sides[1] else found.points[::-1]
    return f"{ahead[0]}-{ahead[1]}"


def claimed(championship: state.Championship, claimed: Claimed) -> state.Championship:
    """Return the tournament with the result that one side reports. Raises like `finished`."""
    address = read_address(claimed.fixture)
    fixture = championship.fixture(address)
    if claimed.side not in (fixture.a, fixture.b):
        raise RefusedRequest(f"{claimed.side} does not play in {address}; expected {fixture.a} or {fixture.b}")
    finished(championship, finish_of(claimed))
    claim = _claim(claimed, address)
    others = tuple(each for each in fixture.claims if (each.rubber, each.side) != (claim.rubber, claim.side))
    return state.with_fixture(championship, address, changed(fixture, claims=(*others, claim)))


def _claim(claimed: Claimed, address: Address) -> state.Claim:
    return state.Claim(
        rubber=address.rubber,
        side=claimed.side,
        games=claimed.games,
        how=claimed.how,
        against=claimed.against,
        winner=claimed.winner,
        boards=claimed.boards,
    )


def finish_of(claimed: Claimed) -> Finished:
    """Return the result event for a claim that both sides have made."""
    return Finished(
        fixture=claimed.fixture,
        games=claimed.games,
        how=claimed.how,
        against=claimed.against,
        winner=claimed.winner,
        boards=claimed.boards,
        by=claimed.by,
        when=claimed.when,
        nonce=claimed.nonce,
    )


def is_agreed(championship: state.Championship, claimed: Claimed) -> bool:
    """Return whether the other side has already reported the same result."""
    address = read_address(claimed.fixture)
    claim = _claim(claimed, address)
    return any(claim.agrees(each) for each in championship.fixture(address).claims)


def _check_may_finish(stage: state.EventStage, address: Address, fixture: state.Fixture, result: EnteredResult) -> None:
    if not fixture.b:
        raise RefusedRequest(f"{address} is a bye of {fixture.a} and needs no result")
    for side in (fixture.a, fixture.b):
        if side in stage.withdrawn and stage.terms.system != "swiss":
            if is_annulled(stage, side):
                raise RefusedRequest(f"{side} has withdrawn: their matches are annulled, so they have no result")
            if result.how != "walkover" or result.against != side:
                raise RefusedRequest(f"{side} has withdrawn: their open matches can only end as walkovers")
    check_nothing_withheld(stage, address, fixture)
    if fixture.finish is not None:
        raise RefusedRequest(f"{address} already has a result; to change it, correct line {fixture.finish.line}")
    if stage.terms.rubbers:
        _check_rubber(stage, address, fixture)
    elif address.rubber:
        raise RefusedRequest(f"{address} is a rubber, and stage {stage.id} has none; expected {address.fixture}")


def check_nothing_withheld(stage: state.EventStage, address: Address, fixture: state.Fixture) -> None:
    """Raise `RefusedRequest` if an earlier knockout match of either entrant is under protest."""
    for round in stage.rounds if stage.terms.system == "knockout" else ():
        for each in round.fixtures:
            if each.withheld and round.number < address.round and {each.a, each.b} & {fixture.a, fixture.b}:
                before = f"{stage.id}.{round.number}.{each.number}"
                raise RefusedRequest(f"{address} cannot begin while {before} is under protest")


def _check_rubber(stage: state.EventStage, address: Address, fixture: state.Fixture) -> None:
    terms, number = stage.terms, address.rubber
    if number == 0:
        return
    if number > len(terms.rubbers):
        raise RefusedRequest(f"{address.fixture} has no rubber {number}; expected 1 to {len(terms.rubbers)}")
    there = fixture.rubbers[number - 1]
    if there is not None:
        raise RefusedRequest(f"{address} already has a result; to change it, correct line {there.line}")
    if tie_outcome(terms, fixture.rubbers, (fixture.a, fixture.b)) is not None:
        raise RefusedRequest(f"{address.fixture} is decided, and its remaining rubbers are not played")
    before = fixture.rubbers[: number - 1]
    if terms.order_of_rubbers == "fixed" and not all(before):
        raise RefusedRequest(f"{address} cannot be played before rubber {before.index(None) + 1}")


def _with_result(
    championship: state.Championship,
    stage: state.EventStage,
    address: Address,
    fixture: state.Fixture,
    result: EnteredResult,
    line: int = 0,
) -> state.Fixture:
    """Return the fixture with a result. `line` is the number of the line that gives it, by default the next one."""
    rules = ruleset(championship.details.rules)
    terms, sides = stage.terms, (fixture.a, fixture.b)
    part = state.part_of(stage, address.round)
    number = line or len(championship.events) + 1
    if not terms.rubbers:
        return changed(fixture, finish=settled(rules, terms, part, result, sides, number))
    if address.rubber:
        of_rubber = changed(terms, system="league")
        outcome = settled(rules, of_rubber, part, result, sides, number)
        rubbers = (*fixture.rubbers[: address.rubber - 1], outcome, *fixture.rubbers[address.rubber :])
        return changed(fixture, rubbers=rubbers)
    if any(fixture.rubbers):
        return _with_tie_break(stage, address, fixture, result, number)
    if result.how not in ("walkover", "double-walkover", "disqualified", "void", "conceded"):
        raise RefusedRequest(
            f"{address} is a team tie; enter results of its rubbers, such as {address}.1, or a walkover"
        )
    needed = len(terms.rubbers) // 2 + 1
    whole = changed(terms, match="game")
    how = "walkover" if result.how in ("disqualified", "conceded") else result.how
    outcome = settled(rules, whole, part, changed(result, how=how), sides, number)
    given = (needed, 0) if outcome.winner == fixture.a else (0, needed) if outcome.winner == fixture.b else (0, 0)
    games = outcome.games * (needed * (terms.best_of // 2 + 1))
    return changed(fixture, finish=changed(outcome, how=result.how, games=games, rubbers=given))


def _with_tie_break(
    stage: state.EventStage, address: Address, fixture: state.Fixture, result: EnteredResult, line: int
) -> state.Fixture:
    """Return a finished team tie of a knockout with the winner by its tie-break. Raises `RefusedRequest`."""
    terms, sides = stage.terms, (fixture.a, fixture.b)
    if terms.system != "knockout" or result.games or result.how not in ("played", "clock") or not result.winner:
        raise RefusedRequest(f"{address} has begun; enter results of its rubbers, such as {address}.2")
    if result.winner not in sides:
        raise RefusedRequest(f"{result.winner} does not play in {address}; expected {' or '.join(sides)} as the winner")
    found = tie_outcome(terms, fixture.rubbers, sides)
    if found is None:
        raise RefusedRequest(f"{address} is not finished; enter results of its rubbers first")
    if found.winner and not terms.adds_legs:
        raise RefusedRequest(f"{address} is won by {found.winner}, so no tie-break is needed")
    won, advances = ("", result.winner) if terms.adds_legs else (result.winner, "")
    value = changed(found, line=line, winner=won, advances=advances, decided=True, reason=result.reason, by=result.by)
    return changed(fixture, finish=value)


def _with_line(championship: state.Championship, address: Address) -> state.Championship:
    """Return the tournament with its next line noted as one that gives the result of a fixture or rubber."""
    line, fixture = len(championship.events) + 1, championship.fixture(address)
    outcome = fixture.outcome(address.rubber)
    report = state.ReportedResult(line=line, fixture=str(address), sides=(fixture.a, fixture.b), outcome=outcome)
    return changed(
        championship, lines=(*championship.lines, (line, str(address))), reports=(*championship.reports, report)
    )


def lined_up(championship: state.Championship, lineup: LinedUp) -> state.Championship:
    """Return the tournament with one team's line-up for a tie. Raises `RefusedRequest`."""
    address = read_address(lineup.fixture)
    stage, fixture = championship.stage(address.stage), championship.fixture(address)
    if not stage.terms.rubbers or address.rubber:
        raise RefusedRequest(f"{address} is not a team tie, so it has no line-up")
    if lineup.entrant not in (fixture.a, fixture.b):
        raise RefusedRequest(f"{lineup.entrant} does not play in {address}; expected {fixture.a} or {fixture.b}")
    side = 0 if lineup.entrant == fixture.a else 1
    done = sum(each is not None for each in fixture.rubbers)
    former = tuple(name for names in fixture.lineups[side][:done] for name in names)
    state.check_lineup(championship, stage.terms, lineup.entrant, lineup.players, former)
    if fixture.lineups[side][:done] != lineup.players[:done]:
        raise RefusedRequest(f"rubber {done} of {address} has been played; its line-up can no longer change")
    lineups = (lineup.players, fixture.lineups[1]) if side == 0 else (fixture.lineups[0], lineup.players)
    changes = fixture.lineup_changes
    if changes_open_lineup(fixture, lineup):
        line = len(championship.events) + 1
        changes = (*changes, state.LineupChange(line=line, entrant=lineup.entrant, reason=lineup.reason))
    return state.with_fixture(championship, address, changed(fixture, lineups=lineups, lineup_changes=changes))


def changes_open_lineup(fixture: state.Fixture, lineup: LinedUp) -> bool:
    """Return whether a line-up changes one that both teams have seen. Adding further players changes nothing."""
    before = fixture.lineups[0 if lineup.entrant == fixture.a else 1]
    return fixture.is_open_lineup and lineup.players[: len(before)] != before


def check_lineup_change(championship: state.Championship, lineup: LinedUp) -> None:
    """Check a change to a line-up that both teams have seen. Raises `RefusedRequest` unless a referee makes it with a
    reason.

    Only new lines are checked.
    """
    address = read_address(lineup.fixture)
    fixture = championship.fixture(address)
    if lineup.entrant not in (fixture.a, fixture.b) or not changes_open_lineup(fixture, lineup):
        return
    if lineup.by.split(":")[0] != "referee":
        raise RefusedRequest(
            f"both line-ups of {address} are visible; only the referee may change one now, and has to give a reason"
        )
    if not lineup.reason.strip():
        raise RefusedRequest(
            f'both line-ups of {address} are visible; a change needs a reason, such as reason="injury"'
        )
    check_words(lineup.reason, "the reason of a changed line-up")


def signed(championship: state.Championship, sheet: SheetSigned) -> state.Championship:
    """Return the tournament with the result of a signed sheet, for a fixture that already has a result. Raises
    `RefusedRequest`.
    """
    address = read_address(sheet.fixture)
    stage, fixture = championship.stage(address.stage), championship.fixture(address)
    if _stored(fixture, address) is None:
        raise RefusedRequest(f"{address} has no result yet; enter the signed sheet as its result")
    outcome = _with_result(championship, stage, address, fixture, sheet).outcome(address.rubber)
    assert outcome is not None
    line = len(championship.events) + 1
    found = state.SignedResult(line=line, fixture=str(address), outcome=outcome, source=sheet.source)
    others = tuple(each for each in championship.signed if each.fixture != str(address))
    return changed(championship, signed=(*others, found))


def _stored(fixture: state.Fixture, address: Address) -> state.FixtureOutcome | None:
    return fixture.outcome(address.rubber) or fixture.finish


def open_sheets(championship: state.Championship) -> tuple[tuple[state.SignedResult, state.FixtureOutcome], ...]:
    """Return the signed sheets that differ from the stored result, with that result, if the referee has not decided
    yet.
    """
    found = []
    for each in championship.signed:
        address = read_address(each.fixture)
        stored = _stored(championship.fixture(address), address)
        if not each.decided and stored is not None and not stored.agrees(each.outcome):
            found.append((each, stored))
    return tuple(found)


def _sheets_decided(championship: state.Championship, address: Address) -> state.Championship:
    """Return the tournament with every signed sheet of a fixture marked as decided by the referee."""
    line = len(championship.events) + 1

    def after(each: state.SignedResult) -> state.SignedResult:
        where = read_address(each.fixture)
        meant = where == address or (not address.rubber and where.fixture == address)
        return changed(each, decided=line) if meant and not each.decided else each

    return changed(championship, signed=tuple(map(after, championship.signed)))


def corrected(championship: state.Championship, correction: Corrected) -> state.Championship:
    """Return the tournament with a result corrected. Raises `RefusedRequest`."""
    check_words(correction.reason, "the reason of a correction")
    address = _address_of(championship, correction.line)
    after = _with_new_result(championship, address, correction)
    _check_next_not_begun(championship, after, address)
    return _sheets_decided(_with_line(_moved(after, address), address), address)


def ruled(championship: state.Championship, ruling: Ruled) -> state.Championship:
    """Return the tournament with a referee's ruling on a result. Raises `RefusedRequest`."""
    check_words(ruling.reason, "the reason of a ruling")
    if ruling.by.split(":")[0] != "referee":
        raise RefusedRequest(
            f"a ruling by {ruling.by or 'nobody'} is not allowed; expected a referee, such as by=referee:ravi"
        )
    address = _address_of(championship, ruling.line)
    fixture = championship.fixture(address)
    if ruling.stands:
        differs = any(read_address(each.fixture).fixture == address.fixture for each, _ in open_sheets(championship))
        if not fixture.withheld and not differs:
            raise RefusedRequest(f"there is no protest against {address}, so there is nothing to confirm")
        after = state.with_fixture(championship, address, changed(fixture, withheld=0))
    elif ruling.how == "void" and not ruling.games:
        for each in _next_fixtures(championship, address):
            raise RefusedRequest(f"{each} is already drawn; retract that round before {address} is replayed")
        after = state.with_fixture(championship, address, _emptied(fixture, address))
    else:
        after = _with_new_result(championship, address, ruling)
        after = state.with_fixture(after, address, changed(after.fixture(address), withheld=0))
    after = _sheets_decided(_with_line(_moved(after, address), address), address)
    return _decided(after, fixture.withheld, not ruling.stands)


def _decided(championship: state.Championship, line: int, upheld: bool) -> state.Championship:
    """Return the tournament with the protest of a line marked as decided, if there is one."""
    protest = next((each for each in championship.protests if each.line == line), None)
    if protest is None:
        return championship
    return state.with_protest(championship, changed(protest, ruled=len(championship.events) + 1, upheld=upheld))


def _emptied(fixture: state.Fixture, address: Address) -> state.Fixture:
    """Return the fixture without its result, to be replayed."""
    if not address.rubber:
        return changed(fixture, finish=None, withheld=0, begun=False, claims=())
    rubbers = (*fixture.rubbers[: address.rubber - 1], None, *fixture.rubbers[address.rubber :])
    return changed(fixture, rubbers=rubbers, withheld=0, claims=())


def _address_of(championship: state.Championship, line: int) -> Address:
    """Return the fixture whose result a line gives. Raises `RefusedRequest` if the line has been replaced or is not a
    result.
    """
    where = dict(championship.lines).get(line)
    if where is None:
        raise RefusedRequest(f"line {line} is not a result; expected the line number of a result")
    address = read_address(where)
    outcome = championship.fixture(address).outcome(address.rubber)
    if outcome is None or outcome.line != line:
        newest = f"line {outcome.line} replaced it" if outcome else f"{address} is open again"
        raise RefusedRequest(f"line {line} is no longer in force: {newest}")
    return address


def _with_new_result(championship: state.Championship, address: Address, result: EnteredResult) -> state.Championship:
    stage, fixture = championship.stage(address.stage), championship.fixture(address)
    after = state.with_fixture(championship, address, _with_result(championship, stage, address, fixture, result))
    _check_tie_break(after, address, result)
    return after


def protested(championship: state.Championship, protest: Protested) -> state.Championship:
    """Return the tournament with a result under protest. Raises `RefusedRequest`."""
    check_words(protest.reason, "the reason of a protest")
    address = _address_of(championship, protest.line)
    fixture = championship.fixture(address)
    if protest.side not in (fixture.a, fixture.b):
        raise RefusedRequest(f"{protest.side} does not play in {address}; expected {fixture.a} or {fixture.b}")
    if fixture.withheld:
        raise RefusedRequest(f"{address} is already under protest, since line {fixture.withheld}")
    for each in _next_fixtures(championship, address):
        if championship.fixture(each).has_begun:
            raise RefusedRequest(f"{each} has begun after {address}; it is too late to protest")
    line = len(championship.events) + 1
    entry = state.Protest(line=line, fixture=str(address), side=protest.side, board=protest.board, when=protest.when)
    after = changed(championship, protests=(*championship.protests, entry))
    return state.with_fixture(after, address, changed(fixture, withheld=line))


def _slots(championship: state.Championship, stage: state.EventStage, round: int) -> tuple[BracketMatch, ...]:
    return slots_of(stage, same_of(championship, stage), round)


def _next_fixtures(championship: state.Championship, address: Address) -> tuple[Address, ...]:
    """Return the drawn knockout fixtures that an entrant of this fixture advanced to."""
    stage = championship.stage(address.stage)
    terms = stage.terms
    if terms.system != "knockout":
        return ()
    over = terms.bracket_round(address.round) * terms.legs
    ref = f"{stage.id}.{over}.{address.number}"
    found = []
    for round in stage.rounds[over : over + terms.legs]:
        numbers = {slot.number for slot in _slots(championship, stage, round.number) if ref in slot.refs}
        found += [Address(stage.id, round.number, each.number) for each in round.fixtures if each.number in numbers]
    return tuple(found)


def _check_next_not_begun(before: state.Championship, after: state.Championship, address: Address) -> None:
    """Raise `RefusedRequest` if a correction changes who advances to a fixture or stage that has begun."""
    for each in _next_fixtures(before, address):
        slot = _slot_at(after, each)
        fixture = before.fixture(each)
        if fixture.has_begun and {slot.a, slot.b} != {fixture.a, fixture.b}:
            raise RefusedRequest(
                f"this changes who advances to {each}, which has begun; only a ruling by the referee can do that"
            )
    for stage in before.stages:
        if stage.terms.source != address.stage or not stage.seats:
            continue
        begun = any(each.has_begun for round in stage.rounds for each in round.fixtures)
        if begun and qualified_now(before, stage) != qualified_now(after, stage):
            raise RefusedRequest(
                f"this changes who advances to stage {stage.id}, which has begun; only a ruling by the "
                f"referee can do that"
            )


def qualified_now(championship: state.Championship, stage: state.EventStage) -> tuple[str, ...] | str:
    """Return who would advance to a stage now, or the reason why that is not known."""
    try:
        return qualified(championship, stage)
    except RefusedRequest as reason:
        return str(reason)


def _slot_at(championship: state.Championship, address: Address) -> BracketMatch:
    stage = championship.stage(address.stage)
    return next(slot for slot in _slots(championship, stage, address.round) if slot.number == address.number)


def _moved(championship: state.Championship, address: Address) -> state.Championship:
    """Return the tournament with the following knockout fixtures updated to the entrants who now advance.

    A fixture whose entrants change starts again; its earlier lines stay in the log.
    """
    for each in _next_fixtures(championship, address):
        slot, fixture = _slot_at(championship, each), championship.fixture(each)
        if slot.a and slot.b and {slot.a, slot.b} != {fixture.a, fixture.b}:
            anew = state.Fixture(
                number=fixture.number,
                a=slot.a,
                b=slot.b,
                board=fixture.board,
                time=fixture.time,
                third=fixture.third,
                rubbers=(None,) * len(fixture.rubbers),
            )
            left = tuple(one for one in championship.signed if read_address(one.fixture).fixture != each)
            championship = changed(championship, signed=left)
            championship = _moved(state.with_fixture(championship, each, anew), each)
    return championship
