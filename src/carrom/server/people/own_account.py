"""What the owner of an account manages: sessions, API tokens (keys), claimed games, deletion.

Every method blocks on the database.
"""

import asyncio
import io
import secrets
import zipfile
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from carrom.errors import CarromError, RefusedRequest, StoreError
from carrom.game.record import write_record
from carrom.protocol import TieTerms
from carrom.server.people.accounts import AccountService, forgotten, leave, withdrawn
from carrom.server.people.login import voided
from carrom.server.people.models import GONE, Account, Session, Token, added, done, found
from carrom.server.people.sessions import DAY, Scope, new_token
from carrom.server.people.usernames import closed
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import GAMES, Database, PastGame, games_of, seats_of
from carrom.tokens import hashed
from carrom.training.progress import Progress, merged
from carrom.values import Value

# Every method blocks on the database.


MOST_TOKENS, MOST_KEYS = 20, 500
"""The number of tokens of one account, and of keys in one request."""
LONGEST_LIFE = 366
"""Maximum lifetime of a token in days."""


class ClaimedGame(Value, frozen=True, kw_only=True):
    """The result of claiming the seats of a browser's keys."""

    games: tuple[str, ...]
    """Games with a seat that the account opens now."""
    taken: tuple[str, ...]
    """Games whose seats belong to another account."""


class OwnAccount:
    """Operations on one's own account."""

    def __init__(self, people: AccountService) -> None:
        """Serve the accounts of `people`."""
        self.people = self._people = people
        self._database = people.database

    def sessions(self, account: str) -> tuple[Session, ...]:
        """Return the account's sessions, newest first."""
        rows = self._database.view(
            lambda ask: found(ask, Session, "account = ? AND expires > ?", account, self._people.now())
        )
        return tuple(sorted(rows, key=lambda each: each.made, reverse=True))

    def end_sessions(self, account: str, begins: str, but: str = "") -> tuple[str, ...]:
        """End the sessions whose hash starts with `begins`, except `but`, and return their hashes."""
        open = self.sessions(account)
        ended = tuple(each.hash for each in open if each.hash.startswith(begins) and each.hash != but)
        if ended:
            gone = "DELETE FROM session WHERE account = ? AND hash = ?"
            voids = (voided(account, hash) for hash in ended)
            done(self._database, *((gone, (account, hash)) for hash in ended), *voids)
        return ended

    def tokens(self, account: str) -> tuple[Token, ...]:
        """Return the account's API tokens that have not expired."""
        return self._database.view(
            lambda ask: found(ask, Token, "account = ? AND expires > ?", account, self._people.now())
        )

    def new_token(self, account: Account, label: str, scopes: Sequence[Scope], days: int) -> str:
        """Create an API token and return its text, which is not stored; raises `RefusedRequest`."""
        if not scopes:
            raise RefusedRequest(f"A token needs at least one scope; choose from {', '.join(Scope)}.")
        if not 1 <= days <= LONGEST_LIFE:
            raise RefusedRequest(f"A token cannot be valid for {days} days; expected 1 to {LONGEST_LIFE}.")
        if Scope.BOT in scopes and not account.bot and self.games(account.id):
            raise RefusedRequest(
                f"{account.name} has played games; the scope bot needs a separate account for the program."
            )
        if len(self.tokens(account.id)) >= MOST_TOKENS:
            raise RefusedRequest(f"An account may have {MOST_TOKENS} tokens; revoke one first.")
        word, now = new_token(), self._people.now()
        named = " ".join(sorted(set(scopes)))
        done(self._database, added(Token(hashed(word), account.id, label, named, now, 0, now + days * DAY)))
        return word

    def end_token(self, account: str, begins: str) -> None:
        """Revoke the token whose hash starts with `begins`."""
        done(
            self._database,
            ("DELETE FROM api_token WHERE account = ? AND substr(hash, 1, ?) = ?", (account, len(begins), begins)),
        )

    def become_bot(self, account: Account) -> None:
        """Mark an account permanently as a bot's; raises `RefusedRequest` if it has played games."""
        if account.bot:
            return
        if self.games(account.id):
            raise RefusedRequest("This account has played games; create a new account for a bot.")
        done(self._database, ("UPDATE account SET bot = ? WHERE id = ?", (1, account.id)))

    def games(self, account: str) -> tuple[PastGame, ...]:
        """Return the games in which the account has a seat, newest first."""
        return games_of(self._database, account)

    def claim(self, account: str, keys: Sequence[str]) -> ClaimedGame:
        """Link the account to the seats, in games and ties, that these keys open; the keys go on working.

        A seat that is linked to another account stays so. Raises `RefusedRequest` for too many keys.
        """
        if len(keys) > MOST_KEYS:
            raise RefusedRequest(f"{len(keys)} keys were sent; expected at most {MOST_KEYS}.")
        mine: set[str] = set()
        others: set[str] = set()
        for hash in {hashed(key) for key in keys}:
            for table, column in (("seat", "game"), ("tie_seat", "tie")):
                taken = f"UPDATE {table} SET account = ? WHERE hash = ? AND account IS NULL"
                done(self._database, (taken, (account, hash)))
                asked = f"SELECT {column}, account FROM {table} WHERE hash = ?"
                for game, holder in self._database.ask(asked, (hash,)):
                    (mine if holder == account else others).add(game)
        return ClaimedGame(games=tuple(sorted(mine)), taken=tuple(sorted(others - mine)))

    def change_locks(self, account: str, game: str) -> int:
        """Revoke the keys of the account's seats in a game, so that only the account opens them; return how many."""
        number = 0
        for table, column in (("seat", "game"), ("tie_seat", "tie")):
            changed = f"UPDATE {table} SET hash = ? WHERE account = ? AND {column} = ? RETURNING seat"
            number += len(done(self._database, (changed, (secrets.token_hex(32), account, game))))
        return number

    def let_go(self, account: str, game: str) -> int:
        """Unlink the account from its seats in a game, which only their keys open from then on; return how many."""
        number = 0
        for table, column in (("seat", "game"), ("tie_seat", "tie")):
            changed = f"UPDATE {table} SET account = NULL WHERE account = ? AND {column} = ? RETURNING seat"
            number += len(done(self._database, (changed, (account, game))))
        return number

    def delete(self, account: Account) -> None:
        """Delete an account: its credentials, sessions, tokens, progress and name; the name stays reserved by a hash.

        The account's row stays without a name, so that other players' games and ratings can still refer to it. So do
        reports by others and the acts of moderators.
        """
        leave(self._database, account.id, self.games(account.id))
        id, gone = account.id, f"{GONE} {account.id}"
        reserved = "INSERT INTO closed_name (hash, made) VALUES (?, ?) ON CONFLICT DO NOTHING"
        done(
            self._database,
            (reserved, (closed(account.skeleton), self._people.now())),
            ("DELETE FROM session WHERE account = ?", (id,)),
            voided(id),
            ("DELETE FROM api_token WHERE account = ?", (id,)),
            ("DELETE FROM credential WHERE account = ?", (id,)),
            ("DELETE FROM progress WHERE account = ?", (id,)),
            ("DELETE FROM block WHERE account = ? OR other = ?", (id, id)),
            *withdrawn(id),
            *forgotten(id),
            (
                "UPDATE account SET name = '', folded = ?, skeleton = ?, role = '', state = ?, muted = 0 WHERE id = ?",
                (gone, gone, GONE, id),
            ),
        )


