"""Login: throttling against brute force, password hashing, and passkeys.

Attempts are limited per account, per address and per known device.

A device that has signed in to the account before (`sessions.py`) has its own attempts, so that attacks from any number
of addresses do not lock out the owner. Its attempts also count against its address.

The first attempts of each address in a day are counted apart from the others: an owner with a new device gets in while
attackers, whose addresses have used theirs, keep the limit of the account exhausted.
A recovery code cannot be guessed, so only the limits of addresses apply to it.

New accounts, archives and reports are limited by separate buckets, each with its own error message."""

import asyncio
import json
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from math import ceil
from typing import TypeVar

from carrom.errors import RefusedRequest, SetupError
from carrom.server.common import RateLimit, TokenBuckets
from carrom.server.http.problem import Stop
from carrom.server.http.security import host_name
from carrom.server.people.models import Credential
from carrom.server.people.sessions import Principal
from carrom.server.people.usernames import folded
from carrom.storage.database import Database, Statement
from carrom.tokens import hashed
from carrom.values import Value, changed

OF_BOTH = RateLimit(5, 1 / 30)
"""Attempts at one account from one address: five at once, then one every 30 seconds."""
OF_ACCOUNT = RateLimit(30, 1 / 20)
"""Attempts at one account from all addresses that have used their first ones."""
FIRST_OF_BOTH = RateLimit(3, 3 / 86_400)
"""First attempts at one account from one address: three in a day."""
FIRST_OF_ACCOUNT = RateLimit(30, 1 / 10)
"""First attempts at one account from all addresses."""
OF_DEVICE = RateLimit(5, 1 / 30)
"""Attempts at one account from one known device, at any address."""
OF_ADDRESS = RateLimit(30, 1 / 10)
"""Attempts at any account from one address, which a club may share. Passkeys name no account in advance."""
NEW_ACCOUNTS = RateLimit(10, 1 / 360)
"""New accounts from one address: ten at once, then ten an hour."""
ARCHIVES = RateLimit(5, 1 / 120)
"""Archives of one account; each reads all its games."""
REPORTS = RateLimit(5, 1 / 60)
"""Reports by one account."""
_REMEMBERED = 65_536
"""Pairs of an address and an account whose first attempts are remembered."""
Attempt = tuple[tuple[TokenBuckets, str], ...]
"""The buckets that an attempt was charged to, with their keys."""


