"""Passkeys (WebAuthn): challenges for the browser, and verification of its responses.

A challenge is stored in the database for five minutes, so that any process can verify the response, and deleted before
the verification, so that no response is accepted twice. It records its purpose: a new account, another passkey for
the account of a session, or signing in; a response is valid for that purpose only. Ending a session, changing the
password, recovery, closing and deletion delete the challenges that belong to them (`voided`).
"""

import json
import secrets
from collections.abc import Callable

from carrom.errors import RefusedRequest
from carrom.server.http.security import host_name
from carrom.server.identity.models import Credential
from carrom.server.identity.principal import Principal
from carrom.storage.database import Database, Statement
from carrom.tokens import hashed
from carrom.values import Value, changed

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
