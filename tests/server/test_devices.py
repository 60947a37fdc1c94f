"""Login throttling: failed logins by strangers do not lock out a known device, nor give anyone extra attempts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.server.http.problem import Stop
from carrom.server.people.login import LoginThrottle

from .test_accounts import HOST, PASSWORD, Browser, Club

NEW = "quite another password"


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    return folder


@pytest.fixture
def club(static: Path) -> Iterator[Club]:
    made = Club(":memory:", static)
    with made.client:
        yield made


def tries(club: Club, address: str, password: str = "a wrong password", name: str = "Asha", **cookies: str) -> int:
    """Try to sign in from an address; return the HTTP status."""
    origin = f"https://{HOST}"
    page = TestClient(club.app, client=(address, 50), base_url=origin, headers={"origin": origin}, cookies=cookies)
    page.portal = club.client.portal
    return page.post("/me/sign-in", json={"name": name, "password": password}).status_code


def strangers_try(club: Club, name: str = "Asha", number: int = 64) -> list[int]:
    return [tries(club, f"192.0.2.{each}", name=name) for each in range(number)]


def cookies(browser: Browser) -> dict[str, str]:
    return dict(browser.client.cookies)


def device(browser: Browser) -> dict[str, str]:
    """Return the cookies that remain in a browser after signing out."""
    browser.post("/sign-out")
    return cookies(browser)


def signs_up(club: Club, name: str = "Asha") -> tuple[Browser, str]:
    browser = club.browser()
    return browser, browser.sign_up(name)


def test_strangers_lock_no_owner_out_of_a_known_device(club: Club) -> None:
    owner, _ = signs_up(club)
    known = device(owner)
    assert known
    assert set(strangers_try(club)[60:]) == {429}
    assert tries(club, "198.51.100.1", PASSWORD) == 429, "a stranger is limited even with the right password"
    assert tries(club, "192.0.2.1", PASSWORD, **known) == 200, "from a stranger's own address, too"
    assert {tries(club, "192.0.2.1", PASSWORD, **known) for _ in range(20)} == {200}


def test_a_known_device_has_a_few_tries_of_its_own_whatever_address_it_has(club: Club) -> None:
    owner, _ = signs_up(club)
    known = device(owner)
    answer = [tries(club, f"198.51.100.{number}", **known) for number in range(8)]
    assert answer == [403] * 5 + [429] * 3
    assert tries(club, "198.51.100.99", PASSWORD) == 200, "elsewhere the owner still has the others' tries"
    club.clock.now += 31
    assert tries(club, "198.51.100.1", PASSWORD, **known) == 200


def test_who_has_an_account_of_their_own_gets_no_more_tries_at_another(club: Club) -> None:
    signs_up(club)
    mallory, _ = signs_up(club, "Mallory")
    known = device(mallory)
    assert set(strangers_try(club)[60:]) == {429}
    assert tries(club, "203.0.113.1", **known) == 429
    word = next(iter(known.values()))
    for forged in (word[:-2] + "xx", word[::-1], word.upper(), "x" * 60, "", f"{word}~{word}", "~".join([word] * 900)):
        assert tries(club, "203.0.113.1", **dict.fromkeys(known, forged)) == 429


def test_a_device_that_signs_in_again_gets_no_fresh_tries(club: Club) -> None:
    owner, _ = signs_up(club)
    known = device(owner)
    for _ in range(4):
        owner.post("/sign-in", {"name": "Asha", "password": "a wrong password"}, 403)
    owner.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    assert device(owner) == known
    assert [tries(club, "198.51.100.1", **known) for _ in range(3)] == [403, 429, 429]


def test_wrong_tries_of_known_devices_count_against_their_address(club: Club) -> None:
    for number in range(7):
        browser, _ = signs_up(club, f"Asha{number}")
        known = device(browser)
        for _ in range(5):
            tries(club, "198.51.100.1", name=f"Asha{number}", **known)
    assert tries(club, "198.51.100.1", name="Nobody") == 429


def changes_password(owner: Browser, code: str) -> None:
    owner.post("/password", {"password": NEW})


def recovers(owner: Browser, code: str) -> None:
    owner.post("/recover", {"name": "Asha", "code": code, "password": NEW})


@pytest.mark.parametrize("throws_out", [changes_password, recovers])
def test_a_thiefs_device_is_known_no_more_once_the_thief_is_out(club: Club, throws_out: Any) -> None:
    owner, code = signs_up(club)
    thief = club.browser()
    thief.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    stolen = device(thief)
    throws_out(owner, code)
    mine = device(owner)
    assert set(strangers_try(club)[60:]) == {429}
    assert tries(club, "203.0.113.1", NEW, **stolen) == 429
    assert tries(club, "203.0.113.2", NEW, **mine) == 200


def test_one_device_is_known_to_everybody_of_a_family(club: Club) -> None:
    shared = club.browser()
    for name in ("Asha", "Bilal", "Chitra", "Deva"):
        shared.sign_up(name)
        shared.post("/sign-out")
    for name in ("Asha", "Deva"):
        strangers_try(club, name)
        assert tries(club, "203.0.113.1", PASSWORD, name=name, **cookies(shared)) == 200


def test_the_cookie_of_a_device_opens_nothing(club: Club) -> None:
    owner, _ = signs_up(club)
    other = club.browser()
    for name, word in device(owner).items():
        other.client.cookies.set(name, word)
    assert other.me()["name"] == ""


@pytest.mark.slow
def test_an_owner_with_a_new_device_gets_in_while_attackers_go_on_guessing(club: Club) -> None:
    signs_up(club)
    attackers, passed = [f"192.0.2.{number}" for number in range(4)], 0
    for second in range(1800):
        club.clock.now += 1
        passed += [tries(club, each) for each in attackers if second < 60 or second % 20 == 0].count(403)
    assert tries(club, attackers[0], PASSWORD) == 429
    assert tries(club, "198.51.100.1", "a mistyped password") == 403
    assert tries(club, "198.51.100.1", PASSWORD) == 200
    most = 30 + 1800 / 20 + 3 * len(attackers) + 1  # of the account, and the first ones of each address
    assert passed <= most, "attackers have not more tries than the limits allow"


def test_forty_attackers_who_begin_at_once_delay_an_owner_with_a_new_device_for_some_minutes(
    club: Club,
) -> None:
    throttle = LoginThrottle(club.clock)

    def guess(address: str) -> bool:
        try:
            throttle.tried("asha", address)
        except Stop:
            return False
        return True

    guesses, came_in = 0, 0
    for second in range(0, 1800, 2):
        club.clock.now += 2
        guesses += sum(guess(f"192.0.2.{number}") for number in range(40))
        if not came_in and guess("198.51.100.1"):
            came_in = second
    assert 0 < came_in <= 960
    assert guesses <= 30 + 1800 / 20 + 3 * 40 + 5


def test_guessing_passwords_does_not_keep_an_owner_from_using_the_recovery_code(club: Club) -> None:
    _, code = signs_up(club)
    assert set(strangers_try(club)[60:]) == {429}
    club.browser().post("/recover", {"name": "Asha", "code": code, "password": NEW})


def test_recovery_codes_are_limited_by_address(club: Club) -> None:
    signs_up(club)
    thief = club.browser()
    wrong = {"name": "Asha", "code": "00000-00000-00000-00000-00000", "password": NEW}
    for _ in range(5):
        thief.post("/recover", wrong, 403)
    thief.post("/recover", wrong, 429)
