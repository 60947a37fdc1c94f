"""HTTP routes of accounts and moderators, below `/me`, and accounts as an optional feature of a server."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, TypeVar

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.errors import RefusedRequest
from carrom.server.common import PAYER
from carrom.server.http.problem import Stop, answer, logged_problem
from carrom.server.http.router import JSON, decoded, read_body, saved, told
from carrom.server.http.security import LOOPBACK, client_address, host_name
from carrom.server.people import own_account
from carrom.server.people.accounts import (
    LASTS,
    PASSKEY,
    PASSWORD,
    RECOVERY,
    AccountEffects,
    AccountService,
    SignInResult,
    password_of,
)
from carrom.server.people.login import LoginThrottle, Passkeys, Passwords, Site, counted, fit, id_of, site_of
from carrom.server.people.models import MODERATOR, OPEN, Account, Act, Report
from carrom.server.people.moderation import LONGEST_MUTE, OPERATOR, Moderation
from carrom.server.people.own_account import OwnAccount, ProgressStore, Word, archive, listed, listed_ties
from carrom.server.people.sessions import (
    PLAIN_COOKIE,
    SAFE_COOKIE,
    Authenticator,
    Principal,
    hash_of_code,
    known_device,
    new_id,
    remember,
)
from carrom.server.people.usernames import Name, folded, named
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import Database
from carrom.tables.terms import on_one_line
from carrom.training.progress import Progress
from carrom.values import Value

# -- the router: session cookies, same-origin checks, request bodies ---------------------------------------------------


T = TypeVar("T")
LONGEST = 150_000
"""Maximum request body in bytes; room for 500 keys, or for a player's whole progress."""
FRESH = 900
"""Seconds after signing in during which passwords, passkeys and tokens may be changed."""


class AccountRequest(NamedTuple):
    """A request to an account route, with its decoded body and its session."""

    request: Request
    body: Any
    known: Principal | None
    address: str

    @property
    def me(self) -> Principal:
        """The principal of the session; raises `Stop` (401) if the request has none."""
        if self.known is None or not self.known.is_page:
            raise Stop(401, "no-token", "You are not signed in; sign in first.", key="sign-in")
        return self.known

    @property
    def origin(self) -> str | None:
        """The `Origin` header, or None."""
        return self.request.headers.get("origin")

    @property
    def is_safe(self) -> bool:
        """Whether the `Origin` header names an HTTPS page."""
        return (self.origin or "").startswith("https://")

    @property
    def label(self) -> str:
        """A short name of the browser, for lists of sessions and passkeys."""
        return label_of(self.request.headers.get("user-agent", ""))

    @property
    def site(self) -> Site:
        """The site to which passkeys are bound; raises `RefusedRequest` if this address cannot have passkeys."""
        return site_of(self.request.headers.get("host", ""), _origin(self.request))

    def freshly(self, now: int) -> Principal:
        """Return the principal; raises `Stop` (403) if they signed in more than `FRESH` seconds ago."""
        if now - self.me.since > FRESH:
            raise Stop(403, "not-yours", "Sign in again first: this changes how the account is opened.", key="fresh")
        return self.me


Does = Callable[[AccountRequest], Awaitable[Response]]


class AccountRouter:
    """Builds the Starlette routes of the account pages."""

    def __init__(self, visitors: Authenticator) -> None:
        """Authenticate requests with `visitors`."""
        self._visitors = visitors

    def route(self, method: str, path: str, does: Does, body: Any = None) -> Route:
        """Return a Starlette route for a handler; `body` is the type of the JSON body, None if there is none."""

        async def endpoint(request: Request) -> Response:
            try:
                return await does(await self._asked(request, body))
            except Exception as fault:
                refused = answer(logged_problem(fault, path))
                if "www-authenticate" in refused.headers:
                    del refused.headers["www-authenticate"]
                return refused

        return Route(path, endpoint, methods=[method])

    async def _asked(self, request: Request, body: Any) -> AccountRequest:
        """Return the parsed request; raises `Stop`. JSON is required because a form on another site cannot send it."""
        address = client_address(request.scope)
        PAYER.set(address)
        given = None
        if request.method == "POST":
            if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
                raise Stop(415, "malformed", "The body must be JSON, sent with content-type: application/json.")
            content = await read_body(request, LONGEST)
            given = None if body is None else decoded(content, body)
        return AccountRequest(request, given, await self._visitors.who(request.headers), address)


