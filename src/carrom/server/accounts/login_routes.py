"""Login routes: sign-up, login and logout with passwords, passkeys and recovery codes."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from starlette.responses import Response

from carrom.errors import RefusedRequest
from carrom.server.accounts import schemas as forms
from carrom.server.accounts.account_router import (
    AccountRequest,
    beside,
    on_label,
    signed_in,
    signed_out,
)
from carrom.server.accounts.own_account import OwnAccount
from carrom.server.accounts.service import (
    PASSKEY,
    PASSWORD,
    RECOVERY,
    AccountService,
    SignInResult,
    password_of,
)
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.devices import known_device, remember
from carrom.server.identity.models import OPEN, Account
from carrom.server.identity.secrets import hash_of_code, new_id
from carrom.server.identity.usernames import Name, folded, named
from carrom.server.login.login_throttle import LoginThrottle
from carrom.server.login.passkeys import Passkeys, Site, counted, id_of
from carrom.server.login.passwords import Passwords, fit

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
            ("sign-up", self.sign_up, forms.LoginRequest),
            ("sign-in", self.sign_in, forms.LoginRequest),
            ("recover", self.recover, forms.Recovery),
            ("sign-out", self.sign_out, None),
            ("passkey/new", self.ask_passkey, forms.NewPasskey),
            ("passkey/made", self.made_passkey, forms.CredentialAnswer),
            ("passkey/ask", self.ask_who, None),
            ("passkey/shown", self.shown_passkey, forms.CredentialAnswer),
            ("password", self.set_password, forms.Password),
            ("code", self.new_code, None),
            ("ways/remove", self.remove_way, forms.TokenSelection),
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
        return signed_out(told(forms.Me()))

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
        return await self._known_again(told(forms.Welcomed(name=me.name, code=code)), asked, me.id)

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
        answer = told(forms.Welcomed(name=signed.person.name, code=signed.code), status)
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
