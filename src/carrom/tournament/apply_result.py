"""Apply results: line-ups, results, corrections, protests, rulings, and who advances."""

from carrom.errors import RefusedRequest
from carrom.rules.ruleset import ruleset
from carrom.tournament.draws.draw import qualified, same_of
from carrom.tournament.draws.knockout import Slot, bracket
from carrom.tournament.events import Claimed, Corrected, Finished, LinedUp, Protested, Ruled, SheetSigned, Told
from carrom.tournament.identifiers import Address, check_words, read_address
from carrom.tournament.lineup import check_lineup
from carrom.tournament.replace_in_state import with_fixture, with_protest
from carrom.tournament.result import settled, tie_outcome
from carrom.tournament.standings.counted_results import is_annulled
from carrom.tournament.state import (
    Championship,
    Claim,
    Fixture,
    LineupChange,
    Outcome,
    Protest,
    Section,
    SignedResult,
    stage_of,
)
from carrom.values import changed


def finished(championship: Championship, told: Finished) -> Championship:
    """Return the championship with a fixture, or a rubber of a tie, finished. Raises `RefusedRequest`."""
    address = read_address(told.fixture)
    section, fixture = championship.section(address.section), championship.fixture(address)
    _check_may_finish(section, address, fixture, told)
    after = _told(championship, section, address, fixture, told)
    return _with_line(with_fixture(championship, address, after), address)


def claimed(championship: Championship, told: Claimed) -> Championship:
    """Return the championship with what one side says of a fixture. Raises what a finish would be refused for."""
    address = read_address(told.fixture)
    fixture = championship.fixture(address)
    if told.side not in (fixture.a, fixture.b):
        raise RefusedRequest(f"{told.side} does not play {address}; {fixture.a} and {fixture.b} do")
    finished(championship, finish_of(told))
    claim = _claim(told, address)
    others = tuple(each for each in fixture.claims if (each.rubber, each.side) != (claim.rubber, claim.side))
    return with_fixture(championship, address, changed(fixture, claims=(*others, claim)))


def _claim(told: Claimed, address: Address) -> Claim:
    return Claim(
        rubber=address.rubber,
        side=told.side,
        games=told.games,
        how=told.how,
        against=told.against,
        winner=told.winner,
        boards=told.boards,
    )


def finish_of(told: Claimed) -> Finished:
    """Return the finish that a claim would be."""
    return Finished(
        fixture=told.fixture,
        games=told.games,
        how=told.how,
        against=told.against,
        winner=told.winner,
        boards=told.boards,
        by=told.by,
        when=told.when,
        nonce=told.nonce,
    )


def is_agreed(championship: Championship, told: Claimed) -> bool:
    """Whether the other side has said the same already."""
    address = read_address(told.fixture)
    claim = _claim(told, address)
    return any(claim.agrees(each) for each in championship.fixture(address).claims)


def _check_may_finish(section: Section, address: Address, fixture: Fixture, told: Told) -> None:
    if not fixture.b:
        raise RefusedRequest(f"{address} is a bye of {fixture.a}; there is nothing to finish")
    for side in (fixture.a, fixture.b):
        if side in section.withdrawn and section.terms.system != "swiss":
            if is_annulled(section, side):
                raise RefusedRequest(f"{side} has withdrawn: the matches are annulled, not given away")
            if told.how != "walkover" or told.against != side:
                raise RefusedRequest(f"{side} has withdrawn: the matches that were open are walkovers")
    check_nothing_withheld(section, address, fixture)
    if fixture.finish is not None:
        raise RefusedRequest(f"{address} is finished; correct line {fixture.finish.line} if that is wrong")
    if section.terms.rubbers:
        _check_rubber(section, address, fixture)
    elif address.rubber:
        raise RefusedRequest(f"{address} is a rubber, and section {section.id} has none; expected {address.fixture}")


def check_nothing_withheld(section: Section, address: Address, fixture: Fixture) -> None:
    """Refuse to go on in a cup from a match that is under protest."""
    for wave in section.waves if section.terms.system == "cup" else ():
        for each in wave.fixtures:
            if each.withheld and wave.number < address.wave and {each.a, each.b} & {fixture.a, fixture.b}:
                before = f"{section.id}.{wave.number}.{each.number}"
                raise RefusedRequest(f"{address} has not begun: {before} is under protest")