def signed_in(response: Response, asked: AccountRequest, word: str) -> Response:
    """Add the session cookie to a response, and return the response."""
    name = SAFE_COOKIE if asked.is_safe else PLAIN_COOKIE
    response.set_cookie(name, word, max_age=LASTS, path="/", secure=asked.is_safe, httponly=True, samesite="lax")
    return response


def signed_out(response: Response) -> Response:
    """Delete the session cookie, under either of its names, and return the response."""
    for name, secure in ((SAFE_COOKIE, True), (PLAIN_COOKIE, False)):
        response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def label_of(agent: str) -> str:
    """Return a short label for a browser from its `User-Agent`: `Firefox · Linux`."""
    kinds = ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", ""), ("Chrome", ""), ("Safari", "")
    systems = ("Android", ""), ("iPhone", ""), ("iPad", ""), ("Windows", ""), ("Mac OS", "Mac"), ("Linux", "")
    browser = next((name or word for word, name in kinds if word in agent), "")
    system = next((name or word for word, name in systems if word in agent), "")
    return " · ".join(part for part in (browser, system) if part)


def is_at_home(request: Request) -> bool:
    """Return whether a password is safe to send: the page is on HTTPS or on a loopback address."""
    return _origin(request).startswith("https://") or host_name(request.headers.get("host", "")) in LOOPBACK


def _origin(request: Request) -> str:
    """Return the origin of the page that sent the request.

    Browsers leave `Origin` out of same-origin GET requests. They send `Sec-Fetch-Site` to trustworthy origins only,
    which for a host other than loopback means HTTPS.
    """
    host = request.headers.get("host", "")
    given = request.headers.get("origin")
    if given is not None:
        return given
    is_trusted = "sec-fetch-site" in request.headers and host_name(host) not in LOOPBACK
    return f"https://{host}" if is_trusted else f"http://{host}"


def on_label(given: str) -> str:
    """Return a label on one line, cut to 40 characters."""
    return on_one_line(given)[:40]


async def beside(work: Callable[[], T]) -> T:
    """Run blocking work in a thread, and return its result."""
    return await asyncio.to_thread(work)


# -- login: passwords, passkeys and recovery codes ---------------------------------------------------------------------


_WRONG = "The name or the password is wrong."
_WRONG_CODE = "The name or the recovery code is wrong."


