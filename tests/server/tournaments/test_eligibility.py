"""Who may join an online tournament, and until when."""

import pytest
from server.seeks.people import guest, person
from server.tournaments.evening import START, terms

from carrom.errors import RefusedRequest
from carrom.protocol.http_lobby import Counting, Sought
from carrom.server.events.tournaments import TournamentSettings, check_may_join, check_time, check_word, online_terms
from carrom.server.lobby.seeks import LobbyParty
from carrom.tokens import hashed
from carrom.tournament.glicko import Rating
from carrom.tournament.online import Cancelled, Joined, Member, OnlineTournament, Started, apply
from carrom.values import changed

ASHA, ANNA, BOT = guest("Asha"), person("anna"), person("bot", bot=True)


def setting(**more: object) -> TournamentSettings:
    return TournamentSettings(terms=terms(**more), by=Member(party=ANNA.party, hash=""))


@pytest.mark.parametrize(
    ("who", "rating", "games", "more", "sentence"),
    [
        (ASHA, None, 0, {}, None),
        (ANNA, None, 0, {"accounts": True}, None),
        (ASHA, None, 0, {"accounts": True}, "this tournament is for people with accounts; sign in to join it"),
        (ASHA, None, 0, {"game": Sought(stake=Counting.RATED)}, "this tournament is for people with accounts"),
        (BOT, None, 0, {}, "this tournament is not open to bots"),
        (BOT, None, 0, {"bots": True}, None),
        (ANNA, 1500, 4, {"games": 5}, "requires 5 rated games in icf.game, and you have 4"),
        (ANNA, 1500, 5, {"games": 5}, None),
        (ANNA, None, 0, {"game": Sought(high=1600)}, "rating from 0 to 1600 in icf.game, and you have none in it"),
        (ANNA, 1601, 9, {"game": Sought(high=1600)}, "rating from 0 to 1600 in icf.game, and yours is 1601"),
        (ANNA, 1199, 9, {"game": Sought(low=1200)}, "rating from 1200 to 4000 in icf.game, and yours is 1199"),
        (ANNA, 1400, 9, {"game": Sought(low=1200, high=1600)}, None),
    ],
)
def test_only_those_whom_the_terms_allow_may_join(
    who: LobbyParty, rating: int | None, games: int, more: dict[str, object], sentence: str | None
) -> None:
    def check() -> None:
        check_may_join(setting(**more), who, None if rating is None else Rating(rating, 60), games, "icf.game")

    if sentence is None:
        check()
    else:
        with pytest.raises(RefusedRequest, match=sentence):
            check()


def test_an_invitation_code_is_compared_as_a_hash() -> None:
    check_word(None, "anything")
    check_word(hashed("open"), "open")
    for wrong in (None, "", "shut", hashed("open")):
        with pytest.raises(RefusedRequest):
            check_word(hashed("open"), wrong)


@pytest.mark.parametrize(("kind", "late"), [("arena", None), ("swiss", None), ("knockout", "has started")])
def test_after_the_start_an_arena_and_a_swiss_can_be_joined_and_a_knockout_not(kind: str, late: str | None) -> None:
    state = OnlineTournament(terms=online_terms("id", terms(kind, rounds=4)))
    for number in (1, 2):
        member = Member(party=f"guest:{number}", hash="")
        state = apply(state, Joined(at=START, entry=number, member=member))
    check_time(state)
    running = apply(state, Started(at=START))
    if late is None:
        check_time(running)
    else:
        with pytest.raises(RefusedRequest, match=late):
            check_time(running)
    if kind == "swiss":
        check_time(changed(running, round=2))
        with pytest.raises(RefusedRequest, match="half of the rounds"):
            check_time(changed(running, round=3))
    with pytest.raises(RefusedRequest, match="was cancelled"):
        check_time(apply(state, Cancelled(at=START)))
