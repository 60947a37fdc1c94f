"""Other formats: points games of several boards, solo, handicaps of removed pieces, and the best of eight boards."""

import random
from pathlib import Path

import pytest
from strategies_game import DOUBLES, SINGLES, THREE, header, next_event, play

from carrom.board.disc import BLACKS, QUEEN, WHITES, Disc
from carrom.board.position import Point, Position
from carrom.board.rack import nominal_rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke, RecordError, RefusedRequest
from carrom.game.events import BoardKept, Called, Conceded, Contest, Header, Player, RoundBegun, TimeCalled
from carrom.game.expected import BeginRound, Toss
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked, simulated
from carrom.game.record import read_record, write_record
from carrom.game.replay import divergences
from carrom.game.score import Board
from carrom.game.solo import SoloRun
from carrom.rules.round import Phase, QueenState, in_rack_order
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.values import changed

SOUTH, EAST, NORTH, WEST = Seat


def custom(folder: Path, base: str, **changes: object) -> Ruleset:
    file = folder / "house.toml"
    lines = [f'extends = "{base}"', 'name = "house"']
    lines += [f"{key} = {str(value).lower() if isinstance(value, bool) else value!r}" for key, value in changes.items()]
    file.write_text("\n".join(lines).replace("'", '"') + "\n", encoding="utf-8")
    return ruleset(str(file))


def kept(game: GameHistory, *totals: int) -> GameHistory:
    awaited = game.expected[0]
    assert isinstance(awaited, BeginRound)
    return game.apply(BoardKept(breaker=awaited.breakers[0], totals=totals))


# -- points games of several boards ---------------------------------------------------------------------------------


def test_a_points_game_to_a_target_adds_up_over_its_boards(tmp_path: Path) -> None:
    rules = custom(tmp_path, "points", target_points=300, board_limit="none", late_board_limit="none")
    game = GameHistory.begin(changed(header("points"), first_break="A"), rules)
    game = kept(game, 100, 85)
    assert (game.score, game.result, game.expected) == ((100, 85), None, (BeginRound((NORTH,), 2),))
    game = kept(game, 100, 85)
    assert (game.score, game.expected) == ((200, 170), (BeginRound((SOUTH,), 3),))
    assert kept(game, 99, 80).result is None, "one short of the target"
    over = kept(game, 100, 80)
    assert over.result is not None
    assert (over.result.winners, over.result.score) == (("A",), (300, 250))
    assert read_record(write_record(over)) == over


def test_a_points_game_of_three_boards_ends_with_the_third_and_may_be_shared(tmp_path: Path) -> None:
    rules = custom(tmp_path, "three-player", board_limit=3, late_board_limit=3)
    game = GameHistory.begin(changed(header("three-player", THREE), first_break="A"), rules)
    for breaker in (SOUTH, EAST, NORTH):
        assert game.expected == (BeginRound((breaker,), game.state.game.counted + 1),)
        game = kept(game, *((12, 11, 9) if breaker is not EAST else (9, 11, 12)))
    assert game.result is not None
    assert (game.result.winners, game.result.score) == (("A", "B"), (33, 33, 30))


def test_a_cancelled_board_of_a_points_game_counts_for_nothing(tmp_path: Path) -> None:
    rules = custom(tmp_path, "points", board_limit=2, late_board_limit=2)
    game = kept(GameHistory.begin(changed(header("points"), first_break="A"), rules), 100, 85)
    game = game.apply(RoundBegun(breaker=NORTH)).apply(Called(what="unforeseen"))
    assert (game.score, game.expected) == ((100, 85), (BeginRound((NORTH,), 2),))
    assert kept(game, 0, 185).result is not None