class LoginRoutes:
    """Handlers that sign people up, in and out, and that change how an account is opened."""

    def __init__(
        self,
        people: AccountService,
        passwords: Passwords,
        attempts: LoginThrottle,
        me: Callable[[AccountRequest], Awaitable[Response]],
        sessions_ended: Callable[[Iterable[str]], None],
    ) -> None:
        """Serve these accounts, and answer with `me` where one has changed.

        `sessions_ended` closes the connections of sessions, by their hashes.
        """
        self._people, self._passwords, self._attempts, self.me = people, passwords, attempts, me
        self._sessions_ended = sessions_ended
        self._own, self._passkeys = OwnAccount(people), Passkeys(people.database, people.now)

    def doings(self) -> tuple[tuple[str, Callable[[AccountRequest], Awaitable[Response]], Any], ...]:
        """Return the path below `/me`, the handler and the body type of each POST route."""
        return (
            ("sign-up", self.sign_up, own_account.LoginRequest),
            ("sign-in", self.sign_in, own_account.LoginRequest),
            ("recover", self.recover, own_account.Recovery),
            ("sign-out", self.sign_out, None),
            ("passkey/new", self.ask_passkey, own_account.NewPasskey),
            ("passkey/made", self.made_passkey, own_account.CredentialAnswer),
            ("passkey/ask", self.ask_who, None),
            ("passkey/shown", self.shown_passkey, own_account.CredentialAnswer),
            ("password", self.set_password, own_account.Password),
            ("code", self.new_code, None),
            ("ways/remove", self.remove_way, own_account.TokenSelection),
        )

    async def sign_up(self, asked: AccountRequest) -> Response:
        """Create an account with a password."""
        password = fit(asked.body.password, asked.body.name)
        name = await self._free(asked.body.name)
        self._attempts.sign_up(asked.address)
        hash, id = await self._passwords.hash(password), new_id()
        row = password_of(id, hash, self._people.now())
        return await self._in(asked, await beside(lambda: self._people.sign_up(name, row, asked.label)), 201)

    async def sign_in(self, asked: AccountRequest) -> Response:
        """Sign in with a password. A wrong password and an unknown name take equal time and give equal answers."""
        name = folded(asked.body.name)
        account, stored, device = await beside(lambda: self._stored(asked, name, PASSWORD))
        attempt = self._attempts.tried(name, asked.address, device)
        if not await self._passwords.fits(stored, asked.body.password) or account is None or stored is None:
            raise Stop(403, "not-yours", _WRONG, key="wrong")
        self._attempts.right(attempt)
        return await self._in(asked, await beside(lambda: self._people.sign_in(account, asked.label)))

    async def recover(self, asked: AccountRequest) -> Response:
        """Sign in with a recovery code, set a new password, and end every earlier session."""
        name = folded(asked.body.name)
        account, stored, device = await beside(lambda: self._stored(asked, name, RECOVERY))
        attempt = self._attempts.tried_code(name, asked.address, device)
        password = fit(asked.body.password, asked.body.name)
        hash = await self._passwords.hash(password)
        if account is None or stored != hash_of_code(asked.body.code) or account.state != OPEN:
            raise Stop(403, "not-yours", _WRONG_CODE, key="wrong")
        self._attempts.right(attempt)
        before = await beside(lambda: self._own.sessions(account.id))
        row = password_of(account.id, hash, self._people.now())
        signed = await beside(lambda: self._people.recover(account, row, asked.label))
        self._sessions_ended(each.hash for each in before)
        return await self._in(asked, signed)

    async def sign_out(self, asked: AccountRequest) -> Response:
        """End this session, if there is one."""
        if asked.known is not None and asked.known.is_page:
            known = asked.known
            self._sessions_ended(await beside(lambda: self._own.end_sessions(known.person.id, known.hash)))
        return signed_out(told(own_account.Me()))

    async def ask_passkey(self, asked: AccountRequest) -> Response:
        """Return the options with which a browser creates a passkey, for a new account or for the one signed in."""
        site = asked.site
        if asked.body.name is not None:
            self._attempts.sign_up(asked.address, 0)
            name = await self._free(asked.body.name)
            return told(await beside(lambda: self._passkeys.ask_first(site, new_id(), name.shown)))
        me = asked.freshly(self._people.now())
        there = await beside(lambda: self._people.credentials(me.person.id))
        keys = tuple(each for each in there if each.kind == PASSKEY)
        return told(await beside(lambda: self._passkeys.ask_another(site, me, keys)))

    async def made_passkey(self, asked: AccountRequest) -> Response:
        """Store the passkey that a browser has created; with a name, sign up a new account with it."""
        site = asked.site
        label = on_label(asked.body.label) or asked.label
        me = None if asked.body.name is not None else asked.freshly(self._people.now())
        row = await beside(lambda: self._passkeys.made(site, asked.body.answer, label, me))
        if await beside(lambda: self._people.credential(row.id)) is not None:
            raise RefusedRequest("This passkey already belongs to an account; sign in with it.")
        if me is None:
            name = await self._free(asked.body.name)
            self._attempts.sign_up(asked.address)
            return await self._in(asked, await beside(lambda: self._people.sign_up(name, row, asked.label)), 201)
        await beside(lambda: self._people.add_passkey(row, me.hash))
        return await self.me(asked)

    async def ask_who(self, asked: AccountRequest) -> Response:
        """Return the options with which a browser signs in with a passkey."""
        site = asked.site
        self._attempts.passkey(asked.address, 0)
        return told(await beside(lambda: self._passkeys.ask_who(site)))

    async def shown_passkey(self, asked: AccountRequest) -> Response:
        """Sign in with a passkey."""
        site = asked.site
        self._attempts.passkey(asked.address)
        signed = await beside(lambda: self._by_passkey(site, asked))
        self._attempts.right_passkey(asked.address)
        return await self._in(asked, signed)

    async def set_password(self, asked: AccountRequest) -> Response:
        """Set or replace the account's password."""
        me = asked.freshly(self._people.now())
        hash = await self._passwords.hash(fit(asked.body.password, me.person.name))
        before = await beside(lambda: self._own.sessions(me.person.id))
        row = password_of(me.person.id, hash, self._people.now())
        await beside(lambda: self._people.set_password(row, me.hash))
        self._sessions_ended(each.hash for each in before if each.hash != me.hash)
        return await self._known_again(await self.me(asked), asked, me.person.id)

    async def new_code(self, asked: AccountRequest) -> Response:
        """Return a new recovery code; the earlier one stops working."""
        me = asked.freshly(self._people.now()).person
        code = await beside(lambda: self._people.new_code(me.id))
        return await self._known_again(told(own_account.Welcomed(name=me.name, code=code)), asked, me.id)

    async def remove_way(self, asked: AccountRequest) -> Response:
        """Remove a passkey or the password from the account."""
        me = asked.freshly(self._people.now()).person
        await beside(lambda: self._people.remove_credential(me.id, asked.body.id))
        return await self._known_again(await self.me(asked), asked, me.id)

    def _stored(self, asked: AccountRequest, name: str, kind: str) -> tuple[Account | None, str | None, str | None]:
        """Return a name's account, the stored password or recovery hash, and the known device; each may be None."""
        account = self._people.called(name)
        if account is None:
            return None, None, None
        row, key = self._people.credential(f"{account.id}:{kind}"), self._people.device_key(account.id)
        device = None if key is None else known_device(asked.request.headers, account.id, key)
        return account, None if row is None else row.data, device

    async def _in(self, asked: AccountRequest, signed: SignInResult, status: int = 200) -> Response:
        """Return the response that signs the browser in."""
        answer = told(own_account.Welcomed(name=signed.person.name, code=signed.code), status)
        return await self._known_again(signed_in(answer, asked, signed.word), asked, signed.person.id)

    async def _known_again(self, response: Response, asked: AccountRequest, account: str) -> Response:
        """Add a cookie that marks the device as known to the account."""
        key = await beside(lambda: self._people.device_key(account))
        if key is not None:
            remember(response, asked.request.headers, account, key, is_safe=asked.is_safe)
        return response

    def _by_passkey(self, site: Site, asked: AccountRequest) -> SignInResult:
        """Sign in the account of a passkey; raises `RefusedRequest` or `Stop`."""
        stored = self._people.credential(id_of(asked.body.answer))
        stored = stored if stored is not None and stored.kind == PASSKEY else None
        count = self._passkeys.shown(site, asked.body.answer, stored)
        assert stored is not None
        account = self._people.account(stored.account)
        assert account is not None
        return self._people.sign_in(account, asked.label, counted(stored, count))

    async def _free(self, given: str) -> Name:
        """Return a name that is free; raises `RefusedRequest` if it is invalid, `Stop` (409) if it is taken."""
        name = named(given)
        if not await beside(lambda: self._people.is_free(name)):
            raise Stop(
                409, "not-now", f"The name {name.shown} is taken or looks too much like a name in use; choose another."
            )
        return name


