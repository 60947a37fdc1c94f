"""HTTP routes for the signed-in user's account, below `/me`."""

from collections.abc import Callable
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from carrom.errors import RefusedRequest
from carrom.server.accounts import schemas as forms
from carrom.server.accounts.account_router import (
    FRESH,
    AccountRequest,
    AccountRouter,
    beside,
    is_at_home,
    on_label,
    signed_out,
)
from carrom.server.accounts.data_export import archive, listed, listed_ties
from carrom.server.accounts.effects import AccountEffects
from carrom.server.accounts.login_routes import LoginRoutes
from carrom.server.accounts.moderation import Moderation
from carrom.server.accounts.own_account import OwnAccount
from carrom.server.accounts.progress import ProgressStore
from carrom.server.accounts.service import AccountService
from carrom.server.http.problem import Stop
from carrom.server.http.responses import saved, told
from carrom.server.identity.models import Account
from carrom.server.identity.principal import Principal
from carrom.server.identity.usernames import folded
from carrom.server.live_games.registry import GameRegistry
from carrom.server.login.login_throttle import LoginThrottle
from carrom.server.login.passwords import Passwords
from carrom.training.progress import Progress


class AccountRoutes:
    """Handlers for one's own account."""

    def __init__(
        self,
        people: AccountService,
        passwords: Passwords,
        clock: Callable[[], float],
        lobby: GameRegistry,
        effects: AccountEffects,
    ) -> None:
        """Serve these accounts; `clock` returns seconds that never run back."""
        self._people, self._lobby, self._effects = people, lobby, effects
        self._own, self._moderation, self._attempts = OwnAccount(people), Moderation(people), LoginThrottle(clock)
        self._progress = ProgressStore(people.database)
        self.ways = LoginRoutes(people, passwords, self._attempts, self.me, effects.sessions_ended)

    def routes(self, entrance: AccountRouter) -> list[Route]:
        """Return the routes."""
        post: tuple[tuple[str, Any, Any], ...] = (
            *self.ways.doings(),
            ("sessions/end", self.end_session, forms.TokenSelection),
            ("tokens", self.new_token, forms.NewToken),
            ("tokens/end", self.end_token, forms.TokenSelection),
            ("bot", self.become_bot, None),
            ("claim", self.claim, forms.PageKeys),
            ("progress", self.add_progress, Progress),
            ("games/locks", self.change_locks, forms.OneGame),
            ("games/let-go", self.let_go, forms.OneGame),
            ("delete", self.delete, forms.OneName),
            ("block", self.block, forms.OneName),
            ("unblock", self.unblock, forms.OneName),
            ("report", self.report, forms.ReportRequest),
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
            return told(forms.Me(passkeys=passkeys, safe=safe))
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
        content = await archive(self._people, self._own, self._lobby, me.person.id)
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
        return signed_out(told(forms.Me()))

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

    def _me(self, known: Principal, passkeys: bool, safe: bool) -> forms.Me:
        id, now = known.person.id, self._people.now()
        account = self._people.account(id)
        return forms.Me(
            name=known.person.name,
            bot=known.person.bot,
            moderates=known.moderates,
            fresh=now - known.since <= FRESH,
            safe=safe,
            passkeys=passkeys,
            made=0 if account is None else account.made,
            ways=tuple(
                forms.LoginMethod(id=each.id, kind=each.kind, label=each.label, made=each.made, used=each.used)
                for each in self._people.credentials(id)
            ),
            sessions=tuple(
                forms.Where(
                    id=each.hash[:16], label=each.label, made=each.made, used=each.used, here=each.hash == known.hash
                )
                for each in self._own.sessions(id)
            ),
            tokens=tuple(
                forms.AccessToken(
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
            warnings=tuple(forms.Warning(made=each.made, why=each.why) for each in self._moderation.warnings(id)),
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