def test_the_running_board_adds_to_the_points_of_those_before(tmp_path: Path) -> None:
    rules = custom(tmp_path, "points", board_limit=4, late_board_limit=4)
    game = kept(GameHistory.begin(changed(header("points"), first_break="A"), rules), 100, 85)
    rng = random.Random(2)
    seen = set()
    while game.state.game.counted < 2:
        game = game.apply(next_event(game, rng))
        seen.add(game.score)
    assert len(seen) > 3
    assert all(score[0] >= 100 and score[1] >= 85 for score in seen)
    board = game.state.game.boards[1]
    assert game.score == (100 + board.totals[0], 85 + board.totals[1])
    over = game.apply(RoundBegun(breaker=SOUTH)).apply(TimeCalled())
    assert over.result is not None
    assert over.result.score == game.score
    conceded = game.apply(Conceded(side="A"))
    assert conceded.result is not None
    assert (conceded.result.winners, conceded.result.score) == (("B",), game.score)


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("seed", range(6))
def test_points_games_of_several_boards_are_played_and_read_again(tmp_path: Path, seed: int) -> None:
    rules = custom(tmp_path, "points", target_points=400, board_limit=5, late_board_limit=5)
    players = DOUBLES if seed % 2 else SINGLES
    game = play(GameHistory.begin(header("points", players), rules), random.Random(seed))
    counted = game.state.game.counted
    assert 3 <= counted <= 5
    assert counted == 5 or max(game.score) >= 400
    breakers = [board.breaker for board in game.state.game.boards if not board.replay]
    after = game.state.seating.after
    assert breakers[1:] == [after(breaker) for breaker in breakers[:-1]]
    assert read_record(write_record(game)) == game


def test_one_board_is_still_one_game_without_a_target(tmp_path: Path) -> None:
    game = kept(GameHistory.begin(changed(header("points"), first_break="A")), 100, 85)
    assert game.result is not None
    board = GameHistory.begin(
        changed(header("points", contest="board"), first_break="A"), custom(tmp_path, "points", board_limit=3)
    )
    assert kept(board, 100, 85).result is not None, "the contest is one board"


def test_a_points_game_conceded_before_its_first_board_has_a_score() -> None:
    game = GameHistory.begin(header("points")).apply(Conceded(side="B"))
    assert game.result is not None
    assert (game.result.winners, game.result.score) == (("A",), (0, 0))
    assert write_record(game).endswith("end 1 A 0-0\n")


# -- solo -----------------------------------------------------------------------------------------------------------

ALONE = (Player(name="Asha", seat=NORTH, side="A"),)


@pytest.mark.parametrize("seed", range(5))
def test_one_player_alone_plays_a_points_game_to_its_end(tmp_path: Path, seed: int) -> None:
    rules = custom(tmp_path, "points", players=[1])
    game = GameHistory.begin(header("points", ALONE), rules)
    assert game.expected == (BeginRound((NORTH,), 1),), "nobody to toss with"
    assert (game.score, game.state.sides, game.games_won) == ((0,), ("A",), (0,))
    game = play(game, random.Random(seed))
    assert game.result is not None
    assert (game.result.winners, game.result.score) == (("A",), game.score)
    assert read_record(write_record(game)) == game


def test_who_plays_alone_is_side_a_and_only_where_the_rules_know_it(tmp_path: Path) -> None:
    rules = custom(tmp_path, "points", players=[1])
    with pytest.raises(RefusedRequest, match="a single player is side A"):
        GameHistory.begin(header("points", (changed(ALONE[0], side="B"),)), rules)
    with pytest.raises(RefusedRequest, match="1 player sits at the board; icf is for 2 or 4"):
        GameHistory.begin(header("icf", ALONE))


# -- handicaps: pieces removed before the board ---------------------------------------------------------------------


def test_men_taken_off_lie_neither_on_the_board_nor_in_a_pocket() -> None:
    game = GameHistory.begin(changed(header(), first_break="A", handicap=(0, 2)))
    first = game.apply(RoundBegun(breaker=SOUTH)).round
    assert first is not None
    assert (first.men_on_board(0), first.men_on_board(1), first.pocketed) == (9, 7, ())
    assert not {BLACKS[7], BLACKS[8]} & set(first.on_board)
    game = game.apply(BoardKept(breaker=SOUTH, board=Board(winner="A", men_left=4, queen="A")))
    second = game.apply(RoundBegun(breaker=NORTH)).round
    assert second is not None
    assert (second.men_on_board(0), second.men_on_board(1)) == (9, 7), "the side's men, whatever their colour"
    assert not {WHITES[7], WHITES[8]} & set(second.on_board)