# -- JSON schemas of the account routes. Times are seconds since 1970 --------------------------------------------------


Word = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=400)]
Id = Annotated[str, Meta(min_length=8, max_length=200)]
Key = Annotated[str, Meta(min_length=8, max_length=128)]


class LoginRequest(Value, frozen=True, kw_only=True):
    """A name and its password."""

    name: Word
    password: Words


class Recovery(Value, frozen=True, kw_only=True):
    """A name, its recovery code and the new password."""

    name: Word
    code: Word
    password: Words


class NewPasskey(Value, frozen=True, kw_only=True):
    """Ask for a passkey: for a new account with this name, or for the account that is signed in."""

    name: Word | None = None


class CredentialAnswer(Value, frozen=True, kw_only=True):
    """The credential that a browser created or used."""

    answer: Annotated[str, Meta(max_length=20_000)]
    """The credential as JSON."""
    name: Word | None = None
    label: Word = ""


class Password(Value, frozen=True, kw_only=True):
    """A new password."""

    password: Words


class TokenSelection(Value, frozen=True, kw_only=True):
    """One item of a list by its id; an empty id means all others."""

    id: Word = ""


class NewToken(Value, frozen=True, kw_only=True):
    """A request for an API token: its label, its scopes and its lifetime in days."""

    label: Word
    scopes: tuple[Scope, ...]
    days: int


class PageKeys(Value, frozen=True, kw_only=True):
    """The seat keys stored in a browser."""

    keys: tuple[Key, ...]


class OneGame(Value, frozen=True, kw_only=True):
    """A game or a tie."""

    game: Id


class OneName(Value, frozen=True, kw_only=True):
    """The name of an account."""

    name: Word


class ReportRequest(Value, frozen=True, kw_only=True):
    """A report of another player to the moderators."""

    name: Word
    reason: Word
    said: Annotated[str, Meta(max_length=500)] = ""
    game: Word = ""


class Welcomed(Value, frozen=True, kw_only=True):
    """The account that has just signed in."""

    name: str
    code: str | None = None
    """The new recovery code, shown only once."""


