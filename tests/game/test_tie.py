"""Ties between teams: line-ups, and a tie's score from its rubbers."""

import random

import pytest
from strategies_game import DOUBLES, header, play

from carrom.errors import RecordError, RefusedRequest
from carrom.game.events import Awarded, Conceded
from carrom.game.game import GameHistory
from carrom.game.match import Pairing, check_lineup, fewest, first_lineup
from carrom.game.tie import Team, Tie, tie_of
from carrom.game.tie_record import read_tie, write_tie
from carrom.rules.custom import custom
from carrom.rules.ruleset import ruleset

EVENT = ruleset("team-event")
SINGLES_1 = Pairing(a=("Asha",), b=("Bilal",))
SINGLES_2 = Pairing(a=("Chitra",), b=("Dev",))
PAIRS = Pairing(a=("Asha", "Chitra"), b=("Bilal", "Esra"))


def test_a_player_may_play_one_singles_and_the_doubles() -> None:
    check_lineup(EVENT, [SINGLES_1, SINGLES_2, PAIRS])
    check_lineup(EVENT, [SINGLES_1])


LINEUPS = {
    "two singles by one player": ([SINGLES_1, SINGLES_1], "Asha already plays a singles"),
    "a pair in singles": ([PAIRS], "rubber 1 is a singles; side A names 2, expected 1"),
    "one player as a pair": ([SINGLES_1, SINGLES_2, Pairing(a=("Asha", "Asha"), b=("Bilal", "Dev"))], "expected 2"),
    "a rubber too many": ([SINGLES_1, SINGLES_2, PAIRS, SINGLES_1], "the tie has 3"),
}


@pytest.mark.parametrize("what", LINEUPS)
def test_a_lineup_the_event_does_not_allow_is_refused(what: str) -> None:
    lineup, expected = LINEUPS[what]
    with pytest.raises(RefusedRequest, match=expected):
        check_lineup(EVENT, lineup)


def test_a_rule_set_without_ties_has_no_lineup() -> None:
    with pytest.raises(RefusedRequest, match="has no ties"):
        check_lineup(ruleset("eight-rounds"), [SINGLES_1])


def test_a_tie_is_counted_from_its_games() -> None:
    first = play(GameHistory.begin(header("team-event")), random.Random(1))
    second = GameHistory.begin(header("team-event")).apply(Conceded(side="A"))
    third = GameHistory.begin(header("team-event", DOUBLES))
    assert first.result is not None
    won = [first.result.winners[0], "B"]
    stand = tie_of(EVENT, [first, second, third])
    assert stand.score == (won.count("A"), won.count("B"))
    assert stand.rubbers[0].score == first.result.score
    assert stand.rubbers[1].winner == "B"


TEAMS = (Team(name="Pune", players=("Asha", "Chitra")), Team(name="Delhi"))


def played(tie: Tie, loser: str) -> Tie:
    """Play the next rubber; one side concedes it."""
    game = GameHistory.begin(tie.header(), tie.rules)
    return tie.opened(game).after(game.apply(Conceded(side=loser)))  # type: ignore[arg-type]


def test_a_tie_goes_from_line_up_to_line_up_and_leaves_dead_rubbers_out() -> None:
    tie = Tie.begin(EVENT, TEAMS)
    assert (tie.number, tie.pairing, tie.winner) == (1, None, None)
    with pytest.raises(RefusedRequest, match="rubber 1, a singles, has no players; expected a line-up"):
        tie.header()
    tie = tie.named(SINGLES_1, SINGLES_2, PAIRS)
    tie = played(tie, "B")
    assert [line.standing for line in tie.rubbers] == ["played", "next", "to come"]
    tie = played(tie, "B")
    assert [line.standing for line in tie.rubbers] == ["played", "played", "dead"]
    assert (tie.is_over, tie.number, tie.winner) == (True, None, TEAMS[0])
    with pytest.raises(RefusedRequest, match="the tie is finished"):
        tie.header()


def test_dead_rubbers_are_played_where_the_event_says_so() -> None:
    tie = Tie.begin(EVENT, TEAMS, play_out=True).named(SINGLES_1, SINGLES_2, PAIRS)
    tie = played(played(tie, "B"), "B")
    assert (tie.winner, tie.number, tie.is_over) == (TEAMS[0], 3, False)
    tie = played(tie, "A")
    assert (tie.score.score, tie.winner, tie.is_over) == ((2, 1), TEAMS[0], True)


def test_the_doubles_of_a_tie_sit_as_two_pairs() -> None:
    tie = Tie.begin(EVENT, TEAMS, order=("doubles", "singles")).named(PAIRS)
    seats = {player.seat.value: player.name for player in tie.header().players}
    assert seats == {"south": "Asha", "east": "Bilal", "north": "Chitra", "west": "Esra"}
    game = GameHistory.begin(tie.header(umpire="Ravi"), EVENT)
    assert (game.header.umpire, game.header.match_number) == ("Ravi", "rubber 1")
    open_tie = tie.opened(game)
    assert (open_tie.running, open_tie.number, open_tie.rubbers[0].standing) == (game, 1, "running")
    with pytest.raises(RefusedRequest, match="rubber 1 is being played"):
        open_tie.opened(game)