def _check_rubber(section: Section, address: Address, fixture: Fixture) -> None:
    terms, number = section.terms, address.rubber
    if number == 0:
        if any(fixture.rubbers):
            raise RefusedRequest(f"{address} has begun; finish its rubbers, such as {address}.2")
        return
    if number > len(terms.rubbers):
        raise RefusedRequest(f"there is no rubber {number} in {address.fixture}; it has {len(terms.rubbers)}")
    there = fixture.rubbers[number - 1]
    if there is not None:
        raise RefusedRequest(f"{address} is finished; correct line {there.line} if that is wrong")
    if tie_outcome(terms, fixture.rubbers, (fixture.a, fixture.b)) is not None:
        raise RefusedRequest(f"{address.fixture} is decided, and rubbers that decide nothing are not played")
    before = fixture.rubbers[: number - 1]
    if terms.order_of_rubbers == "fixed" and not all(before):
        raise RefusedRequest(f"{address} has not begun: rubber {before.index(None) + 1} is played before it")


def _told(
    championship: Championship, section: Section, address: Address, fixture: Fixture, told: Told, line: int = 0
) -> Fixture:
    """Return the fixture with what was told of it."""
    rules = ruleset(championship.details.rules)
    terms, sides = section.terms, (fixture.a, fixture.b)
    stage = stage_of(section, address.wave)
    number = line or len(championship.happenings) + 1
    if not terms.rubbers:
        return changed(fixture, finish=settled(rules, terms, stage, told, sides, number))
    if address.rubber:
        of_rubber = changed(terms, system="league")
        outcome = settled(rules, of_rubber, stage, told, sides, number)
        rubbers = (*fixture.rubbers[: address.rubber - 1], outcome, *fixture.rubbers[address.rubber :])
        return changed(fixture, rubbers=rubbers)
    if told.how not in ("walkover", "double-walkover", "disqualified", "void", "conceded"):
        raise RefusedRequest(f"{address} is a tie; finish its rubbers, such as {address}.1, or tell a walkover")
    needed = len(terms.rubbers) // 2 + 1
    whole = changed(terms, match="game", walkover=terms.walkover)
    how = "walkover" if told.how in ("disqualified", "conceded") else told.how
    outcome = settled(rules, whole, stage, changed(told, how=how), sides, number)
    given = (needed, 0) if outcome.winner == fixture.a else (0, needed) if outcome.winner == fixture.b else (0, 0)
    return changed(fixture, finish=changed(outcome, how=told.how, games=outcome.games * needed, rubbers=given))


def _with_line(championship: Championship, address: Address) -> Championship:
    line = len(championship.happenings) + 1
    return changed(championship, lines=(*championship.lines, (line, str(address))))


def lined_up(championship: Championship, lineup: LinedUp) -> Championship:
    """Return the championship with one team's line-up for a tie. Raises `RefusedRequest`."""
    address = read_address(lineup.fixture)
    section, fixture = championship.section(address.section), championship.fixture(address)
    if not section.terms.rubbers or address.rubber:
        raise RefusedRequest(f"{address} is no tie of rubbers; nobody is lined up for it")
    if lineup.entrant not in (fixture.a, fixture.b):
        raise RefusedRequest(f"{lineup.entrant} does not play {address}; {fixture.a} and {fixture.b} do")
    check_lineup(championship, section.terms, lineup.entrant, lineup.players)
    side = 0 if lineup.entrant == fixture.a else 1
    done = sum(each is not None for each in fixture.rubbers)
    if fixture.lineups[side][:done] != lineup.players[:done]:
        raise RefusedRequest(f"rubber {done} of {address} is played; its line-up stands")
    lineups = (lineup.players, fixture.lineups[1]) if side == 0 else (fixture.lineups[0], lineup.players)
    changes = fixture.lineup_changes
    if changes_open_lineup(fixture, lineup):
        line = len(championship.happenings) + 1
        changes = (*changes, LineupChange(line=line, entrant=lineup.entrant, reason=lineup.reason))
    return with_fixture(championship, address, changed(fixture, lineups=lineups, lineup_changes=changes))


def changes_open_lineup(fixture: Fixture, lineup: LinedUp) -> bool:
    """Whether a line-up names other players than the one that both teams have seen; naming the rest changes nothing."""
    before = fixture.lineups[0 if lineup.entrant == fixture.a else 1]
    return fixture.is_open_lineup and lineup.players[: len(before)] != before