# -- the signed-in user's account --------------------------------------------------------------------------------------


class AccountRoutes:
    """Handlers for one's own account."""

    def __init__(
        self,
        people: AccountService,
        passwords: Passwords,
        clock: Callable[[], float],
        registry: GameRegistry,
        effects: AccountEffects,
    ) -> None:
        """Serve these accounts; `clock` returns seconds that never run back."""
        self._people, self._registry, self._effects = people, registry, effects
        self._own, self._moderation, self._attempts = OwnAccount(people), Moderation(people), LoginThrottle(clock)
        self._progress = ProgressStore(people.database)
        self.ways = LoginRoutes(people, passwords, self._attempts, self.me, effects.sessions_ended)

    def routes(self, entrance: AccountRouter) -> list[Route]:
        """Return the routes."""
        post: tuple[tuple[str, Any, Any], ...] = (
            *self.ways.doings(),
            ("sessions/end", self.end_session, own_account.TokenSelection),
            ("tokens", self.new_token, own_account.NewToken),
            ("tokens/end", self.end_token, own_account.TokenSelection),
            ("bot", self.become_bot, None),
            ("claim", self.claim, own_account.PageKeys),
            ("progress", self.add_progress, Progress),
            ("games/locks", self.change_locks, own_account.OneGame),
            ("games/let-go", self.let_go, own_account.OneGame),
            ("delete", self.delete, own_account.OneName),
            ("block", self.block, own_account.OneName),
            ("unblock", self.unblock, own_account.OneName),
            ("report", self.report, own_account.ReportRequest),
        )
        return [
            entrance.route("GET", "/me", self.me),
            entrance.route("GET", "/me/games", self.games),
            entrance.route("GET", "/me/ties", self.ties),
            entrance.route("GET", "/me/progress", self.progress),
            entrance.route("GET", "/me/archive", self.archive),
            *(entrance.route("POST", f"/me/{path}", does, body) for path, does, body in post),
        ]

    async def me(self, asked: AccountRequest) -> Response:
        """Return the account that is signed in, or what a guest may know: whether passkeys and passwords work here."""
        known, safe, passkeys = asked.known, is_at_home(asked.request), _has_passkeys(asked)
        if known is None or not known.is_page:
            return told(own_account.Me(passkeys=passkeys, safe=safe))
        return told(await beside(lambda: self._me(known, passkeys, safe)))

    async def end_session(self, asked: AccountRequest) -> Response:
        """End one other session, or every other session."""
        me, begins = asked.me, asked.body.id
        self._effects.sessions_ended(await beside(lambda: self._own.end_sessions(me.person.id, begins, me.hash)))
        return await self.me(asked)

    async def new_token(self, asked: AccountRequest) -> Response:
        """Create an API token; the response holds its text, which is never shown again."""
        me, body = asked.freshly(self._people.now()).person, asked.body
        account, label = await self._account(me.id), on_label(body.label)
        if not label:
            raise RefusedRequest("Name the token, so that you can recognize it later.")
        word = await beside(lambda: self._own.new_token(account, label, body.scopes, body.days))
        return told({"token": word}, 201)

    async def end_token(self, asked: AccountRequest) -> Response:
        """Revoke an API token."""
        me = asked.me.person
        await beside(lambda: self._own.end_token(me.id, asked.body.id))
        self._effects.sessions_ended(())
        return await self.me(asked)

    async def become_bot(self, asked: AccountRequest) -> Response:
        """Mark the account as a bot's."""
        account = await self._account(asked.freshly(self._people.now()).person.id)
        await beside(lambda: self._own.become_bot(account))
        return await self.me(asked)

    async def claim(self, asked: AccountRequest) -> Response:
        """Link the account to the seats that the browser's keys open."""
        me = asked.me.person
        claimed = await beside(lambda: self._own.claim(me.id, asked.body.keys))
        for game in claimed.games:
            await self._effects.seats_changed(game)
        return told(claimed)

    async def progress(self, asked: AccountRequest) -> Response:
        """Return what the account's owner has reached."""
        me = asked.me.person
        return told(await beside(lambda: self._progress.of(me.id)))

    async def add_progress(self, asked: AccountRequest) -> Response:
        """Merge what a browser has into the account's progress, and return the result."""
        me = asked.me.person
        return told(await beside(lambda: self._progress.add(me.id, asked.body)))

    async def games(self, asked: AccountRequest) -> Response:
        """List the account's games."""
        me = asked.me.person
        return told(await beside(lambda: listed(self._own, me.id)))

    async def ties(self, asked: AccountRequest) -> Response:
        """List the account's ties of teams."""
        me = asked.me.person
        return told(await beside(lambda: listed_ties(self._own, me.id)))

    async def change_locks(self, asked: AccountRequest) -> Response:
        """Revoke the keys of the account's seats in a game, so that only the account opens them."""
        me, game = asked.me.person, asked.body.game
        number = await beside(lambda: self._own.change_locks(me.id, game))
        await self._effects.seats_changed(game)
        return told({"seats": number})

    async def let_go(self, asked: AccountRequest) -> Response:
        """Unlink the account from its seats in a game."""
        me, game = asked.me.person, asked.body.game
        number = await beside(lambda: self._own.let_go(me.id, game))
        await self._effects.seats_changed(game)
        return told({"seats": number})

    async def archive(self, asked: AccountRequest) -> Response:
        """Return everything stored about the account, and its games, as a ZIP archive."""
        me = asked.me
        self._attempts.archive(me.person.id)
        content = await archive(self._people, self._own, self._registry, me.person.id)
        return saved(content, "carrom-account.zip", "application/zip")

    async def delete(self, asked: AccountRequest) -> Response:
        """Delete the account; the body must repeat its name."""
        me = asked.freshly(self._people.now()).person
        if folded(asked.body.name) != folded(me.name):
            raise RefusedRequest(f"To delete the account, enter its name: {me.name}.")
        account = await self._account(me.id)
        before = await beside(lambda: self._own.sessions(me.id))
        await beside(lambda: self._own.delete(account))
        await self._effects.renamed()
        self._effects.sessions_ended(each.hash for each in before)
        return signed_out(told(own_account.Me()))

    async def block(self, asked: AccountRequest) -> Response:
        """Block another player."""
        me = asked.me.person
        other = await self._somebody(asked.body.name)
        await beside(lambda: self._moderation.block(me.id, other.id))
        return await self.me(asked)

    async def unblock(self, asked: AccountRequest) -> Response:
        """Unblock another player."""
        me = asked.me.person
        other = await self._somebody(asked.body.name)
        await beside(lambda: self._moderation.unblock(me.id, other.id))
        return await self.me(asked)

    async def report(self, asked: AccountRequest) -> Response:
        """Report another player to the moderators."""
        me, body = asked.me.person, asked.body
        other = await self._somebody(body.name)
        self._attempts.report(me.id)
        await beside(lambda: self._moderation.report(me.id, other.id, body.reason, body.said, body.game))
        return told({"reported": other.name}, 201)

    def _me(self, known: Principal, passkeys: bool, safe: bool) -> own_account.Me:
        id, now = known.person.id, self._people.now()
        account = self._people.account(id)
        return own_account.Me(
            name=known.person.name,
            bot=known.person.bot,
            moderates=known.moderates,
            fresh=now - known.since <= FRESH,
            safe=safe,
            passkeys=passkeys,
            made=0 if account is None else account.made,
            ways=tuple(
                own_account.LoginMethod(id=each.id, kind=each.kind, label=each.label, made=each.made, used=each.used)
                for each in self._people.credentials(id)
            ),
            sessions=tuple(
                own_account.Where(
                    id=each.hash[:16], label=each.label, made=each.made, used=each.used, here=each.hash == known.hash
                )
                for each in self._own.sessions(id)
            ),
            tokens=tuple(
                own_account.AccessToken(
                    id=each.hash[:16],
                    label=each.label,
                    scopes=tuple(each.scopes.split()),
                    made=each.made,
                    used=each.used,
                    expires=each.expires,
                )
                for each in self._own.tokens(id)
            ),
            blocked=self._moderation.blocked_names(id),
            warnings=tuple(own_account.Warning(made=each.made, why=each.why) for each in self._moderation.warnings(id)),
        )

    async def _account(self, id: str) -> Account:
        account = await beside(lambda: self._people.account(id))
        if account is None:
            raise Stop(404, "not-found", "This account does not exist.")
        return account

    async def _somebody(self, name: str) -> Account:
        account = await beside(lambda: self._people.called(name))
        if account is None:
            raise Stop(404, "not-found", f"There is no player named {name[:40]!r}.")
        return account


