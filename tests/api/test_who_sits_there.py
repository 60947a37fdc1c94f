"""Players are identified wherever a game is shown: bots are marked, and account names are marked as such."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from api.people import Someone, Town, town
from api.test_games import Reading

from carrom.board.seat import Seat
from carrom.protocol import SeatPlan, Terms, Who
from carrom.server.people.accounts import AccountService
from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.server.people.own_account import OwnAccount
from carrom.storage.store import Store

INVITING = Terms(
    seats=(SeatPlan(seat=Seat.SOUTH, who=Who.ME, name="The host"), SeatPlan(seat=Seat.NORTH, who=Who.LINK)),
    first_break=Seat.SOUTH,
    watching=True,
)
AT_ONE_SCREEN = Terms(
    seats=(SeatPlan(seat=Seat.SOUTH, who=Who.ME), SeatPlan(seat=Seat.NORTH, who=Who.HERE, name="Ravi")),
    first_break=Seat.SOUTH,
    watching=True,
)
GUEST = {"authorization": "Bearer the-key-of-a-guest-1234"}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Town]:
    with town(tmp_path) as found:
        yield found


def begins(who: Someone, terms: Terms = INVITING) -> Any:
    return who.says("/api/games", terms=msgspec.to_builtins(terms))


def shown(sitters: list[dict[str, Any]]) -> list[tuple[str, bool, bool]]:
    return [(each["name"], each["account"], each["bot"]) for each in sitters]


def at(who: Someone, game: str) -> list[tuple[str, bool, bool]]:
    return shown(who.asks(f"/api/games/{game}")["card"]["sitters"])


def test_a_program_that_comes_by_a_link_is_marked_on_cards_in_lists_and_in_streams(place: Town) -> None:
    asha, thumb = place.person("Asha"), place.person("Deep-Thumb", bot=True)
    made = begins(asha)
    game, here = made["game"], Reading(place.client, f"/api/games/{made['game']}/stream", made["key"])
    assert here.until("seats")["sitters"][1]["kind"] == "open"
    thumb.says(f"/api/games/{game}/join", invite=made["invite"], name="Somebody else")
    both = [("Asha", True, False), ("Deep-Thumb", True, True)]
    assert shown(here.until("seats")["sitters"]) == both
    assert at(asha, game) == at(thumb, game) == both
    for path in ("/api/games", "/api/users/asha/games", "/api/users/deep-thumb/games"):
        (line,) = thumb.lists(path)
        assert shown(line["sitters"]) == both
    (live,) = asha.asks("/api/games/live")["games"]
    assert (live["names"], live["accounts"], live["bots"]) == (["Asha", "Deep-Thumb"], [True, True], [False, True])
    (playing,) = asha.asks("/api/account/playing")["games"]
    assert shown(playing["sitters"]) == both
    here.close()


def test_a_guest_and_a_second_person_at_the_same_screen_are_nobodys_account(place: Town) -> None:
    asha = place.person("Asha")
    made = begins(asha)
    joining = {"invite": made["invite"], "name": "Ravi", "key": "the-key-of-a-guest-1234"}
    assert place.client.post(f"/api/games/{made['game']}/join", json=joining).status_code == 200
    assert at(asha, made["game"]) == [("Asha", True, False), ("Ravi", False, False)]
    bela = place.person("Bela")
    both = begins(bela, AT_ONE_SCREEN)["game"]
    assert at(bela, both) == [("Bela", True, False), ("Ravi", False, False)]


@pytest.mark.parametrize("what", ["renamed", "closed", "deleted"])
def test_a_name_that_has_no_page_any_more_is_told_as_none(place: Town, tmp_path: Path, what: str) -> None:
    chitra = place.person("Chitra")
    game = begins(chitra)["game"]
    people = AccountService(place.store.database)
    row = people.called("Chitra")
    assert row is not None
    if what == "renamed":
        Moderation(people).rename(OPERATOR, row, "Citra2", "asked for it")
    elif what == "closed":
        Moderation(people).close(OPERATOR, row, "a test")
    else:
        OwnAccount(people).delete(row)
    other = tmp_path / "again"
    other.mkdir()
    with town(other, Store(tmp_path / "games.db")) as later:
        told = later.client.get(f"/api/games/{game}", headers=GUEST).json()
        expected = {
            "renamed": ("Citra2", True, False),
            "closed": ("Chitra", False, False),
            "deleted": ("Former player", False, False),
        }
        assert shown(told["card"]["sitters"])[0] == expected[what]


def test_who_plays_in_an_account_is_known_after_a_restart(tmp_path: Path) -> None:
    where = tmp_path / "games.db"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with town(tmp_path / "one", Store(where)) as first:
        dora, robot = first.person("Dora"), first.person("Robot", bot=True)
        made = begins(dora)
        robot.says(f"/api/games/{made['game']}/join", invite=made["invite"])
        assert at(dora, made["game"])[1] == ("Robot", True, True)
    with town(tmp_path / "two", Store(where)) as second:
        again = Someone(second.client, "Dora", dora.headers)
        assert at(again, made["game"]) == [("Dora", True, False), ("Robot", True, True)]
