"""Fixtures for browser tests: a real server in its own process, and a real Chromium.

The browser is `CARROM_CHROMIUM`, else `chromium` or `google-chrome` on the PATH, else playwright's own. Without a
browser or a built client the tests are skipped; with `CI=true` they fail instead.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
expect.set_options(timeout=20_000)
"""In ms; long enough for a page on a busy machine. Assertions return as soon as they hold."""

DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 780}
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

SEEDED = """
import random, sys
import carrom.cli, carrom.server.main.app
carrom.server.main.app.SystemRandom = lambda: random.Random(1)
sys.exit(carrom.cli.main(sys.argv[1:]))
"""
"""Python source that runs `carrom` with a fixed random seed, so that racks and computer strokes repeat."""


ASIDE = frozenset({
    "test_on_a_tablet_held_upright_the_board_stands_above_games_to_go_on_with",
    "test_every_place_looks_as_in_its_reference",
    "test_past_games_are_filtered_downloaded_and_left_out",
    "test_a_replay_shows_the_cards_of_each_moment_and_a_link_opens_it",
    "test_right_to_left_never_mirrors_the_board",
    "test_discs_are_dragged_and_what_cannot_lie_so_is_said_in_millimetres",
    "test_a_game_begins_from_a_position_that_is_pasted_and_an_impossible_one_is_refused_in_a_sentence",
    "test_time_runs_out_at_the_plate_and_the_law_says_what_follows",
    "test_two_books_are_compared_and_the_pair_is_an_address",
    "test_a_coach_speaks_after_a_stroke_where_he_may_and_only_if_asked_for",
    "test_a_passkey_makes_an_account_and_signs_in",
    "test_a_tie_stands_among_the_games_of_the_account_and_opens_on_another_device",
    "test_what_is_wrong_is_said_and_a_recovery_code_leads_back",
    "test_the_account_is_whole_on_small_screens_and_accessible",
    "test_a_persons_page_is_whole_at_every_size_and_accessible",
    "test_names_in_the_lobby_lead_to_people",
    "test_a_rated_board_that_is_played_to_its_end_by_two_with_accounts_shows_both_what_it_brought",
    "test_moderation_is_whole_at_every_size_accessible_and_for_moderators_alone",
    "test_a_seek_in_the_list_is_taken_and_its_game_is_looked_on",
    "test_a_seek_is_withdrawn_and_who_leaves_the_place_waits_no_longer",
    "test_an_invitation_by_link_is_opened_and_played",
    "test_two_pairs_who_seek_together_sit_down_at_one_board",
    "test_a_scorer_enters_a_board_with_four_taps_and_both_players_confirm",
    "test_a_protest_is_ruled_on_and_its_clocks_count_down",
    "test_a_captains_line_up_is_sealed_until_both_are_in",
    "test_a_void_link_is_told_and_forgotten",
    "test_the_halls_pages_have_nothing_for_axe_to_find_and_scroll_only_down",
    "test_an_overlay_is_transparent_and_hidden_scores_stay_hidden",
    "test_a_proposal_without_a_network_waits_and_happens_once",
    "test_a_drill_counts_what_is_hit_and_goes_on_to_the_next_position",
    "test_a_run_alone_is_counted_and_gone_on_with_after_a_reload",
    "test_a_puzzle_that_is_none_says_which_there_are",
    "test_on_a_phone_the_board_of_a_puzzle_is_wide_and_stays_where_it_is",
    "test_a_whole_game_of_doubles_is_played_by_keyboard_alone",
    "test_with_text_of_200_percent_the_board_and_the_next_action_are_on_one_screen",
    "test_men_are_taken_off_for_the_stronger_one",
    "test_a_best_of_three_match_is_played_by_keyboard_alone_from_home_to_the_rematch",
    "test_a_silent_server_is_noticed_within_ten_seconds",
    "test_a_phrase_is_read_at_the_plate_of_who_said_it",
    "test_who_goes_away_is_seen_to_be_away_and_comes_back",
    "test_where_one_aims_is_seen_by_the_other_unless_he_hides_it",
    "test_while_the_board_turns_for_the_other_player_no_corner_leaves_the_screen",
    "test_discs_that_are_put_back_are_seen_coming_back",
    "test_two_fingers_look_closer_and_a_double_tap_shows_all_again",
    "test_in_two_steps_a_pull_only_aims_and_the_button_strikes",
    "test_a_page_in_an_old_browser_tab_finds_its_game_after_hours",
    "test_a_running_game_is_shared_with_who_is_to_look_on",
    "test_a_table_that_waits_is_found_again",
    "test_a_wrong_word_sits_nobody_down",
    "test_the_record_is_downloaded",
    "test_a_tap_alone_never_strikes",
    "test_a_man_is_placed_for_who_asks_for_it",
    "test_on_a_desk_the_board_takes_the_height",
    "test_the_ruling_is_a_line_that_opens",
    "test_settings_of_an_older_page_do_not_break_this_one",
    "test_a_game_of_somebody_else_is_not_shown",
    "test_what_is_shown_is_not_done_until_the_pupil_does_it",
    "test_a_word_is_found_and_the_contents_lead_on",
    "test_a_worked_case_opens_as_a_question",
    "test_a_text_that_is_no_position_is_refused_and_a_position_is_taken",
    "test_undo_takes_a_stroke_back",
    "test_settings_of_the_hand_reach_the_board",
    "test_a_better_sentence_is_written_beside_the_english_and_saved_as_a_file",
    "test_a_clause_of_rules_of_ones_own_opens_the_book_of_the_game",
    "test_who_looks_on_sees_the_card_and_is_asked_for_nothing",
    "test_a_tie_of_two_teams_at_one_screen_is_found_again_at_home",
    "test_a_board_that_was_laid_by_hand_is_played_from",
    "test_between_games_the_card_has_the_boards_of_the_one_that_ended",
    "test_passes_in_a_row_are_said_with_their_clause",
    "test_who_resigns_reads_that_a_board_by_itself_is_not_given_up",
    "test_axe_finds_nothing_in_settings_in_light_and_dark",
    "test_axe_finds_nothing_in_dialog_game_or_replay",
    "test_axe_finds_nothing_at_the_toss_at_doubles_or_at_the_end",
    "test_a_lesson_that_is_not_there_is_said",
    "test_a_book_that_there_is_none_is_refused_in_a_sentence",
    "test_two_games_in_two_tabs_stay_two_games",
    "test_a_refused_websocket_is_told_in_one_sentence",
    "test_where_the_network_reaches_the_server_its_address_is_shown_with_a_code",
    "test_a_resize_during_an_aim_leaves_the_aim_and_strikes_nothing",
    "test_from_the_menu_to_a_book_and_back",
    "test_a_free_striker_may_stand_where_the_law_forbids_it_and_the_law_may_be_read",
    "test_the_lessons_follow_the_rules_that_were_picked",
    "test_the_ruling_is_spoken",
    "test_partners_share_a_side_and_every_name_stands_at_its_edge",
    "test_facts_that_contradict_each_other_are_refused_in_a_sentence",
    "test_the_cases_of_a_clause_are_shown_with_boards_and_decisions",
    "test_an_old_game_is_reached_from_home_and_from_past_games",
    "test_who_looks_on_has_no_hand_and_is_counted",
    "test_a_game_that_ended_while_nobody_had_it_open_here_is_among_those_that_are_over",
    "test_a_captain_is_seen_to_be_away_and_back_and_a_tie_is_left_out",
    "test_what_becomes_of_who_stays_away_is_agreed_on_the_sheet",
    "test_lying_the_discs_beside_a_practice_board_are_in_reach",
    "test_with_games_to_go_on_with_the_button_that_plays_is_in_sight",
    "test_the_way_to_the_lobby_is_in_sight_with_and_without_games_to_go_on_with",
    "test_in_a_lesson_everything_that_is_pressed_is_in_sight",
    "test_a_finger_that_rests_on_a_disc_takes_it_away",
    "test_a_text_or_a_link_that_is_put_in_is_opened_and_what_is_none_is_refused",
    "test_the_board_is_saved_as_a_drawing_a_picture_and_an_animation",
    "test_a_position_is_laid_and_what_cannot_be_is_said_by_the_law",
    "test_everything_beside_the_analysis_board_is_whole_at_every_size",
    "test_what_an_umpire_sees_takes_as_many_taps_as_agreed",
    "test_taps_that_waited_survive_a_reload_and_a_lost_answer_is_no_second_stroke",
    "test_without_a_network_taps_wait_are_shown_as_not_yet_ruled_and_are_done_once",
    "test_card_mode_goes_on_without_a_network",
    "test_what_the_law_refuses_of_waiting_taps_stops_those_behind_it",
    "test_a_board_is_played_to_its_end_and_signed",
    "test_a_grey_key_says_why_and_types_nothing",
    "test_a_second_tap_at_once_is_not_heard",
    "test_another_phone_takes_over_and_the_first_one_reads",
    "test_only_the_referees_link_corrects_a_signed_card",
    "test_a_line_is_put_right_from_the_list",
    "test_axe_finds_nothing_on_any_screen_and_every_key_is_whole",
    "test_the_screen_is_kept_awake_where_there_is_no_wake_lock",
    "test_a_reader_sees_the_card_and_no_keys",
    "test_a_game_that_an_umpire_scores_and_signs_finishes_its_fixture",
    "test_a_game_that_is_over_is_reviewed_from_past_games_and_one_that_goes_on_is_not",
    "test_the_engine_thinks_about_what_is_looked_at_and_no_longer_than_that",
    "test_no_english_is_left_at_any_place",
    "test_between_the_games_of_a_match_the_players_change_seats",
    "test_a_points_game_counts_what_each_has_taken",
    "test_who_comes_too_late_looks_on_and_can_do_nothing",
    "test_all_who_want_a_rematch_find_each_other_in_it",
    "test_an_undo_is_asked_for_and_may_be_refused_or_granted_beside_the_board",
    "test_a_look_that_is_chosen_stays_and_is_there_before_the_page_is_drawn",
    "test_axe_finds_nothing_in_high_contrast",
    "test_the_sheet_fits_320_pixels",
    "test_learning_is_whole_on_small_screens_and_accessible",
    "test_the_last_lesson_is_a_board_against_the_program_with_a_coach",
    "test_the_books_are_whole_at_320_pixels_and_accessible",
    "test_rules_of_ones_own_are_read_or_refused_with_a_sentence",
    "test_a_rule_set_for_three_seats_three",
    "test_a_game_that_version_0_1_0_kept_is_found_again",
    "test_the_programs_stroke_is_seen_to_be_aimed_and_can_be_seen_again_by_a_key",
    "test_the_law_is_asked_about_calls_passes_and_what_leaves_the_board",
    "test_resigning_asks_first_and_ends_the_game",
    "test_practice_is_whole_on_small_screens_and_accessible",
    "test_the_address_is_copied_also_where_the_browser_has_no_clipboard",
    "test_a_server_for_this_machine_alone_says_so_and_shows_no_code",
    "test_at_320_pixels_and_at_twice_the_size_a_place_scrolls_only_downward",
    "test_a_pull_that_begins_on_the_striker_strikes",
    "test_three_play_on_in_turn_at_one_screen",
    "test_a_finished_game_is_shared_as_its_replay_with_the_record_beside_it",
    "test_at_a_shared_screen_the_board_turns_for_who_plays",
    "test_the_striker_stands_solid_until_its_stroke_comes_and_a_word_says_what_is_waited_for",
})  # fmt: skip
"""Browser tests that only the full run includes, because other tests cover the same features."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the slow browser tests: keep the first parameters of each test, and leave out those in `ASIDE`.

    `CARROM_BROWSER=all python3 dev.py test tests/e2e` runs all of them. Tests named on the command line always run.
    """
    if os.environ.get("CARROM_BROWSER") == "all" or any("::" in word for word in config.args):
        return
    seen: set[tuple[Path, str]] = set()
    kept, left = [], []
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            kept.append(item)
            continue
        name = getattr(item, "originalname", item.name)
        first = (item.path, name) not in seen and name not in ASIDE
        seen.add((item.path, name))
        (kept if first else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


def missing(what: str) -> None:
    """Skip the test because a prerequisite is missing; fail it instead when `CI=true`."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