def _has_passkeys(asked: AccountRequest) -> bool:
    """Return whether this address can have passkeys."""
    try:
        return bool(asked.site)
    except RefusedRequest:
        return False


# -- moderators, below `/me/moderation` --------------------------------------------------------------------------------


_OPERATORS = "Only the operators of this server decide about moderators, with `carrom admin`."
MOST_ACTS = 100
"""Lines of the log in one response."""
Ended = Callable[[Iterable[str]], None]
Renamed = Callable[[], Awaitable[None]]


class What(StrEnum):
    """The acts open to moderators on the page; moderators are appointed at the server's terminal."""

    ANSWER = "answer"
    """Close a report without any other act."""
    WARN = "warn"
    """Show a warning on the account's page."""
    MUTE = "mute"
    CLOSE = "close"
    REOPEN = "reopen"
    RENAME = "rename"
    UNRATE = "unrate"


class Doing(Value, frozen=True, kw_only=True):
    """An act of a moderator, with its reason."""

    what: What
    why: Annotated[str, Meta(max_length=500)]
    about: Word = ""
    """The name of an account; for `unrate`, the id of a game."""
    report: Word = ""
    """The id of the report that this act answers."""
    days: Annotated[int, Meta(ge=0, le=LONGEST_MUTE)] = 0
    """For `mute`: the number of days, or 0 to end it."""
    name: Word = ""
    """For `rename`: the new name."""