class LoginMethod(Value, frozen=True, kw_only=True):
    """A way to open the account: a passkey or the password."""

    id: str
    kind: str
    label: str
    made: int
    used: int


class Where(Value, frozen=True, kw_only=True):
    """A browser session."""

    id: str
    label: str
    made: int
    used: int
    here: bool


class AccessToken(Value, frozen=True, kw_only=True):
    """An API token, without its text."""

    id: str
    label: str
    scopes: tuple[str, ...]
    made: int
    used: int
    expires: int


class Warning(Value, frozen=True, kw_only=True):
    """A warning from a moderator."""

    made: int
    why: str


class Me(Value, frozen=True, kw_only=True):
    """The account that is signed in; a guest has an empty name."""

    name: str = ""
    bot: bool = False
    moderates: bool = False
    fresh: bool = False
    """Whether the user signed in recently enough to change passwords, passkeys and tokens."""
    safe: bool = False
    """Whether the connection is encrypted or stays on this machine."""
    passkeys: bool = False
    """Whether passkeys can be used at this address."""
    made: int = 0
    ways: tuple[LoginMethod, ...] = ()
    sessions: tuple[Where, ...] = ()
    tokens: tuple[AccessToken, ...] = ()
    blocked: tuple[str, ...] = ()
    warnings: tuple[Warning, ...] = ()
    """Warnings of recent months, newest first."""
    scopes: tuple[str, ...] = tuple(Scope)


class ListedTie(Value, frozen=True, kw_only=True):
    """A tie of teams in a list."""

    tie: str
    begun: int
    last: int
    places: tuple[str, ...]
    """The places that the account opens: `A` and `B` are captains, `A2` is a player."""
    teams: tuple[str, ...]


class ListedGame(Value, frozen=True, kw_only=True):
    """A game in a list."""

    game: str
    begun: int
    ended: int | None
    last: int
    seats: tuple[str, ...]
    names: tuple[str, ...]


# -- data export: everything stored about an owner, as one archive -----------------------------------------------------


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


async def archive(people: AccountService, own: OwnAccount, registry: GameRegistry, account: str) -> bytes:
    """Return an account's archive; games that cannot be read are named in `not-readable.txt`."""
    games = await asyncio.to_thread(lambda: listed(own, account))
    stored = await asyncio.to_thread(lambda: _stored(people, account))
    content, unread = io.BytesIO(), []
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("account.json", msgspec.json.format(msgspec.json.encode({**stored, "games": games}), indent=1))
        for each in games:
            try:
                file.writestr(f"games/{each.game}.carrom", await _record(registry, each.game))
            except (CarromError, KeyError) as fault:
                unread.append(f"{each.game}: {fault}\n")
        if unread:
            file.writestr("not-readable.txt", "".join(unread))
    return content.getvalue()


async def _record(registry: GameRegistry, name: str) -> str:
    """Return a game's record; raises `CarromError`."""
    game = await registry.active.recorded(name)
    return await registry.in_thread(lambda: write_record(game))


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


# -- progress: puzzles, medals, achievements and diary, merged ---------------------------------------------------------


ATTEMPTS = 50
"""Number of times that a write is repeated because another browser's came first."""


class ProgressStore:
    """The progress of every account, one row each. Every method blocks on the database."""

    def __init__(self, database: Database) -> None:
        """Store in the table `progress`."""
        self._database = database

    def of(self, account: str) -> Progress:
        """Return an account's progress, empty if there is none or it cannot be read."""
        return self._read(account)[1]

    def add(self, account: str, sent: Progress) -> Progress:
        """Merge what a browser has into an account's progress, and return the result.

        Raises `StoreError` if other browsers' writes come first every time.
        """
        for _ in range(ATTEMPTS):
            version, before = self._read(account)
            after = merged(before, sent)
            if version and after == before:
                return before
            body = msgspec.json.encode(after).decode()
            update: tuple[str, tuple[object, ...]]
            if version:
                update = (
                    "UPDATE progress SET version = ?, body = ? WHERE account = ? AND version = ? RETURNING version",
                    (version + 1, body, account, version),
                )
            else:
                update = (
                    "INSERT INTO progress (account, version, body) VALUES (?, 1, ?) ON CONFLICT DO NOTHING "
                    "RETURNING version",
                    (account, body),
                )
            if done(self._database, update):
                return after
        raise StoreError("Your progress is being written from several places; try again.")

    def _read(self, account: str) -> tuple[int, Progress]:
        """Return the version and the progress; version 0 if there is no row."""
        rows = self._database.ask("SELECT version, body FROM progress WHERE account = ?", (account,))
        if not rows:
            return 0, Progress()
        try:
            return rows[0][0], msgspec.json.decode(rows[0][1], type=Progress)
        except msgspec.DecodeError:
            return rows[0][0], Progress()
