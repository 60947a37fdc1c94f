"""The message bus of a single process."""

import asyncio

import pytest

from carrom.server.ops.bus import InProcess, Listeners


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
