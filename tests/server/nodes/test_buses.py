"""Guarantees of every bus, with real servers, and error messages for invalid buses."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from carrom.errors import SetupError
from carrom.server.ops import bus_config
from carrom.server.ops.bus import Bus, InProcess, Listeners
from carrom.server.ops.bus_config import bus_of, called, check_bus
from carrom.server.ops.nats import NatsBus
from carrom.server.ops.pg_notify import PostgresBus

from ..postgresql import server
from .club import until
from .natsserver import nats_server

STORE = "postgresql://db.example.org/games"


def between(kind: str, test: Callable[[Bus, Bus], Awaitable[None]]) -> None:
    """Run a test with two processes' buses."""

    async def run() -> None:
        if kind == "in-process":
            alone = InProcess()
            both: tuple[Bus, Bus] = (alone, alone)
        elif kind == "nats":
            both = NatsBus(nats_server().address, "buses", "nats"), NatsBus(nats_server().address, "buses", "nats")
        else:
            address = server().database()
            both = PostgresBus(address, "the database"), PostgresBus(address, "the database")
        for bus in dict.fromkeys(both):
            await bus.open()
        try:
            await test(*both)
        finally:
            for bus in both:
                await bus.close()

    asyncio.run(run())


async def joined(one: Bus, other: Bus) -> None:
    """Wait until messages published on one bus arrive at the other."""
    heard: list[bytes] = []
    end = other.subscribe("joined", heard.append)

    def said() -> bool:
        one.publish("joined", b"?")
        return bool(heard)

    await until(said)
    end()


@pytest.mark.parametrize("kind", ["in-process", "postgresql", "nats"])
def test_what_one_says_all_hear_who_listen_and_in_its_order(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        await joined(one, other)
        heard: list[bytes] = []
        here: list[bytes] = []
        end = other.subscribe("game.x", heard.append)
        one.subscribe("game.x", here.append)
        other.subscribe("game.y", lambda _: heard.append(b"of another game"))
        await asyncio.sleep(0.2)
        bodies = [bytes([each % 256]) * 20 * each for each in range(1, 30)]
        for body in bodies:
            one.publish("game.x", body)
        await until(lambda: len(heard) == len(here) == len(bodies))
        assert heard == here == bodies
        one.publish("game.x", b"x" * (one.most + 1))
        end()
        one.publish("game.x", b"last")
        await until(lambda: here[-1] == b"last")
        await asyncio.sleep(0.05)
        assert (len(here), len(heard)) == (len(bodies) + 1, len(bodies)), "what is too long is lost, and nothing else"

    between(kind, test)


@pytest.mark.parametrize(
    ("said", "store", "expected"),
    [
        ("nats://127.0.0.1", None, "stores its games in a folder"),
        ("redis://127.0.0.1", STORE, "'redis://127.0.0.1' is not a bus; expected nats://HOST, postgresql, or none"),
        ("nats://asha:sesame@", STORE, "is not a bus"),
        ("nats://asha:sesame@h:port", STORE, "is not a bus"),
        ("nats://h/two words", STORE, "is not a bus"),
        ("nats", STORE, "'nats' is not a bus"),
    ],
)
def test_a_wrong_bus_is_one_sentence_without_its_password(said: str, store: str | None, expected: str) -> None:
    with pytest.raises(SetupError, match=expected) as refusal:
        check_bus(said, store)
    assert "sesame" not in str(refusal.value)


def test_without_nats_py_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_config, "find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r"pip install 'carrom\[nats\]'"):
        bus_of("nats://127.0.0.1", STORE)


def test_a_server_with_a_folder_is_alone_and_one_on_a_database_uses_its_notifications() -> None:
    assert isinstance(bus_of(None, None), InProcess)
    assert isinstance(bus_of("none", STORE), InProcess)
    assert isinstance(bus_of(None, STORE), PostgresBus)
    assert called("nats://asha:sesame@bus:4222/club", STORE) == "nats://bus:4222/club"


# -- The message bus of a single process


def test_all_who_listen_to_a_subject_hear_it_and_nobody_else_does() -> None:
    async def told() -> list[tuple[str, bytes]]:
        bus, heard = InProcess(), list[tuple[str, bytes]]()
        for name, subject in (("a", "game.x"), ("b", "game.x"), ("c", "game.y")):
            bus.subscribe(subject, lambda body, name=name: heard.append((name, body)))
        bus.publish("game.x", b"grown")
        assert heard == [], "a hint comes a moment later, never within what publishes it"
        await asyncio.sleep(0)
        return heard

    assert asyncio.run(told()) == [("a", b"grown"), ("b", b"grown")]


def test_who_has_ended_listening_hears_no_more_and_may_end_twice() -> None:
    async def told() -> list[bytes]:
        bus, heard = InProcess(), list[bytes]()
        end = bus.subscribe("game.x", heard.append)
        bus.subscribe("game.x", heard.append)
        end()
        end()
        bus.publish("game.x", b"1")
        await asyncio.sleep(0)
        return heard

    assert asyncio.run(told()) == [b"1"]


def test_a_listener_that_fails_keeps_a_hint_from_nobody(caplog: pytest.LogCaptureFixture) -> None:
    listeners, heard = Listeners(), list[bytes]()
    listeners.add("game.x", lambda body: heard[1000:][0])  # type: ignore[arg-type, return-value]
    listeners.add("game.x", heard.append)
    listeners.tell("game.x", b"1")
    assert heard == [b"1"]
    assert "could not be handled" in caplog.text


@pytest.mark.parametrize("subject", ["", "game..x", "game.*", "game.>", "a b", ".a", "é"])
def test_a_subject_that_no_bus_can_carry_is_refused(subject: str) -> None:
    with pytest.raises(ValueError, match="is not a subject"):
        Listeners().add(subject, print)