def check_lineup_change(championship: Championship, lineup: LinedUp) -> None:
    """Refuse a new change of an open line-up by anyone but the referee, or without a reason. Raises `RefusedRequest`.

    Only new lines are checked: files of earlier versions may hold such changes.
    """
    address = read_address(lineup.fixture)
    fixture = championship.fixture(address)
    if lineup.entrant not in (fixture.a, fixture.b) or not changes_open_lineup(fixture, lineup):
        return
    if lineup.by.split(":")[0] != "referee":
        raise RefusedRequest(f"both line-ups of {address} are open; only the referee may change one now, with a reason")
    if not lineup.reason.strip():
        raise RefusedRequest(f'both line-ups of {address} are open; say why one changes, as reason="injury"')
    check_words(lineup.reason, "the reason of a changed line-up")


def signed(championship: Championship, told: SheetSigned) -> Championship:
    """Return the championship with what the sheet of a finished fixture says. Raises `RefusedRequest`."""
    address = read_address(told.fixture)
    section, fixture = championship.section(address.section), championship.fixture(address)
    if _stored(fixture, address) is None:
        raise RefusedRequest(f"{address} is not finished; its signed sheet finishes it")
    outcome = _told(championship, section, address, fixture, told).outcome(address.rubber)
    assert outcome is not None
    line = len(championship.happenings) + 1
    found = SignedResult(line=line, fixture=str(address), outcome=outcome, source=told.source)
    others = tuple(each for each in championship.signed if each.fixture != str(address))
    return changed(championship, signed=(*others, found))


def _stored(fixture: Fixture, address: Address) -> Outcome | None:
    return fixture.outcome(address.rubber) or fixture.finish


def open_sheets(championship: Championship) -> tuple[tuple[SignedResult, Outcome], ...]:
    """Return signed sheets that differ from the stored result, with that result, until the referee has decided."""
    found = []
    for each in championship.signed:
        address = read_address(each.fixture)
        stored = _stored(championship.fixture(address), address)
        if not each.decided and stored is not None and not stored.agrees(each.outcome):
            found.append((each, stored))
    return tuple(found)


def _sheets_decided(championship: Championship, address: Address) -> Championship:
    """Return the championship in which the referee has decided between the sheets of a fixture and its result."""
    line = len(championship.happenings) + 1

    def after(each: SignedResult) -> SignedResult:
        where = read_address(each.fixture)
        meant = where == address or (not address.rubber and where.fixture == address)
        return changed(each, decided=line) if meant and not each.decided else each

    return changed(championship, signed=tuple(map(after, championship.signed)))


def corrected(championship: Championship, told: Corrected) -> Championship:
    """Return the championship with a finish told otherwise. Raises `RefusedRequest`."""
    check_words(told.reason, "the reason of a correction")
    address = _address_of(championship, told.line)
    after = _retold(championship, address, told)
    _check_nobody_has_played_on(championship, after, address)
    return _sheets_decided(_with_line(_moved(after, address), address), address)


def ruled(championship: Championship, told: Ruled) -> Championship:
    """Return the championship with a referee's ruling on a finish. Raises `RefusedRequest`."""
    check_words(told.reason, "the reason of a ruling")
    if told.by.split(":")[0] != "referee":
        raise RefusedRequest(f"a ruling is by={told.by or 'nobody'}; only a referee rules, as by=referee:ravi")
    address = _address_of(championship, told.line)
    fixture = championship.fixture(address)
    if told.stands:
        differs = any(read_address(each.fixture).fixture == address.fixture for each, _ in open_sheets(championship))
        if not fixture.withheld and not differs:
            raise RefusedRequest(f"nobody has protested against {address}; there is nothing to let stand")
        after = with_fixture(championship, address, changed(fixture, withheld=0))
    elif told.how == "void" and not told.games:
        for each in _next_fixtures(championship, address):
            raise RefusedRequest(f"{each} is drawn already; take that wave back before {address} is played again")
        after = with_fixture(championship, address, _emptied(fixture, address))
    else:
        after = _retold(championship, address, told)
        after = with_fixture(after, address, changed(after.fixture(address), withheld=0))
    after = _sheets_decided(_with_line(_moved(after, address), address), address)
    return _decided(after, fixture.withheld, not told.stands)


def _decided(championship: Championship, line: int, upheld: bool) -> Championship:
    """Return the championship with the protest of a line ruled on, if there is one."""
    protest = next((each for each in championship.protests if each.line == line), None)
    if protest is None:
        return championship
    return with_protest(championship, changed(protest, ruled=len(championship.happenings) + 1, upheld=upheld))


