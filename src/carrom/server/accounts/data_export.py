"""Data export for an account's owner: everything stored about them, as one archive."""

import asyncio
import io
import zipfile
from typing import Any

import msgspec

from carrom.errors import CarromError
from carrom.game.notation.record import write_record
from carrom.protocol import TieTerms
from carrom.server.accounts.own_account import OwnAccount
from carrom.server.accounts.schemas import ListedGame, ListedTie
from carrom.server.accounts.service import AccountService
from carrom.server.live_games.registry import GameRegistry
from carrom.storage.database import GAMES, seats_of

MOST = 1000
"""Maximum number of games in one archive; the newest are included."""


ABOUT = (
    "Times are seconds since 1970, but milliseconds for ratings, games left, seeks and challenges. Ratings, "
    "deviations and shares are in thousandths. Passwords, keys and tokens are stored as hashes and left out."
)
Rows = list[dict[str, Any]]


def listed(own: OwnAccount, account: str) -> tuple[ListedGame, ...]:
    """Return the account's games as list entries."""
    database = own.people.database
    return tuple(
        ListedGame(
            game=each.game,
            begun=each.begun,
            ended=each.ended,
            last=each.last,
            seats=tuple(seat.seat for seat in each.seats),
            names=tuple(seat.name for seat in seats_of(database.ask, GAMES, each.game)),
        )
        for each in own.games(account)[:MOST]
    )


def listed_ties(own: OwnAccount, account: str) -> tuple[ListedTie, ...]:
    """Return the account's ties as list entries, newest first, without those that cannot be read."""
    found: dict[str, ListedTie] = {}
    for tie, place, begun, setting, last in own.people.database.ask(_TIES, (account,)):
        try:
            teams = tuple(team.name for team in msgspec.json.decode(setting, type=TieTerms).teams)
        except msgspec.DecodeError:
            continue
        before = found.get(tie)
        places = (place,) if before is None else (*before.places, place)
        found[tie] = ListedTie(tie=tie, begun=begun, last=last or begun, places=places, teams=teams)
    return tuple(found.values())[:MOST]


_TIES = """SELECT tie.id, tie_seat.seat, tie.begun, tie.setting,
    (SELECT at FROM tie_event WHERE tie_event.tie = tie.id AND tie_event.version = tie.version)
    FROM tie_seat JOIN tie ON tie.id = tie_seat.tie WHERE tie_seat.account = ?
    ORDER BY tie.begun DESC, tie.id DESC, tie_seat.seat"""


async def archive(people: AccountService, own: OwnAccount, lobby: GameRegistry, account: str) -> bytes:
    """Return an account's archive; games that cannot be read are named in `not-readable.txt`."""
    games = await asyncio.to_thread(lambda: listed(own, account))
    stored = await asyncio.to_thread(lambda: _stored(people, account))
    content, unread = io.BytesIO(), []
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("account.json", msgspec.json.format(msgspec.json.encode({**stored, "games": games}), indent=1))
        for each in games:
            try:
                file.writestr(f"games/{each.game}.carrom", await _record(lobby, each.game))
            except (CarromError, KeyError) as fault:
                unread.append(f"{each.game}: {fault}\n")
        if unread:
            file.writestr("not-readable.txt", "".join(unread))
    return content.getvalue()


async def _record(lobby: GameRegistry, name: str) -> str:
    """Return a game's record; raises `CarromError`."""
    game = await lobby.active.recorded(name)
    return await lobby.in_thread(lambda: write_record(game))


def _stored(people: AccountService, account: str) -> dict[str, Any]:
    """Return what is stored about an account except its games and its secrets."""
    row = people.account(account)
    assert row is not None

    def rows(columns: str, table: str) -> Rows:
        names = columns.split(", ")
        found = people.database.ask(f"SELECT {columns} FROM {table} WHERE account = ?", (account,))
        return [dict(zip(names, cells, strict=True)) for cells in found]

    blocked, reports = rows("other, made", "block"), rows("about, game, reason, said, made", "report")
    names = people.names({*(each["other"] for each in blocked), *(each["about"] for each in reports)})
    acts = people.database.ask(
        "SELECT act, made, why, before, after FROM act WHERE about = ? ORDER BY made, id", (account,)
    )
    party = f"account:{account}"
    return {
        "about": ABOUT,
        "name": row.name,
        "bot": bool(row.bot),
        "made": row.made,
        "muted": row.muted,
        "ways": rows("kind, label, made, used", "credential"),
        "sessions": rows("label, made, used, expires", "session"),
        "tokens": rows("label, scopes, made, used, expires", "api_token"),
        "role": row.role,
        "blocked": [{**each, "other": names.get(each["other"], "")} for each in blocked],
        "reports": [{**each, "about": names.get(each["about"], "")} for each in reports],
        "moderation": [dict(zip(("act", "made", "why", "before", "after"), each, strict=True)) for each in acts],
        "ratings": rows("pool, rating, deviation, number, at", "rating"),
        "rating_changes": rows(
            "game, pool, kind, number, share, rating_before, rating, deviation, at", "rating_change"
        ),
        "attended": [
            {"game": game, "at": at, "stayed": bool(stayed)}
            for game, at, stayed in people.database.ask(
                "SELECT game, at, stayed FROM attended WHERE party = ? ORDER BY at", (party,)
            )
        ],
        "progress": [{"body": msgspec.json.decode(each["body"])} for each in rows("body", "progress")],
        "ties": rows("tie, seat, name", "tie_seat"),
        "tournaments": [
            {"tournament": id}
            for (id,) in people.database.ask(
                "SELECT DISTINCT tournament FROM tournament_event WHERE body LIKE ? ORDER BY tournament",
                (f'%"party":"{party}"%',),
            )
        ],
        "seeks": _sought(people, "seek", party),
        "challenges": _sought(people, "challenge", party),
    }


def _sought(people: AccountService, table: str, party: str) -> Rows:
    """Return the seeks or challenges of a party that are still stored."""
    found = people.database.ask(f"SELECT made, state, game, body FROM {table} WHERE maker = ? ORDER BY made", (party,))
    return [
        {"made": made, "state": state, "game": game, "terms": msgspec.json.decode(body)["terms"]}
        for made, state, game, body in found
    ]