class OpenReport(Value, frozen=True, kw_only=True):
    """An open report."""

    id: str
    made: int
    by: str
    about: str
    game: str
    reason: str
    said: str


class ModerationAct(Value, frozen=True, kw_only=True):
    """A line of the log of moderators' acts."""

    made: int
    by: str
    """The moderator's name; empty for an act at the server's terminal."""
    act: str
    about: str
    why: str
    before: str
    after: str


class ModeratedAccount(Value, frozen=True, kw_only=True):
    """The account that a moderator looks up."""

    name: str
    state: str
    bot: bool
    moderates: bool
    made: int
    muted: int
    """The end of the mute in seconds since 1970, or 0."""
    reports: int
    """The number of reports about the account, closed ones too; 0 for moderators, whose reports only operators see."""
    log: tuple[ModerationAct, ...]


class ModerationOverview(Value, frozen=True, kw_only=True):
    """Open reports, recent acts, and the account that was looked up."""

    reports: tuple[OpenReport, ...]
    log: tuple[ModerationAct, ...]
    about: ModeratedAccount | None = None


class ModerationRoutes:
    """Handlers for moderators."""

    def __init__(self, people: AccountService, ended: Ended, renamed: Renamed) -> None:
        """Moderate the accounts of `people`; `ended` is called after sessions have ended, `renamed` after a rename."""
        self._people, self._moderation = people, Moderation(people)
        self._ended, self._renamed = ended, renamed

    def routes(self, entrance: AccountRouter) -> list[Route]:
        """Return the routes."""
        return [
            entrance.route("GET", "/me/moderation", self.look),
            entrance.route("POST", "/me/moderation", self.act, Doing),
        ]

    async def look(self, asked: AccountRequest) -> Response:
        """Return open reports and the log, and the account named by the query parameter `about`."""
        me = _moderator(asked)
        return told(await beside(lambda: self._view(me, asked.request.query_params.get("about", ""))))

    async def act(self, asked: AccountRequest) -> Response:
        """Perform an act, and return the reports and the log after it."""
        me, doing = _moderator(asked), asked.body
        await beside(lambda: self._act(me, doing))
        if doing.what is What.CLOSE:
            self._ended(())
        if doing.what in (What.CLOSE, What.RENAME):
            await self._renamed()
        name = doing.name if doing.what is What.RENAME else doing.about
        return told(await beside(lambda: self._view(me, "" if doing.what is What.UNRATE else name)))

    def _act(self, me: Principal, doing: Doing) -> None:
        """Perform the act; raises `RefusedRequest` or `Stop`, and then changes nothing."""
        by, do = me.person.id, self._moderation
        if doing.report:
            do.check_waits(doing.report, by)
        if doing.what is What.UNRATE:
            if do.concerns_moderators(doing.about):
                raise Stop(403, "not-yours", _OPERATORS)
            do.unrate(by, doing.about, doing.why)
        elif doing.what is not What.ANSWER:
            about = self._about(me, doing.about)
            match doing.what:
                case What.WARN:
                    do.warn(by, about, doing.why)
                case What.MUTE:
                    do.mute(by, about, doing.days, doing.why)
                case What.CLOSE:
                    do.close(by, about, doing.why)
                case What.REOPEN:
                    do.reopen(by, about, doing.why)
                case What.RENAME:
                    do.rename(by, about, doing.name, doing.why)
        elif not doing.report:
            raise RefusedRequest("Name the report to close.")
        if doing.report:
            do.answer(by, doing.report, doing.why)

    def _about(self, me: Principal, name: str) -> Account:
        """Return the account an act is about; raises `Stop` if there is none, or it is a moderator's."""
        about = self._people.called(name)
        if about is None:
            raise Stop(404, "not-found", f"There is no player named {name[:40]!r}.")
        if about.id == me.person.id or about.role == MODERATOR:
            raise Stop(403, "not-yours", _OPERATORS)
        return about

    def _view(self, me: Principal, name: str) -> ModerationOverview:
        do = self._moderation
        reports, log = do.reports_for(me.person.id), do.with_names(do.log_for_moderators(most=MOST_ACTS))
        about = self._people.called(name) if name else None
        own = () if about is None else do.with_names(do.log_for_moderators(about.id, MOST_ACTS))
        ids = {id for each in reports for id in (each.account, each.about)}
        ids |= {id for each in (*log, *own) for id in (each.moderator, each.about)}
        names = self._people.names(ids)
        return ModerationOverview(
            reports=tuple(_report(each, names) for each in reports),
            log=tuple(_line(each, names) for each in log),
            about=None
            if about is None
            else ModeratedAccount(
                name=about.name,
                state=about.state,
                bot=bool(about.bot),
                moderates=about.role == MODERATOR,
                made=about.made,
                muted=about.muted if about.muted > self._people.now() else 0,
                reports=0 if about.role == MODERATOR else do.reported(about.id),
                log=tuple(_line(each, names) for each in own),
            ),
        )