class Server:
    """A `carrom play` process with one data folder and one port, which can be killed and restarted."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, 0
        self.command: tuple[str, ...] = ("play", "--no-browser")
        self.script = SEEDED
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Start the server, on the same port as before."""
        data = ("--data", str(self.data)) if self.command[0] != "hall" else ()
        words = ["-c", self.script, *self.command, "--port", str(self.port), *data]
        self.process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, cwd=ROOT / "src")
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found, "the server did not start"
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill the server with SIGKILL, as in a power cut."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()


ONE_SERVER = frozenset(
    {"test_analysis", "test_axe", "test_languages", "test_layout", "test_learn", "test_rules", "test_zoom"}
)
"""Test modules that share one server, because their tests neither stop it nor read its data folder."""


def served(data: Path, script: str = SEEDED) -> Iterator[Server]:
    """Yield a running server with its data in this folder, started by this script, and kill it afterwards."""
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    running = Server(data)
    running.script = script
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="module")
def server_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from served(tmp_path_factory.mktemp("all") / "data")


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    if request.path.stem in ONE_SERVER:
        yield request.getfixturevalue("server_of_all")
    else:
        yield from served(tmp_path / "data")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield a Chromium for one module; its event loop would block later tests if it ran for the whole session."""
    with sync_playwright() as playwright:
        found = launched(playwright)
        yield found
        found.close()


def launched(playwright: Playwright, *more: str) -> Browser:
    """Launch the first Chromium found, with extra command-line options."""
    path = os.environ.get("CARROM_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    words = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    if path is None and not Path(playwright.chromium.executable_path).exists():
        missing("no Chromium: install one, or name it in CARROM_CHROMIUM")
    return playwright.chromium.launch(executable_path=path, args=[*words, *more])


def at_rest(page: Page) -> None:
    """Wait until a page has loaded; the lobby and Watch keep a stream open, so wait for their content there."""
    if page.url.endswith("/lobby"):
        expect(page.get_by_test_id("quick")).to_be_enabled()
    elif page.url.endswith("/watch"):
        expect(page.get_by_test_id("watch").locator("[aria-busy=true]")).to_have_count(0)
    else:
        page.wait_for_load_state("networkidle")


class Visit:
    """A page and the errors that occurred on it."""

    def __init__(self, page: Page) -> None:
        self.page, self.complaints = page, []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        is_about_the_line = "WebSocket" in message.text or "ERR_CONNECTION" in message.text
        if message.type == "error" and not is_about_the_line:
            self.complaints.append(message.text)

    def session(self) -> dict[str, str]:
        """Return the game id in the address and its token, as the page stored them."""
        self.page.wait_for_url(re.compile("/game/"))
        game = self.page.url.partition("/game/")[2].partition("#")[0]
        found: dict[str, str] = json.loads(self.page.evaluate(f"localStorage.getItem('carrom.game.{game}')"))
        return found


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """A page at desktop size, with reduced motion."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    visit = Visit(context.new_page())
    visit.page.goto(server.address)
    yield visit
    context.close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Visit]:
    """A page at phone size, with touch input and animations."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    context.set_default_timeout(30_000)
    visit = Visit(context.new_page())
    visit.page.goto(server.address)
    yield visit
    context.close()