class LoginThrottle:
    """Counts login attempts; successful ones are refunded."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with full buckets; `clock` returns monotonic seconds."""
        self._device = TokenBuckets(OF_DEVICE, clock)
        self._both, self._account = TokenBuckets(OF_BOTH, clock), TokenBuckets(OF_ACCOUNT, clock)
        self._first_of_both = TokenBuckets(FIRST_OF_BOTH, clock, _REMEMBERED)
        self._first_of_account = TokenBuckets(FIRST_OF_ACCOUNT, clock)
        self._address, self._new = TokenBuckets(OF_ADDRESS, clock), TokenBuckets(NEW_ACCOUNTS, clock)
        self._archives, self._reports = TokenBuckets(ARCHIVES, clock), TokenBuckets(REPORTS, clock)

    def tried(self, account: str, address: str, device: str | None = None) -> Attempt:
        """Count an attempt with a password, and return what it was counted by.

        Raises `Stop` with the seconds to wait if there were too many. `device` is a device known to the account, or
        None.
        """
        if device is not None:
            return self._tried_at(device, account, address)
        both, first = f"{address} {account}", (self._first_of_both, f"{address} {account}")
        is_first = self._first_of_both.wait(both) == 0 and self._first_of_account.wait(account) == 0
        lane = (first, (self._first_of_account, account)) if is_first else ((self._account, account),)
        counted = ((self._both, both), (self._address, address), *lane)
        return _tried(counted, counted)

    def tried_code(self, account: str, address: str, device: str | None = None) -> Attempt:
        """Count an attempt with a recovery code, likewise."""
        if device is not None:
            return self._tried_at(device, account, address)
        counted = ((self._both, f"code {address} {account}"), (self._address, address))
        return _tried(counted, counted)

    def _tried_at(self, device: str, account: str, address: str) -> Attempt:
        """Count an attempt at a known device, at any address."""
        mine = ((self._device, f"{device} {account}"),)
        return _tried(mine, (*mine, (self._address, address)))

    def right(self, attempt: Attempt) -> None:
        """Refund a successful attempt."""
        for buckets, key in attempt:
            buckets.spend(key, -1)

    def passkey(self, address: str, number: int = 1) -> None:
        """Count attempts with a passkey, 0 to check the limit only; raises `Stop`."""
        _check(self._address.wait(address, 1), "attempts to sign in", "sign-in")
        self._address.take(address, number)

    def right_passkey(self, address: str) -> None:
        """Refund a successful attempt with a passkey."""
        self._address.spend(address, -1)

    def sign_up(self, address: str, number: int = 1) -> None:
        """Count new accounts, 0 to check the limit only; raises `Stop`."""
        _check(self._new.wait(address, 1), "new accounts from your address", "accounts")
        self._new.take(address, number)

    def archive(self, account: str) -> None:
        """Count an archive; raises `Stop`."""
        _check(self._archives.wait(account, 1), "archives of this account", "archives")
        self._archives.take(account)

    def report(self, account: str) -> None:
        """Count a report; raises `Stop`."""
        _check(self._reports.wait(account, 1), "reports by your account", "reports")
        self._reports.take(account)


def _tried(limiting: Attempt, charged: Attempt) -> Attempt:
    """Charge an attempt to some buckets; raises `Stop` if one of the limiting ones is empty."""
    _check(max(buckets.wait(key) for buckets, key in limiting), "attempts to sign in", "sign-in")
    for buckets, key in charged:
        buckets.spend(key, 1)
    return charged


def _check(wait: float, what: str, key: str) -> None:
    """Raise `Stop` with the time to wait, if there is any."""
    if wait > 0:
        long = f"{ceil(wait)} seconds" if wait <= 90 else f"{ceil(wait / 60)} minutes"
        raise Stop(429, "too-fast", f"Too many {what}; try again in {long}.", key=key, seconds=wait)


# -- password hashing with argon2id (19 MiB, two passes) ---------------------------------------------------------------


T = TypeVar("T")
SHORTEST, LONGEST = 10, 200
"""Limits for the length of a password."""
_BESIDE = 5
"""Minimum number of characters besides the account's name."""
MEMORY, ROUNDS, LANES = 19 * 1024, 2, 1
"""KiB, passes and threads of a hash, OWASP's second choice: about 25 ms, and 38 MiB for two at a time."""
AT_ONCE, WAITING = 2, 32
_NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$WEyUse/mXzhfELMCFudOxw$NR6SG7zh4fPIROlmmlk+mUSgf1/0i8kMG+iV3VD2gBA"
"""The hash of a random password: a login with an unknown name takes the same time as with a known one."""


def check_accounts() -> None:
    """Raise `SetupError` if the dependencies of accounts are not installed."""
    missing = [name for name, module in (("argon2-cffi", "argon2"), ("webauthn", "webauthn")) if not find_spec(module)]
    if missing:
        lacks = " and ".join(missing)
        raise SetupError(f"Accounts need {lacks}, which is not installed: `pip install 'carrom[accounts]'`.")


def fit(given: str, name: str) -> str:
    """Return a password normalized for hashing; raises `RefusedRequest`, never quoting it, if it is too weak."""
    password = unicodedata.normalize("NFKC", given)
    if not SHORTEST <= len(password) <= LONGEST:
        raise RefusedRequest(f"The password has {len(password)} characters; expected {SHORTEST} to {LONGEST}.")
    if len(set(password)) < 5:
        raise RefusedRequest("The password repeats a few characters; use at least five different ones.")
    given, own = folded(password), folded(name)
    if len(given.replace(own, "")) < _BESIDE:
        raise RefusedRequest("The password is too similar to the name; choose another.")
    return password