def _emptied(fixture: Fixture, address: Address) -> Fixture:
    """Return a fixture that is to be played again."""
    if not address.rubber:
        return changed(fixture, finish=None, withheld=0, begun=False, claims=())
    rubbers = (*fixture.rubbers[: address.rubber - 1], None, *fixture.rubbers[address.rubber :])
    return changed(fixture, rubbers=rubbers, withheld=0, claims=())


def _address_of(championship: Championship, line: int) -> Address:
    """Return the fixture that a line finishes, if it still says how. Raises `RefusedRequest`."""
    where = dict(championship.lines).get(line)
    if where is None:
        raise RefusedRequest(f"line {line} finishes no fixture; expected the number of a finish")
    address = read_address(where)
    outcome = championship.fixture(address).outcome(address.rubber)
    if outcome is None or outcome.line != line:
        newest = f"line {outcome.line} says it now" if outcome else f"{address} is open again"
        raise RefusedRequest(f"line {line} is history: {newest}")
    return address


def _retold(championship: Championship, address: Address, told: Told) -> Championship:
    section, fixture = championship.section(address.section), championship.fixture(address)
    return with_fixture(championship, address, _told(championship, section, address, fixture, told))


def protested(championship: Championship, protest: Protested) -> Championship:
    """Return the championship with a finish withheld. Raises `RefusedRequest`."""
    check_words(protest.reason, "what is protested against")
    address = _address_of(championship, protest.line)
    fixture = championship.fixture(address)
    if protest.side not in (fixture.a, fixture.b):
        raise RefusedRequest(f"{protest.side} does not play {address}; {fixture.a} and {fixture.b} do")
    if fixture.withheld:
        raise RefusedRequest(f"{address} is under protest already, since line {fixture.withheld}")
    for each in _next_fixtures(championship, address):
        if championship.fixture(each).has_begun:
            raise RefusedRequest(f"{each} has begun after {address}; it is too late to protest")
    line = len(championship.happenings) + 1
    told = Protest(line=line, fixture=str(address), side=protest.side, board=protest.board, when=protest.when)
    after = changed(championship, protests=(*championship.protests, told))
    return with_fixture(after, address, changed(fixture, withheld=line))


def _slots(championship: Championship, section: Section) -> tuple[tuple[Slot, ...], ...]:
    return bracket(section, same_of(championship, section))


def _next_fixtures(championship: Championship, address: Address) -> tuple[Address, ...]:
    """Return the drawn fixtures of a cup that somebody of this one went on to."""
    section = championship.section(address.section)
    wave = section.wave(address.wave + 1)
    if section.terms.system != "cup" or wave is None:
        return ()
    ref = str(address.fixture)
    slots = _slots(championship, section)[address.wave]
    numbers = {slot.number for slot in slots if ref in slot.refs}
    return tuple(Address(section.id, wave.number, each.number) for each in wave.fixtures if each.number in numbers)


def _check_nobody_has_played_on(before: Championship, after: Championship, address: Address) -> None:
    """Refuse a correction that changes who goes on after the next fixture has begun."""
    for each in _next_fixtures(before, address):
        slot = _slot_at(after, each)
        fixture = before.fixture(each)
        if fixture.has_begun and {slot.a, slot.b} != {fixture.a, fixture.b}:
            raise RefusedRequest(
                f"this changes who goes on to {each}, which has begun; only the referee may rule on it"
            )
    for section in before.sections:
        if section.terms.source != address.section or not section.seats:
            continue
        begun = any(each.has_begun for wave in section.waves for each in wave.fixtures)
        if begun and _qualified(before, section) != _qualified(after, section):
            raise RefusedRequest(
                f"this changes who goes on to section {section.id}, which has begun; only the referee may rule on it"
            )


def _qualified(championship: Championship, section: Section) -> tuple[str, ...] | str:
    try:
        return qualified(championship, section)
    except RefusedRequest as reason:
        return str(reason)


def _slot_at(championship: Championship, address: Address) -> Slot:
    section = championship.section(address.section)
    return next(slot for slot in _slots(championship, section)[address.wave - 1] if slot.number == address.number)


def _moved(championship: Championship, address: Address) -> Championship:
    """Return the championship with the fixtures after this one played by whoever goes on now.

    Where somebody else goes on, what had begun there begins again; its lines stay in the history.
    """
    for each in _next_fixtures(championship, address):
        slot, fixture = _slot_at(championship, each), championship.fixture(each)
        if slot.a and slot.b and {slot.a, slot.b} != {fixture.a, fixture.b}:
            anew = Fixture(
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
            championship = _moved(with_fixture(championship, each, anew), each)
    return championship
