"""Passkeys (WebAuthn): challenges for the browser, and verification of its answers.

A question is stored in the database for five minutes, so that any process can check the answer, and is deleted before
the answer is checked, so that no answer counts twice. It records what it was asked for: a new account, another passkey
for one account asked in one session, or signing in. An answer counts for that purpose only. Ending a session, changing
the password, recovery, closing and deletion delete the questions that belonged to them (`voided`).
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
"""What a question is asked for; the account follows, and for `_ADD` the hash of the session that asked."""
_WRONG = "The passkey's answer does not fit what was asked; try again."


class Site(Value, frozen=True):
    """Where the page is: a passkey belongs to the name, and answers the origin."""

    name: str
    origin: str


def site_of(host: str, origin: str | None) -> Site:
    """Return where a page is by the headers of its request; raises `RefusedRequest` where passkeys cannot be."""
    name = host_name(host)
    if name is None or origin is None or name[-1].isdigit() or ":" in name:
        raise RefusedRequest("Passkeys belong to a site's name: open the page by one, not at an address in digits.")
    if not origin.startswith("https://") and name != "localhost":
        raise RefusedRequest("Passkeys need an encrypted connection (https).")
    return Site(name, origin)


class Passkeys:
    """Asks and hears."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        """Keep questions in a database; `now` returns the seconds since 1970."""
        self._database, self._now = database, now

    def ask_first(self, site: Site, account: str, name: str) -> str:
        """Return the options for the passkey of a new account, as JSON."""
        return self._registration(site, account, name, (), f"{_NEW_ACCOUNT} {account}")

    def ask_another(self, site: Site, known: Principal, there: tuple[Credential, ...]) -> str:
        """Return the options for another passkey of the session's account, as JSON; not on a device that has one."""
        person = known.person
        return self._registration(site, person.id, person.name, there, _another(person.id, known.hash))

    def _registration(self, site: Site, account: str, name: str, there: tuple[Credential, ...], asked_for: str) -> str:
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
            challenge=self._question(asked_for),
            timeout=60_000 * MINUTES,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(each.id)) for each in there],
        )
        return options_to_json(options)

    def ask_who(self, site: Site) -> str:
        """Return what a browser is asked to show who somebody is, by whichever passkey he chooses, as JSON."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=site.name,
            challenge=self._question(_SIGN_IN),
            timeout=60_000 * MINUTES,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return options_to_json(options)

    def made(self, site: Site, said: str, label: str, known: Principal | None = None) -> Credential:
        """Return the passkey that a browser has made: for the session's account, or without one for a new account.

        Raises `RefusedRequest` for an answer to any other question.
        """
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        question = _question_of(said)
        purpose, _, rest = self._taken(question).partition(" ")
        asked_for = f"{purpose} {rest}"
        if purpose != _NEW_ACCOUNT if known is None else asked_for != _another(known.person.id, known.hash):
            raise RefusedRequest(_WRONG)
        try:
            found = verify_registration_response(
                credential=said,
                expected_challenge=question,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except Exception as fault:  # the library lets more than its own through, for what no browser sends
            raise RefusedRequest(_WRONG) from fault
        key = {"key": bytes_to_base64url(found.credential_public_key), "count": found.sign_count, "site": site.name}
        now, account = self._now(), rest if known is None else known.person.id
        return Credential(bytes_to_base64url(found.credential_id), account, "passkey", label, json.dumps(key), now, now)

    def shown(self, site: Site, said: str, kept: Credential | None) -> int:
        """Return the new count of a passkey whose answer is right; raises `RefusedRequest`."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes

        question = _question_of(said)
        if self._taken(question) != _SIGN_IN or kept is None:
            raise RefusedRequest(_WRONG)
        data = json.loads(kept.data)
        try:
            found = verify_authentication_response(
                credential=said,
                expected_challenge=question,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(data["key"]),
                credential_current_sign_count=data["count"],
                require_user_verification=True,
            )
        except Exception as fault:
            raise RefusedRequest(_WRONG) from fault
        return int(found.new_sign_count)

    def _question(self, what: str) -> bytes:
        question, now = secrets.token_bytes(32), self._now()
        self._database.write(
            ("DELETE FROM passkey_question WHERE until < ?", (now,)),
            (
                "INSERT INTO passkey_question (hash, what, until) VALUES (?, ?, ?)",
                (_kept(question), what, now + 60 * MINUTES),
            ),
        )
        return question

    def _taken(self, question: bytes) -> str:
        """Return what a question was about, which can be answered no more; raises `RefusedRequest`."""
        taken = "DELETE FROM passkey_question WHERE hash = ? AND until >= ? RETURNING what"
        found = self._database.write((taken, (_kept(question), self._now())))
        if not found:
            raise RefusedRequest("The question to the passkey is too old, or was answered already; try again.")
        return str(found[0][0])


def voided(account: str, session: str = "") -> Statement:
    """Return the statement that deletes the questions asked in an account's session, or in all of its sessions."""
    asked_for = _another(account, session)
    return "DELETE FROM passkey_question WHERE substr(what, 1, ?) = ?", (len(asked_for), asked_for)


def counted(passkey: Credential, count: int) -> Credential:
    """Return a passkey after an answer with this count."""
    return changed(passkey, data=json.dumps({**json.loads(passkey.data), "count": count}))


def id_of(said: str) -> str:
    """Return which passkey answers; empty for what is no answer."""
    try:
        found = json.loads(said)["id"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return found if isinstance(found, str) and len(found) < 1400 else ""


def _another(account: str, session: str) -> str:
    return f"{_ADD} {account} {session}"


def _kept(question: bytes) -> str:
    return hashed(question.hex())


def _question_of(said: str) -> bytes:
    """Return the question that an answer answers; raises `RefusedRequest` for what is no answer."""
    from webauthn.helpers import base64url_to_bytes

    try:
        client = json.loads(base64url_to_bytes(json.loads(said)["response"]["clientDataJSON"]))
        return bytes(base64url_to_bytes(client["challenge"]))
    except Exception as fault:
        raise RefusedRequest(_WRONG) from fault