class Passwords:
    """Hashes and verifies passwords in a small thread pool."""

    def __init__(self) -> None:
        """Start the thread pool; raises `SetupError` if argon2 is not installed."""
        check_accounts()
        from argon2 import PasswordHasher

        self._hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY, parallelism=LANES)
        self._threads = ThreadPoolExecutor(AT_ONCE, "password")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Return the hash of a password; raises `Stop` if too many requests are waiting."""
        return await self._in_turn(lambda: self._hasher.hash(password))

    async def fits(self, stored: str | None, given: str) -> bool:
        """Return whether a password matches a hash; takes as long without one. Raises `Stop` if too many wait."""
        password = unicodedata.normalize("NFKC", given[: 2 * LONGEST])
        return await self._in_turn(lambda: self._compared(stored, password))

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _compared(self, stored: str | None, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher.verify(stored or _NOBODYS, password) and stored is not None
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._waiting >= WAITING:
            raise Stop(429, "too-fast", "Too many people are signing in; try again.", key="sign-in", seconds=2)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


# -- passkeys (WebAuthn): challenges, and verification of responses ----------------------------------------------------
# A challenge is stored in the database for five minutes, so that any process can verify the response, and deleted
# before the verification, so that no response is accepted twice. It records its purpose: a new account, another
# passkey for the account of a session, or signing in; a response is valid for that purpose only. Ending a session,
# changing the password, recovery, closing and deletion delete the challenges that belong to them (`voided`).


MINUTES = 5
_NEW_ACCOUNT, _ADD, _SIGN_IN = "new-account", "add", "sign-in"
"""Purposes of a challenge, followed by the account, and for `_ADD` by the hash of the session."""
_WRONG = "The passkey could not be verified; try again."


class Site(Value, frozen=True):
    """A website as seen by WebAuthn: the host name that passkeys belong to, and the origin."""

    name: str
    origin: str


def site_of(host: str, origin: str | None) -> Site:
    """Return the site of a request; raises `RefusedRequest` if passkeys cannot be used there."""
    name = host_name(host)
    if name is None or origin is None or name[-1].isdigit() or ":" in name:
        raise RefusedRequest("Passkeys need a host name: open the page by its name instead of an IP address.")
    if not origin.startswith("https://") and name != "localhost":
        raise RefusedRequest("Passkeys need an encrypted connection (https).")
    return Site(name, origin)


class Passkeys:
    """Creates challenges and verifies the responses."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        """Store challenges in a database; `now` returns seconds since 1970."""
        self._database, self._now = database, now

    def ask_first(self, site: Site, account: str, name: str) -> str:
        """Return the options for creating the passkey of a new account, as JSON."""
        return self._registration(site, account, name, (), f"{_NEW_ACCOUNT} {account}")

    def ask_another(self, site: Site, known: Principal, there: tuple[Credential, ...]) -> str:
        """Return the options for adding a passkey to the session's account, as JSON; excludes devices that have one."""
        person = known.person
        return self._registration(site, person.id, person.name, there, _another(person.id, known.hash))

    def _registration(self, site: Site, account: str, name: str, there: tuple[Credential, ...], purpose: str) -> str:
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        options = generate_registration_options(
            rp_id=site.name,
            rp_name="Carrom",
            user_id=account.encode(),
            user_name=name,
            user_display_name=name,
            challenge=self._new_challenge(purpose),
            timeout=60_000 * MINUTES,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(each.id)) for each in there],
        )
        return options_to_json(options)

    def ask_who(self, site: Site) -> str:
        """Return the options for signing in with any passkey, as JSON."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=site.name,
            challenge=self._new_challenge(_SIGN_IN),
            timeout=60_000 * MINUTES,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return options_to_json(options)

    def made(self, site: Site, response: str, label: str, known: Principal | None = None) -> Credential:
        """Verify a new passkey: for the session's account, or for a new account without a session.

        Raises `RefusedRequest` if the response does not belong to such a challenge.
        """
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        challenge = _challenge_of(response)
        purpose, _, rest = self._consumed(challenge).partition(" ")
        stored_purpose = f"{purpose} {rest}"
        if purpose != _NEW_ACCOUNT if known is None else stored_purpose != _another(known.person.id, known.hash):
            raise RefusedRequest(_WRONG)
        try:
            found = verify_registration_response(
                credential=response,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except Exception as fault:  # malformed responses raise more than the library's own exceptions
            raise RefusedRequest(_WRONG) from fault
        key = {"key": bytes_to_base64url(found.credential_public_key), "count": found.sign_count, "site": site.name}
        now, account = self._now(), rest if known is None else known.person.id
        return Credential(bytes_to_base64url(found.credential_id), account, "passkey", label, json.dumps(key), now, now)

    def shown(self, site: Site, response: str, stored: Credential | None) -> int:
        """Verify a response for signing in, and return the passkey's new counter; raises `RefusedRequest`."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes

        challenge = _challenge_of(response)
        if self._consumed(challenge) != _SIGN_IN or stored is None:
            raise RefusedRequest(_WRONG)
        data = json.loads(stored.data)
        try:
            found = verify_authentication_response(
                credential=response,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(data["key"]),
                credential_current_sign_count=data["count"],
                require_user_verification=True,
            )
        except Exception as fault:
            raise RefusedRequest(_WRONG) from fault
        return int(found.new_sign_count)

    def _new_challenge(self, what: str) -> bytes:
        challenge, now = secrets.token_bytes(32), self._now()
        self._database.write(
            ("DELETE FROM passkey_question WHERE until < ?", (now,)),
            (
                "INSERT INTO passkey_question (hash, what, until) VALUES (?, ?, ?)",
                (_hash(challenge), what, now + 60 * MINUTES),
            ),
        )
        return challenge

    def _consumed(self, challenge: bytes) -> str:
        """Consume a challenge and return its purpose; raises `RefusedRequest`."""
        taken = "DELETE FROM passkey_question WHERE hash = ? AND until >= ? RETURNING what"
        found = self._database.write((taken, (_hash(challenge), self._now())))
        if not found:
            raise RefusedRequest("The request for the passkey has expired or was already answered; try again.")
        return str(found[0][0])