def _moderator(asked: AccountRequest) -> Principal:
    """Return the principal; raises `Stop` (403) unless they are a moderator."""
    if not asked.me.moderates:
        raise Stop(403, "not-yours", "Only moderators can see this.", key="moderators")
    return asked.me


def _report(row: Report, names: dict[str, str]) -> OpenReport:
    by, about = names.get(row.account, ""), names.get(row.about, "")
    return OpenReport(id=row.id, made=row.made, by=by, about=about, game=row.game, reason=row.reason, said=row.said)


def _line(row: Act, names: dict[str, str]) -> ModerationAct:
    by = "" if row.moderator == OPERATOR else names.get(row.moderator, "")
    about = names.get(row.about, "") if row.act not in ("answer", "unrate") else row.about
    return ModerationAct(
        made=row.made, by=by, act=row.act, about=about, why=row.why, before=row.before, after=row.after
    )


# -- accounts as a feature: authentication, presence and routes --------------------------------------------------------


class Accounts:
    """The accounts of one process: authentication, storage and password hashing."""

    def __init__(self, database: Database) -> None:
        """Store accounts in a database; raises `SetupError` if an optional dependency is not installed."""
        self.visitors, self.people, self.passwords = Authenticator(database), AccountService(database), Passwords()

    def are_blocked(self, account: str, others: frozenset[str]) -> bool:
        """Return whether an account and one of the others have blocked each other; blocks."""
        return Moderation(self.people).are_apart(account, others)

    def routes(self, registry: GameRegistry, clock: Callable[[], float], effects: AccountEffects) -> list[Route]:
        """Return the addresses of accounts and of moderation."""
        page = AccountRoutes(self.people, self.passwords, clock, registry, effects)
        moderation = ModerationRoutes(self.people, effects.sessions_ended, effects.renamed)
        entrance = AccountRouter(self.visitors)
        return [*page.routes(entrance), *moderation.routes(entrance)]

    def close(self) -> None:
        """Stop the threads that hash passwords."""
        self.passwords.close()