@pytest.mark.parametrize("handicap", [(0, 2), (3, 0), (1, 1), (0, 8), (0, 0)])
def test_a_game_with_a_handicap_is_played_written_and_read(handicap: tuple[int, int]) -> None:
    game = play(GameHistory.begin(changed(header(), handicap=handicap)), random.Random(7))
    text = write_record(game)
    assert read_record(text) == game
    answer = {(0, 2): "B 2", (3, 0): "A 3", (1, 1): "A 1 B 1", (0, 8): "B 8", (0, 0): "none"}[handicap]
    assert f'[Handicap "{answer}"]' in text


def test_a_simulated_rack_lacks_the_men_taken_off_and_is_verified() -> None:
    game = GameHistory.begin(simulated(Header(players=SINGLES, first_break="B", handicap=(1, 2))))
    begun = racked(game, 5)
    assert begun.position is not None
    assert len(begun.position) == 16
    after = game.apply(begun)
    assert after.round is not None
    assert set(begun.position.discs) == set(after.round.on_board)
    assert list(divergences(after)) == []
    whole = GameHistory.begin(simulated(Header(players=SINGLES, first_break="B")))
    with pytest.raises(RefusedRequest, match="a rack has the queen and 15 pieces here; this one has 19 discs"):
        game.apply(racked(whole, 5))
    other = changed(begun, position=racked(whole, 5).position.without(WHITES[0]).without(WHITES[1]).without(BLACKS[0]))  # type: ignore[union-attr]
    with pytest.raises(RefusedRequest, match="other pieces than the handicap leaves"):
        game.apply(other)


@pytest.mark.parametrize(
    ("book", "handicap", "expected"),
    [
        ("icf", (0, 9), "0 to 8 of each of 2 sides"),
        ("icf", (-1, 0), "0 to 8 of each of 2 sides"),
        ("icf", (1,), "0 to 8 of each of 2 sides"),
        ("points", (0, 1), "nobody owns one"),
    ],
)
def test_a_handicap_that_cannot_be_is_refused(book: str, handicap: tuple[int, ...], expected: str) -> None:
    with pytest.raises(RefusedRequest, match=expected):
        GameHistory.begin(changed(header(book), handicap=handicap))


@pytest.mark.parametrize("tag", ["B", "B 2 A 1", "C 1", "A 1B 2", "", "B 12", "2"])
def test_a_handicap_tag_that_says_nothing_is_refused(tag: str) -> None:
    text = write_record(GameHistory.begin(changed(header(), handicap=(0, 2)))).replace('"B 2"', f'"{tag}"')
    with pytest.raises(RecordError, match=r'the tag Handicap is .*; expected sides and numbers, as in "B 2"'):
        read_record(text)


# -- best of eight boards -------------------------------------------------------------------------------------------


def boards(*winners: str, contest: Contest = "most-of-8-boards") -> GameHistory:
    game = GameHistory.begin(changed(header("classic-29", contest=contest), first_break="A"))
    for winner in winners:
        awaited = game.expected[0]
        assert isinstance(awaited, BeginRound)
        board = Board(winner=winner, men_left=2, queen=winner)  # type: ignore[arg-type]
        game = game.apply(BoardKept(breaker=awaited.breakers[0], board=board))
    return game


def test_most_of_eight_boards_is_over_when_the_other_cannot_reach_the_leader() -> None:
    assert boards(*"AAAA").result is None
    over = boards(*"AAAAA").result
    assert over is not None
    assert (over.winners, over.score) == (("A",), (5, 0))
    late = boards(*"ABABABAA").result
    assert late is not None
    assert late.score == (5, 3)


def test_four_boards_each_are_settled_by_an_extra_board_after_a_toss() -> None:
    game = boards(*"ABABABAB")
    assert (game.result, game.score, game.expected) == (None, (4, 4), (Toss(("A", "B"), break_only=True),))
    assert read_record(write_record(game)) == game


@pytest.mark.parametrize(
    ("contest", "needed"), [("board", 1), ("best-of-3-boards", 2), ("best-of-5-boards", 3), ("most-of-8-boards", 5)]
)
def test_a_contest_of_boards_is_won_with_more_than_half_of_them(contest: Contest, needed: int) -> None:
    assert boards(*"B" * (needed - 1), contest=contest).result is None
    over = boards(*"B" * needed, contest=contest)
    assert over.result is not None
    assert (over.result.winners, over.result.score, over.score) == (("B",), (0, needed), (0, needed))