def voided(account: str, session: str = "") -> Statement:
    """Return the statement that deletes the challenges of an account's session, or of all its sessions."""
    stored_purpose = _another(account, session)
    return "DELETE FROM passkey_question WHERE substr(what, 1, ?) = ?", (len(stored_purpose), stored_purpose)


def counted(passkey: Credential, count: int) -> Credential:
    """Return a passkey with a new counter."""
    return changed(passkey, data=json.dumps({**json.loads(passkey.data), "count": count}))


def id_of(response: str) -> str:
    """Return the credential id in a response; empty if it is malformed."""
    try:
        found = json.loads(response)["id"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return found if isinstance(found, str) and len(found) < 1400 else ""


def _another(account: str, session: str) -> str:
    return f"{_ADD} {account} {session}"


def _hash(challenge: bytes) -> str:
    return hashed(challenge.hex())


def _challenge_of(response: str) -> bytes:
    """Return the challenge in a response; raises `RefusedRequest` if it is malformed."""
    from webauthn.helpers import base64url_to_bytes

    try:
        client = json.loads(base64url_to_bytes(json.loads(response)["response"]["clientDataJSON"]))
        return bytes(base64url_to_bytes(client["challenge"]))
    except Exception as fault:
        raise RefusedRequest(_WRONG) from fault
