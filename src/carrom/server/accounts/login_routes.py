"""Login routes: sign-up, login and logout with passwords, passkeys and recovery codes."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from starlette.responses import Response

from carrom.errors import RefusedRequest
from carrom.server.accounts import schemas as forms
from carrom.server.accounts.account_router import (
    AccountRequest,
    beside,
    label_of,
    on_label,
    signed_in,
    signed_out,
    site_here,
)
from carrom.server.accounts.own_account import OwnAccount
from carrom.server.accounts.service import (
    PASSKEY,
    PASSWORD,
    RECOVERY,
    AccountService,
    SignInResult,
    new_account,
    password_of,
)
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.devices import known_device, remember
from carrom.server.identity.models import OPEN, Account
from carrom.server.identity.secrets import hash_of_code
from carrom.server.identity.usernames import Name, folded, named
from carrom.server.login.login_throttle import LoginThrottle
from carrom.server.login.passkeys import Passkeys, Site, counted, id_of
from carrom.server.login.passwords import Passwords, fit

_WRONG = "That name and that password do not belong together."
_WRONG_CODE = "That name and that recovery code do not belong together."


class LoginRoutes:
    """The ways into the accounts of one server."""

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
        """Return what may be asked, with the form of its body."""
        return (
            ("sign-up", self.sign_up, forms.Entry),
            ("sign-in", self.sign_in, forms.Entry),
            ("recover", self.recover, forms.Recovery),
            ("sign-out", self.sign_out, None),
            ("passkey/new", self.ask_passkey, forms.NewPasskey),
            ("passkey/made", self.made_passkey, forms.Made),
            ("passkey/ask", self.ask_who, None),
            ("passkey/shown", self.shown_passkey, forms.Made),
            ("password", self.set_password, forms.Password),
            ("code", self.new_code, None),
            ("ways/remove", self.remove_way, forms.Which),
        )

    async def sign_up(self, asked: AccountRequest) -> Response:
        """Make an account with a password."""
        password = fit(asked.body.password, asked.body.name)
        name = await self._free(asked.body.name)
        self._attempts.sign_up(asked.address)
        hash, id = await self._passwords.hash(password), new_account()
        row = password_of(id, hash, self._people.now())
        return await self._in(asked, await beside(lambda: self._people.sign_up(name, row, _label(asked))), 201)

    async def sign_in(self, asked: AccountRequest) -> Response:
        """Sign in with a password; a wrong one and an unknown name take the same time and say the same."""
        name = folded(asked.body.name)
        account, kept, device = await beside(lambda: self._kept(asked, name, PASSWORD))
        self._attempts.tried(name, asked.address, device)
        if not await self._passwords.fits(kept, asked.body.password) or account is None or kept is None:
            raise Stop(403, "not-yours", _WRONG, key="wrong")
        self._attempts.right(name, asked.address, device)
        return await self._in(asked, await beside(lambda: self._people.sign_in(account, _label(asked))))

    async def recover(self, asked: AccountRequest) -> Response:
        """Sign in with a recovery code, and set a new password; all that was open before is closed."""
        name = folded(asked.body.name)
        account, kept, device = await beside(lambda: self._kept(asked, name, RECOVERY))
        self._attempts.tried(name, asked.address, device)
        password = fit(asked.body.password, asked.body.name)
        hash = await self._passwords.hash(password)
        if account is None or kept != hash_of_code(asked.body.code) or account.state != OPEN:
            raise Stop(403, "not-yours", _WRONG_CODE, key="wrong")
        self._attempts.right(name, asked.address, device)
        before = await beside(lambda: self._own.sessions(account.id))
        row = password_of(account.id, hash, self._people.now())
        signed = await beside(lambda: self._people.recover(account, row, _label(asked)))
        self._sessions_ended(each.hash for each in before)
        return await self._in(asked, signed)

    async def sign_out(self, asked: AccountRequest) -> Response:
        """End this session; without one there is nothing to end."""
        if asked.known is not None and asked.known.is_page:
            known = asked.known
            self._sessions_ended(await beside(lambda: self._own.end_sessions(known.person.id, known.hash)))
        return signed_out(told(forms.Me()))

    async def ask_passkey(self, asked: AccountRequest) -> Response:
        """Ask the browser for a passkey, of a new account or of one's own."""
        site = _site(asked)
        if asked.body.name is not None:
            self._attempts.sign_up(asked.address, 0)
            name = await self._free(asked.body.name)
            return told(await beside(lambda: self._passkeys.ask_first(site, new_account(), name.shown)))
        me = asked.freshly(self._people.now())
        there = await beside(lambda: self._people.credentials(me.person.id))
        keys = tuple(each for each in there if each.kind == PASSKEY)
        return told(await beside(lambda: self._passkeys.ask_another(site, me, keys)))

    async def made_passkey(self, asked: AccountRequest) -> Response:
        """Take the passkey that a browser has made: a new account, or another way into one's own."""
        site = _site(asked)
        label = on_label(asked.body.label) or _label(asked)
        me = None if asked.body.name is not None else asked.freshly(self._people.now())
        row = await beside(lambda: self._passkeys.made(site, asked.body.answer, label, me))
        if await beside(lambda: self._people.credential(row.id)) is not None:
            raise RefusedRequest("This passkey opens an account already; sign in with it.")
        if me is None:
            name = await self._free(asked.body.name)
            self._attempts.sign_up(asked.address)
            return await self._in(asked, await beside(lambda: self._people.sign_up(name, row, _label(asked))), 201)
        await beside(lambda: self._people.add_passkey(row, me.hash))
        return await self.me(asked)

    async def ask_who(self, asked: AccountRequest) -> Response:
        """Ask the browser to show who somebody is."""
        site = _site(asked)
        self._attempts.passkey(asked.address, 0)
        return told(await beside(lambda: self._passkeys.ask_who(site)))

    async def shown_passkey(self, asked: AccountRequest) -> Response:
        """Sign in with a passkey."""
        site = _site(asked)
        self._attempts.passkey(asked.address)
        signed = await beside(lambda: self._by_passkey(site, asked))
        self._attempts.right_passkey(asked.address)
        return await self._in(asked, signed)

    async def set_password(self, asked: AccountRequest) -> Response:
        """Set another password, or the first one."""
        me = asked.freshly(self._people.now())
        hash = await self._passwords.hash(fit(asked.body.password, me.person.name))
        before = await beside(lambda: self._own.sessions(me.person.id))
        row = password_of(me.person.id, hash, self._people.now())
        await beside(lambda: self._people.set_password(row, me.hash))
        self._sessions_ended(each.hash for each in before if each.hash != me.hash)
        return await self._known_again(await self.me(asked), asked, me.person.id)

    async def new_code(self, asked: AccountRequest) -> Response:
        """Tell a new recovery code; the one before opens nothing any more."""
        me = asked.freshly(self._people.now()).person
        code = await beside(lambda: self._people.new_code(me.id))
        return await self._known_again(told(forms.Welcomed(name=me.name, code=code)), asked, me.id)

    async def remove_way(self, asked: AccountRequest) -> Response:
        """Let a passkey or the password open the account no longer."""
        me = asked.freshly(self._people.now()).person
        await beside(lambda: self._people.remove_credential(me.id, asked.body.id))
        return await self._known_again(await self.me(asked), asked, me.id)

    def _kept(self, asked: AccountRequest, name: str, kind: str) -> tuple[Account | None, str | None, str | None]:
        """Return the account of a name, what is stored of its password or recovery code, and the device it knows."""
        account = self._people.called(name)
        if account is None:
            return None, None, None
        row, key = self._people.credential(f"{account.id}:{kind}"), self._people.device_key(account.id)
        device = None if key is None else known_device(asked.request.headers, account.id, key)
        return account, None if row is None else row.data, device

    async def _in(self, asked: AccountRequest, signed: SignInResult, status: int = 200) -> Response:
        """Return the answer that signs the page in."""
        answer = told(forms.Welcomed(name=signed.person.name, code=signed.code), status)
        return await self._known_again(signed_in(answer, asked, signed.word), asked, signed.person.id)

    async def _known_again(self, response: Response, asked: AccountRequest, account: str) -> Response:
        """Let an answer make its device known to an account."""
        key = await beside(lambda: self._people.device_key(account))
        if key is not None:
            remember(response, asked.request.headers, account, key, is_safe=asked.is_safe)
        return response

    def _by_passkey(self, site: Site, asked: AccountRequest) -> SignInResult:
        """Return who a passkey shows; raises `RefusedRequest` or `Stop`."""
        kept = self._people.credential(id_of(asked.body.answer))
        kept = kept if kept is not None and kept.kind == PASSKEY else None
        count = self._passkeys.shown(site, asked.body.answer, kept)
        assert kept is not None
        account = self._people.account(kept.account)
        assert account is not None
        return self._people.sign_in(account, _label(asked), counted(kept, count))

    async def _free(self, said: str) -> Name:
        """Return a name that nobody has; raises `RefusedRequest` or `Stop`."""
        name = named(said)
        if not await beside(lambda: self._people.is_free(name)):
            raise Stop(409, "not-now", f"The name {name.shown} is taken, or too much like one that is; choose another.")
        return name


def _label(asked: AccountRequest) -> str:
    return label_of(asked.request.headers.get("user-agent", ""))


def _site(asked: AccountRequest) -> Site:
    """Return where the page is; raises `RefusedRequest` where passkeys cannot be."""
    return site_here(asked.request)
