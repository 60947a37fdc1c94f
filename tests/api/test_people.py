"""Accounts over HTTP: sessions, live games and TV, visibility of game lists, and results between two players."""

import time
from collections.abc import Iterator

import pytest
from api.people import FAR, Someone, Town, town
from api.test_games import Reading, begun

from carrom.board.seat import Seat
from carrom.protocol import SeatPlan, Terms, Who
from carrom.protocol.common import Length
from carrom.protocol.http_lobby import WatchableGame
from carrom.server.lobby.routes import TvDelay, best
from carrom.server.people.models import Token, added, done
from carrom.server.people.ratings import MOST_OF_PAIR, changes_of, rerated
from carrom.server.people.sessions import Scope
from carrom.tokens import hashed

GENTLE = {"x": 0, "vx": 0, "vy": 300_000}
WATCHED = Terms(
    seats=tuple(SeatPlan(seat=seat, who=Who.HERE) for seat in (Seat.SOUTH, Seat.NORTH)),
    first_break=Seat.SOUTH,
    watching=True,
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    with town(tmp_path_factory.mktemp("static")) as found:
        yield found


def found(one: Someone, other: Someone, **terms: object) -> str:
    """Pair two players through a seek in the lobby, answer the toss, and return their game's id."""
    seek = one.says("/api/seeks", terms=terms)["seek"]["id"]
    game = other.says(f"/api/seeks/{seek}/take")["game"]
    for _ in range(3):
        asked = one.asks(f"/api/games/{game}")["state"]["expected"][0]
        for each in (one, other):
            sitters = each.asks(f"/api/games/{game}")["card"]["sitters"]
            seat = next(sitter["seat"] for sitter in sitters if sitter["name"] == each.name)
            if seat == asked.get("seat") and asked["type"] in WORDS:
                each.acts(game, asked["type"], **WORDS[asked["type"]])
    return game


WORDS = {"guess": {"hand": "left"}, "choose": {"what": "break"}, "sit": {"swap": False}}


def strikes(game: str, *players: Someone) -> None:
    """Play a gentle stroke as the player in turn."""
    state = players[0].asks(f"/api/games/{game}")
    asked = state["state"]["expected"][0]["seat"]
    sitter = next(each["sitter"] for each in state["state"]["seated"] if each["seat"] == asked)
    name = next(each["name"] for each in state["card"]["sitters"] if each["seat"] == sitter)
    next(each for each in players if each.name == name).acts(game, "strike", stroke=GENTLE)


def test_an_account_is_told_who_it_is_what_it_may_do_and_where_it_plays(place):
    asha, bala = place.person("Asha", Scope.PLAY, Scope.SEEKS), place.person("Bala")
    answer = asha.asks("/api/account")
    assert (answer["name"], answer["bot"], answer["muted"], answer["ratings"]) == ("Asha", False, False, [])
    assert answer["scopes"] == ["play", "seeks"]
    assert asha.asks("/api/account/playing") == {"games": []}
    game = found(asha, bala)
    (here,) = asha.asks("/api/account/playing")["games"]
    assert (here["game"], here["over"], [each["name"] for each in here["sitters"]]) == (game, False, ["Asha", "Bala"])
    bala.acts(game, "resign")
    assert asha.asks("/api/account/playing") == {"games": []}
    assert place.client.get("/api/account").status_code == 401
    assert place.client.get("/api/account/playing").status_code == 401


def test_a_program_sees_no_other_token_of_its_account_and_gives_its_own_back(place):
    jaya = place.person("Jaya", Scope.PLAY)
    other = Token(hashed("carrom_" + "o" * 40), "id-of-Jaya", "a secret project", "study", 1, 0, FAR)
    done(place.store.database, added(other))
    (mine,) = jaya.asks("/api/tokens")["tokens"]
    assert (mine["label"], mine["scopes"], mine["this"]) == ("a program", ["play"], True)
    assert "t" * 24 not in str(mine)
    assert jaya.says("/api/tokens/end") == {"type": "done"}
    status, said = jaya.is_refused("/api/tokens/end")
    assert (status, "revoked" in said) == (401, True)
    assert place.client.get("/api/tokens").status_code == 401


def test_who_is_muted_seeks_and_challenges_nobody_and_may_withdraw(place):
    ines = place.person("Ines")
    seek = ines.says("/api/seeks", terms={"ruleset": "club"})["seek"]["id"]
    done(place.store.database, ("UPDATE account SET muted = ? WHERE name = ?", (FAR, "Ines")))
    for path, body in (("/api/seeks/quick", {}), ("/api/challenges", {"to": "Emil", "terms": {}})):
        assert ines.is_refused(path, **body) == (403, MUTED)
    assert ines.says(f"/api/seeks/{seek}/withdraw") == {"type": "done"}


MUTED = "A moderator has muted this account for some days; it cannot create or join seeks until then."


def test_a_token_for_studies_does_not_hear_who_challenges(place):
    heard = {}
    for name, scope, lines in (("Emil", Scope.STUDY, 1), ("Fritz", Scope.CHALLENGES, 2)):
        word = place.person(name, scope).headers["authorization"].split()[1]
        reading = Reading(place.client, "/api/lobby", word)
        heard[name] = [reading.next()["type"] for _ in range(lines)]
        reading.close()
    assert heard == {"Emil": ["lobby"], "Fritz": ["lobby", "yours"]}


@pytest.mark.slow
def test_a_coach_knows_who_plays_by_his_account_too(place):
    hema = place.person("Hema")
    seats = [{"seat": "south", "who": "me"}, {"seat": "north", "who": "program", "level": "beginner"}]
    game = hema.says("/api/games", terms={"seats": seats, "first_break": "south"})["game"]
    answer = place.client.get(f"/api/coach/{game}?stroke=1", headers=hema.headers)
    assert "no stroke 1" in answer.text.lower(), answer.text
    assert place.client.get(f"/api/coach/{game}?stroke=1").status_code == 401


def test_a_game_that_is_played_is_listed_and_shown_until_it_is_over(place):
    bot, chitra = place.person("Deep-Thumb", bot=True), place.person("Chitra")
    game = found(bot, chitra, ruleset="club")
    reading = Reading(place.client, f"/api/games/{game}/stream", chitra.headers["authorization"].split()[1])
    reading.until("seats")
    (live,) = [each for each in chitra.asks("/api/games/live", ruleset="club")["games"] if each["game"] == game]
    assert dict(zip(live["names"], live["bots"], strict=True)) == {"Deep-Thumb": True, "Chitra": False}
    assert live["rated"]
    assert chitra.asks("/api/games/live", ruleset="club", rated=False) == {"games": []}
    assert chitra.asks("/api/tv")["game"]["game"] == game
    bot.acts(game, "resign")
    assert chitra.asks("/api/games/live", ruleset="club") == {"games": []}
    reading.close()


def test_whose_games_everybody_may_look_at_are_listed_to_all_and_his_others_to_himself(place):
    dev, esha = place.person("Dev"), place.person("Esha")
    rated = found(dev, esha)
    alone = dev.says(
        "/api/games",
        terms={"seats": [{"seat": "south", "who": "me"}, {"seat": "north", "who": "program", "level": "beginner"}]},
    )["game"]
    mine, theirs = dev.lists("/api/users/Dev/games"), esha.lists("/api/users/dev/games")
    assert ({each["game"] for each in mine}, [each["game"] for each in theirs]) == ({rated, alone}, [rated])
    assert theirs[0]["rated"]
    assert esha.lists("/api/users/Dev/games", rated=False) == []
    assert [each["game"] for each in esha.lists("/api/users/Dev/games", vs="esha")] == [rated]
    dev.acts(rated, "resign")
    nobody = place.client.get("/api/users/Nobody/games")
    assert (nobody.status_code, "There is no player named" in nobody.json()["detail"]) == (404, True)


def test_two_who_have_played_rated_games_are_told_how_they_fared(place):
    fay, gita = place.person("Fay"), place.person("Gita")
    none = fay.asks("/api/users/Fay/crosstable/Gita")
    assert (none["won"], none["drawn"], none["lost"], none["last"]) == (0, 0, 0, [])
    game = found(fay, gita)
    for _ in range(8):
        strikes(game, fay, gita)
    gita.acts(game, "resign")
    for _ in range(100):
        answer, standings = fay.asks("/api/users/Fay/crosstable/Gita"), fay.asks("/api/account")["ratings"]
        if answer["last"] and standings:
            break
    assert (answer["won"], answer["lost"], answer["last"][0]["game"], answer["last"][0]["share"]) == (1, 0, game, 1.0)
    assert (gita.asks("/api/users/Gita/crosstable/Fay")["lost"]) == 1
    (standing,) = standings
    assert (standing["pool"]["pool"], standing["rating"]["rating"] > 1500) == ("icf.game", True)
    who = gita.asks("/api/users/fAY")
    assert (who["name"], who["bot"], who["ratings"], who["made"] % 86_400_000) == ("Fay", False, [standing], 0)
    (course,) = gita.asks("/api/users/fay/rating-history")["pools"]
    (point,) = course["points"]
    assert (point["game"], point["share"], point["undone"]) == (game, 1.0, False)
    assert point["rating"] == 1500 + point["gain"] == standing["rating"]["rating"]
    for path in ("/api/users/Nobody", "/api/users/Nobody/rating-history"):
        assert place.client.get(path).status_code == 404


def games_given_up(place, winner: str, loser: str, games: int, strokes: int) -> list[str]:
    """Return rated games between two players, each resigned after some strokes, once the last one is processed."""
    one, other = place.person(winner), place.person(loser)
    played = []
    for _ in range(games):
        played.append(found(one, other, stake="rated"))
        for _ in range(strokes):
            strikes(played[-1], one, other)
        other.acts(played[-1], "resign")
    asked = "SELECT count(*) FROM attended WHERE game = ?"
    until = time.monotonic() + 20
    while any(place.store.database.ask(asked, (game,)) == [(0,)] for game in played):
        assert time.monotonic() < until
        time.sleep(0.05)
    return played


def test_ten_games_of_one_stroke_raise_no_rating(place):
    games_given_up(place, "Maya", "Naga", games=10, strokes=1)
    assert place.client.get("/api/users/Maya").json()["ratings"] == []


def test_two_players_are_rated_for_six_games_a_day(place):
    played = games_given_up(place, "Oona", "Pari", games=8, strokes=8)
    (course,) = place.client.get("/api/users/Oona/rating-history").json()["pools"]
    assert [each["game"] for each in course["points"]] == played[:MOST_OF_PAIR]
    before = place.store.database.view(changes_of)
    assert rerated(place.store.database) == ()
    place.store.database.write(("DELETE FROM rating_change", ()), ("DELETE FROM rating", ()))
    rerated(place.store.database)
    again = {each.game for each in place.store.database.view(changes_of)} & set(played)
    assert len(again) == MOST_OF_PAIR
    assert len(before) == len(place.store.database.view(changes_of))


def test_the_feed_shows_a_rated_game_a_stroke_late_and_then_its_end(place):
    hari, ila = place.person("Hari"), place.person("Ila")
    game = found(hari, ila)
    reading = Reading(place.client, "/api/tv/feed", "nobody-in-particular")
    while (message := reading.until("tv"))["game"] is None or message["game"]["game"] != game:
        pass
    strikes(game, hari, ila)
    strikes(game, hari, ila)
    first = reading.until("played")["version"]
    assert first < hari.asks(f"/api/games/{game}")["version"]
    ila.acts(game, "resign")
    assert reading.until("played")["version"] > first
    assert reading.until("acted")["state"]["result"]
    reading.close()


def test_games_that_do_not_count_are_listed_apart(place):
    game = begun(place.client, WATCHED)
    watching = Reading(place.client, f"/api/games/{game['game']}/stream", game["key"])
    watching.until("seats")
    live = place.client.get("/api/games/live?rated=false").json()["games"]
    assert [(each["game"], each["rated"]) for each in live] == [(game["game"], False)]
    watching.close()


def test_of_a_rated_game_a_stroke_is_told_when_the_next_one_has_been_played():
    lines: list[str] = []
    late = TvDelay(lines.append)
    for text in ('{"type":"seats"}', '{"type":"played","version":3}', '{"type":"clock"}'):
        late(text)
    assert lines == ['{"type":"seats"}']
    late('{"type":"played","version":4}')
    assert lines[1:] == ['{"type":"played","version":3}', '{"type":"clock"}']
    late.flush()
    assert lines[-1] == '{"type":"played","version":4}'


def playing(game: str, *, rated: bool = False, ratings: tuple[int | None, ...] = (), begun: int = 1) -> WatchableGame:
    return WatchableGame(
        game=game, ruleset="icf", length=Length.GAME, names=(), sides=(), score=(), games=(), board=1,
        rated=rated, ratings=ratings, begun=begun,
    )  # fmt: skip


def test_shown_is_a_rated_game_before_others_then_the_strongest_then_the_last_begun():
    plain, weak, strong = (
        playing("a" * 8, ratings=(2400, 2400), begun=9),
        playing("b" * 8, rated=True, ratings=(1400, None), begun=8),
        playing("c" * 8, rated=True, ratings=(1700, 1600)),
    )
    assert best([plain, weak, strong]) == strong
    assert best([plain, weak]) == weak
    assert best([plain, playing("d" * 8, ratings=(2400, 2400), begun=10)]).game == "d" * 8
    assert best([]) is None


def test_a_game_is_called_off_over_http_before_its_first_stroke_and_not_after_it(place):
    jaya, kala = place.person("Jaya"), place.person("Kala")
    game = found(jaya, kala)
    answer = kala.says(f"/api/games/{game}/abort")
    assert kala.says(f"/api/games/{game}/abort") == answer
    result = jaya.asks(f"/api/games/{game}")["state"]["result"]
    assert (result["aborted"], result["winner"]) == (True, None)
    assert jaya.asks("/api/account/playing") == {"games": []}
    second = found(jaya, kala)
    strikes(second, jaya, kala)
    status, why = kala.is_refused(f"/api/games/{second}/abort")
    assert (status, "1 stroke has been played; resign it" in why) == (409, True)
    kala.acts(second, "resign")
    looking = place.client.post(f"/api/games/{second}/abort")
    assert (looking.status_code, "You are a spectator" in looking.json()["detail"]) == (403, True)


def test_the_same_is_played_again_once_both_have_said_so_over_http(place):
    lila, mira = place.person("Lila"), place.person("Mira")
    game = found(lila, mira)
    status, why = lila.is_refused(f"/api/games/{game}/rematch")
    assert (status, why) == (409, "A rematch is possible only after the game is over.")
    mira.acts(game, "resign")
    reading = Reading(place.client, "/api/stream/events", mira.headers["authorization"].split()[1])
    reading.until("all")
    offered = lila.says(f"/api/games/{game}/rematch")
    assert (offered["game"], offered["by"]) == (None, ["south"])
    assert lila.says(f"/api/games/{game}/rematch") == offered
    again = mira.says(f"/api/games/{game}/rematch")["game"]
    assert again not in (None, game)
    assert reading.until("game")["game"] == again
    assert lila.says(f"/api/games/{game}/rematch")["game"] == again
    assert lila.asks(f"/api/games/{again}")["card"]["rated"]
    lila.acts(again, "resign")
    reading.close()


def test_a_challenge_and_its_answer_are_told_in_the_stream_of_events_of_both(place):
    nila, olu = place.person("Nila"), place.person("Olu", bot=True)
    reading = {
        who: Reading(place.client, "/api/stream/events", who.headers["authorization"].split()[1]) for who in (nila, olu)
    }
    for each in reading.values():
        each.until("all")
    first = nila.says("/api/challenges", to="olu", terms={"length": "board"})["challenge"]["id"]
    for who, lines in reading.items():
        message = lines.until("challenge")
        assert (message["challenge"]["id"], message["state"], message["mine"]) == (first, "open", who is nila)
        assert (message["challenge"]["by"]["name"], message["challenge"]["to"]) == ("Nila", "Olu")
    olu.says(f"/api/challenges/{first}/decline")
    assert [lines.until("challenge")["state"] for lines in reading.values()] == ["declined", "declined"]
    second = nila.says("/api/challenges", to="Olu", terms={})["challenge"]["id"]
    assert [lines.until("challenge")["state"] for lines in reading.values()] == ["open", "open"]
    game = olu.says(f"/api/challenges/{second}/accept")["game"]
    while (message := reading[nila].next())["type"] != "challenge" or message["game"] is None:
        assert message["type"] in ("challenge", "game")
    assert (message["state"], message["game"]) == ("taken", game)
    sitters = nila.asks(f"/api/games/{game}")["card"]["sitters"]
    assert {each["name"]: each["bot"] for each in sitters} == {"Nila": False, "Olu": True}
    for lines in reading.values():
        lines.close()
    late = Reading(place.client, "/api/stream/events", olu.headers["authorization"].split()[1])
    assert (late.next()["game"], late.next()["type"]) == (game, "all"), (
        "what was answered is not told to who comes later"
    )
    late.close()
    olu.says(f"/api/games/{game}/abort")


def test_a_list_of_games_says_of_each_that_is_over_how_it_ended(place):
    pia, ravi = place.person("Pia"), place.person("Ravi")

    def ends() -> list[object]:
        lines = {each["game"]: each["result"] for each in pia.lists("/api/users/Ravi/games")}
        assert lines == {each["game"]: each["result"] for each in pia.lists("/api/games")}
        return [lines[game] and (lines[game]["how"], lines[game]["winners"]) for game in games]

    games = [found(pia, ravi), found(pia, ravi)]
    assert ends() == [None, None]
    pia.says(f"/api/games/{games[0]}/abort")
    strikes(games[1], pia, ravi)
    ravi.acts(games[1], "resign")
    assert ends() == ends() == [("aborted", []), ("conceded", [0])]
    line = next(each for each in ravi.lists("/api/users/Pia/games") if each["game"] == games[1])
    assert line["result"]["sides"] == [["south"], ["north"]]
    assert len(line["result"]["score"]) == 2
    (row,) = [each for each in pia.lists("/api/games/search", text="Ravi") if each["game"] == games[0]]
    assert row["result"]["how"] == "aborted"


def test_a_token_that_reads_changes_nothing(place):
    asha, bala = place.person("Asha", Scope.PLAY, Scope.SEEKS), place.person("Bala")
    game = found(asha, bala)
    word = "carrom_" + "r" * 40
    done(place.store.database, added(Token(hashed(word), "id-of-Asha", "a diary", "read", 1, 0, FAR)))
    diary = Someone(place.client, "Asha", {"authorization": f"Bearer {word}"})
    assert game in [each["game"] for each in diary.lists("/api/games")]
    assert diary.asks(f"/api/games/{game}")["card"]["game"] == game
    assert game in [each["game"] for each in diary.asks("/api/account/playing")["games"]]
    assert place.client.get(f"/games/{game}.carrom", headers=diary.headers).status_code == 200
    version = diary.asks(f"/api/games/{game}")["version"]
    resign = {"type": "resign", "nonce": "n" * 16, "version": version, "seat": "south", "what": "game"}
    for path, body in (
        (f"/api/games/{game}/commands", resign),
        (f"/api/games/{game}/abort", {}),
        (f"/api/games/{game}/rematch", {}),
        ("/api/seeks", {"terms": {}}),
        ("/api/challenges", {"to": "Bala", "terms": {}}),
    ):
        assert place.client.post(path, headers=diary.headers, json=body).status_code in (403, 422), path
    status, said = diary.is_refused(f"/api/games/{game}/commands", **resign)
    assert (status, "scope play" in said) == (403, True)
    for path in (f"/api/games/{game}/stream", "/api/stream/events"):
        assert place.client.get(path, headers=diary.headers).status_code == 403, "a line shows a player as here"
    assert diary.asks(f"/api/games/{game}")["version"] == version