def test_a_board_of_a_contest_of_boards_begins_with_no_points() -> None:
    game = boards("A")
    game = game.apply(RoundBegun(breaker=game.expected[0].breakers[0]))  # type: ignore[union-attr]
    assert game.round is not None
    assert [side.score for side in game.round.sides] == [0, 0]


# -- Solo runs: a turn lost after the break is a miss, black follows white, and the player always strikes

SOFT = Stroke(0, 0, 20_000)
"""Touches nothing."""
HANGING = (Point(-325_000, 325_000), Point(325_000, 325_000))
INTO = (Stroke(-150_000, -640_000, 2_000_000), Stroke(150_000, 640_000, 2_000_000))
"""Strokes at pieces on the edge of the far pockets."""


def playing(men: dict[Disc, Point], queen: bool = False) -> SoloRun:
    """Return a run after its break with only these discs left."""
    begun = SoloRun.begin(1)
    lying = in_rack_order([*men, *([QUEEN] if queen else [])])
    south = begun.round.side_of(Seat.SOUTH)
    round_ = changed(
        begun.round,
        phase=Phase.PLAY,
        on_board=lying,
        pocketed=tuple(disc for disc in begun.round.on_board if disc not in lying),
        queen=QueenState.BOARD if queen else QueenState.COVERED,
        queen_side=None if queen else south,
        queen_turn=None if queen else 0,
        sides=tuple(changed(side, pocketed_before=True, pocketed_by_self=True) for side in begun.round.sides),
        struck=True,
    )
    return changed(begun, round=round_, position=Position.of(men), strokes=1)


def test_a_run_begins_with_a_break_on_a_rack_whose_gaps_are_not_seen() -> None:
    begun = SoloRun.begin(3)
    assert begun.is_break
    assert begun.position == nominal_rack()
    assert begun.lies != begun.position
    assert begun.lies == SoloRun.begin(3).lies != SoloRun.begin(4).lies


def test_a_break_that_loses_the_turn_is_no_miss_and_he_goes_on() -> None:
    after = SoloRun.begin(3).struck(Stroke(0, 100_000, 1_500_000)).after
    assert (after.strokes, after.misses) == (1, 0)
    assert not after.is_break
    assert after.round.turn is Seat.SOUTH
    assert after.position == after.lies


def test_a_turn_lost_is_a_miss_and_a_man_pocketed_is_none() -> None:
    at = playing({WHITES[0]: HANGING[0], WHITES[1]: Point(0, 0), BLACKS[0]: Point(90_000, 0)})
    hit, missed = at.struck(INTO[0]), at.struck(Stroke(0, 300_000, 300_000))
    assert WHITES[0] not in hit.after.position
    assert (hit.kept, hit.after.misses) == (True, 0)
    assert (missed.kept, missed.counts, missed.after.misses) == (False, True, 1)
    assert missed.after.round.turn is Seat.SOUTH
    assert missed.after.round.struck is False


def test_a_stroke_that_does_not_count_is_no_miss() -> None:
    at = playing({WHITES[0]: HANGING[0], BLACKS[0]: Point(90_000, 0)})
    after = at.struck(SOFT)
    assert (after.counts, after.after.misses, after.after.idle) == (False, 0, 1)


def test_the_blacks_follow_the_last_white_and_the_run_ends_with_the_last_black() -> None:
    at = playing({WHITES[0]: HANGING[0], BLACKS[0]: HANGING[1]})
    second = at.struck(INTO[0]).after
    assert second.blacks
    assert not second.over
    assert second.position.discs == (BLACKS[0],)
    end = second.struck(INTO[1]).after
    assert end.over
    assert (end.strokes, end.misses) == (3, 0)


def test_a_striker_that_may_not_stand_there_is_refused_and_nothing_has_changed() -> None:
    at = SoloRun.begin(1)
    with pytest.raises(IllegalStroke):
        at.struck(Stroke(400_000, 0, 1_000_000))
    assert at == SoloRun.begin(1)
