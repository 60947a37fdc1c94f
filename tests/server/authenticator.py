"""A software passkey authenticator that answers WebAuthn registration and sign-in challenges like a browser."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

_PRESENT, _VERIFIED, _HAS_KEY = 1, 4, 64
"""Flag bits of the authenticator data (WebAuthn Level 3, section 6.1)."""


class Authenticator:
    """One passkey."""

    def __init__(self, id: bytes | None = None) -> None:
        self.id, self._key = id or secrets.token_bytes(16), ec.generate_private_key(ec.SECP256R1())

    def registered(self, options: Any, origin: str) -> str:
        """Return the response to a registration challenge, as JSON."""
        point = self._key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(cose)
        data = _data(options["rp"]["id"], _PRESENT | _VERIFIED | _HAS_KEY) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = _client("webauthn.create", options, origin)
        return self._answer(attestationObject=attestation, clientDataJSON=client)

    def signed(self, options: Any, origin: str) -> str:
        """Return the response to a sign-in challenge, as JSON."""
        client, data = _client("webauthn.get", options, origin), _data(options["rpId"], _PRESENT | _VERIFIED)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(authenticatorData=data, clientDataJSON=client, signature=signature)

    def _answer(self, **response: bytes) -> str:
        id = bytes_to_base64url(self.id)
        answer = {name: bytes_to_base64url(value) for name, value in response.items()}
        return json.dumps({"id": id, "rawId": id, "type": "public-key", "response": answer})


def _client(kind: str, options: Any, origin: str) -> bytes:
    return json.dumps({"type": kind, "challenge": options["challenge"], "origin": origin}).encode()


def _data(site: str, flags: int) -> bytes:
    return hashlib.sha256(site.encode()).digest() + bytes([flags]) + bytes(4)