TIES_REFUSED = {
    "a stranger in a team": (lambda tie: tie.named(Pairing(a=("Zoe",), b=("Bilal",))), "Zoe is not of Pune"),
    "a player against himself": (lambda tie: tie.named(Pairing(a=("Asha",), b=("Asha",))), "plays for both teams"),
    "a record of others": (
        lambda tie: tie.named(SINGLES_2).opened(GameHistory.begin(header("team-event"))),
        "played by Asha for A; the line-up names Chitra",
    ),
    "a record of other rules": (
        lambda tie: tie.named(SINGLES_1).opened(GameHistory.begin(header("icf"))),
        "was played under icf; the tie is played under team-event",
    ),
    "what nobody has begun": (lambda tie: tie.after(GameHistory.begin(header("team-event"))), "no rubber has begun"),
}


@pytest.mark.parametrize("what", TIES_REFUSED)
def test_what_does_not_belong_to_a_tie_is_refused(what: str) -> None:
    act, expected = TIES_REFUSED[what]
    with pytest.raises(RefusedRequest, match=expected):
        act(Tie.begin(EVENT, TEAMS))


def test_teams_of_one_name_are_refused() -> None:
    with pytest.raises(RefusedRequest, match="both teams are called 'Pune'"):
        Tie.begin(EVENT, (TEAMS[0], TEAMS[0]))


def test_a_tie_is_written_and_read_with_its_games() -> None:
    teams = (Team(name='The "Reds"', players=("Asha", "Chitra [c]")), Team(name="Łódź"))
    tie = Tie.begin(EVENT, teams).named(Pairing(a=("Chitra [c]",), b=('Dev "D"',)))
    assert read_tie(write_tie(tie)) == tie
    tie = Tie.begin(EVENT, TEAMS).named(SINGLES_1, SINGLES_2)
    tie = played(tie, "A")
    assert read_tie(write_tie(tie), tie.games) == tie


TIE_TEXT = write_tie(Tie.begin(EVENT, TEAMS).named(SINGLES_1, SINGLES_2))
TORN = {
    "nothing": ("", "the tie has no tag CarromTie"),
    "another version": (TIE_TEXT.replace('"1"', '"7"'), r'line 1: expected \[CarromTie "1"\]'),
    "an unknown tag": (TIE_TEXT.replace("[Order", "[Weather"), "line 5: .*expected one of the tags"),
    "an unknown rubber": (TIE_TEXT.replace("doubles", "triples"), "the tag Order is .*; expected singles and doubles"),
    "neither yes nor no": (TIE_TEXT.replace('"no"', '"maybe"'), "the tag DeadRubbers is 'maybe'; expected yes or no"),
    "a lost line-up": (TIE_TEXT.replace("1. ", "3. "), "line 8: .*expected the line-up of rubber 1"),
    "a torn line-up": (TIE_TEXT[:-4], "line 9: .*expected the line-up of rubber 2"),
    "a stranger": (TIE_TEXT.replace('1. ["Asha"]', '1. ["Zoe"]'), "the tie cannot be played: Zoe is not of Pune"),
    "unknown rules": (TIE_TEXT.replace('"team-event"', '"house"'), "the tie cannot be played"),
}


@pytest.mark.parametrize("what", TORN)
def test_a_torn_or_edited_tie_is_refused_with_what_was_expected(what: str) -> None:
    text, expected = TORN[what]
    with pytest.raises(RecordError, match=expected) as refusal:
        read_tie(text)
    assert "\n" not in str(refusal.value)


def test_a_rubber_that_nobody_came_to_counts_for_nobody_and_the_next_is_played() -> None:
    tie = Tie.begin(EVENT, TEAMS).named(SINGLES_1, SINGLES_2, PAIRS)
    absent = GameHistory.begin(tie.header(), tie.rules).apply(Awarded(side=None, law="Law 143i", how="walkover"))
    tie = tie.opened(absent)
    assert (tie.number, tie.score.score, tie.rubbers[0].standing) == (2, (0, 0), "played")
    given = GameHistory.begin(tie.header(), tie.rules).apply(Awarded(side="B", law="Law 143i", how="walkover"))
    tie = tie.opened(given)
    assert (tie.number, tie.score.score) == (3, (0, 1))
    tie = played(tie, "B")
    assert (tie.is_over, tie.winner, tie.score.score) == (True, None, (1, 1))


def test_a_team_needs_whom_its_rubbers_take_and_is_told_how_many() -> None:
    alone = custom({"extends": "team-event", "may_play_both": False}, "each once")
    for rules, rubbers, needed in (
        (EVENT, ("singles", "singles", "doubles"), 2),
        (EVENT, ("singles", "singles", "singles", "doubles"), 3),
        (alone, ("singles", "singles", "doubles"), 4),
    ):
        assert fewest(rules, rubbers) == needed
        assert first_lineup(rules, ("Asha", "Bilal", "Chitra", "Dev")[:needed], rubbers)
        with pytest.raises(RefusedRequest, match=f"cannot play .*; expected {needed} or more"):
            first_lineup(rules, ("Asha", "Bilal", "Chitra", "Dev")[: needed - 1], rubbers)
