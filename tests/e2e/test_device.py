"""What the page asks of a device: its screen, its storage, its wheel and its keyboards, at the width of a phone."""

import json
from pathlib import Path

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import BREAK, begin, options, strike_by_keys
from playwright.sync_api import Browser, Page, expect

LOCKS = """
window.held = 0;
Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
  const lock = new EventTarget();
  window.held += 1;
  lock.release = async () => { window.held -= 1; lock.dispatchEvent(new Event('release')); };
  return lock;
} } });
"""
ASKS = """
window.asked = 0;
navigator.storage.persisted = async () => false;
navigator.storage.persist = async () => { window.asked += 1; return false; };
"""
STORE = """
async () => {
  const opened = indexedDB.open('carrom', 1);
  opened.onupgradeneeded = () => {
    opened.result.createObjectStore('games', { keyPath: 'game' }).createIndex('nonce', 'nonce', { unique: true });
    opened.result.createObjectStore('events', { keyPath: ['game', 'version'] });
  };
  const database = await new Promise((done) => { opened.onsuccess = () => done(opened.result); });
  const writing = database.transaction(['games', 'events'], 'readwrite');
  const [games, log] = [writing.objectStore('games'), writing.objectStore('events')];
  for (const { game, events } of GAMES) {
    games.put({ game, nonce: `${game}-nonce`, row: JSON.stringify({ game }) });
    events.forEach((body, at) => log.put({ game, version: at + 1, event: { version: at + 1, body } }));
  }
  await new Promise((done) => { writing.oncomplete = done; });
  database.close();
}
"""
STORED = """
async () => {
  const opened = indexedDB.open('carrom');
  const database = await new Promise((done) => { opened.onsuccess = () => done(opened.result); });
  const all = database.transaction('events').objectStore('events').getAll();
  const events = await new Promise((done) => { all.onsuccess = () => done(all.result); });
  database.close();
  const found = {};
  for (const { game, event } of events) (found[game] ??= []).push(event.body);
  return found;
}
"""
APART = """
() => {
  const box = (each) => each.getBoundingClientRect();
  const meet = (one, other) => one.width && other.width && one.left < other.right && other.left < one.right &&
    one.top < other.bottom && other.top < one.bottom;
  const turn = box(document.querySelector('[data-testid=turn]'));
  return [...document.querySelectorAll('.side')].every((side) => {
    const men = [...side.querySelectorAll('.pip')].map(box);
    const marks = [...side.querySelectorAll('.marks > *')].map(box);
    const around = box(side);
    return !meet(turn, around) && !men.some((one) => marks.some((other) => meet(one, other))) &&
      [...men, ...marks].every((each) => each.left >= around.left && each.right <= around.right + 1);
  });
}
"""
"""Whether the circles and marks of each plate stand apart, within it, and away from the line of the turn."""
SEEN = """
(each) => {
  const [range, text] = [document.createRange(), each.firstChild];
  let end = 0;
  for (let at = 1; at <= text.length; at += 1) {
    range.setStart(text, at - 1);
    range.setEnd(text, at);
    if (range.getBoundingClientRect().bottom <= each.getBoundingClientRect().bottom + 1) end = at;
  }
  return text.data.slice(0, end);
}
"""
"""The part of a text that its element shows."""
URDU = "محمد عبدالرحمٰن بن عبدالعزیز الفاروقی"
LONG = "Bartholomew Featherstone-H"


def store(page: Page, **games: list[str]) -> None:
    """Store games with these events in the browser, as its own tables do."""
    page.evaluate(STORE.replace("GAMES", json.dumps([{"game": name, "events": each} for name, each in games.items()])))


def test_a_number_field_stays_under_the_wheel_and_understands_arabic_digits(visit: Visit) -> None:
    page = visit.page
    options(page)
    page.locator("summary", has_text="More").click()
    field = page.get_by_test_id("handicap-1")
    field.click()
    field.press("ControlOrMeta+a")
    page.keyboard.type("٢")
    expect(field).to_have_value("٢")
    field.hover()
    page.mouse.wheel(0, 100)
    expect(field).to_have_value("٢")
    field.blur()
    expect(field).to_have_value("2")
    field.fill("12")
    expect(page.get_by_role("alert")).to_have_text("Enter a whole number from 0 to 8.")


def test_a_game_holds_one_wake_lock_until_it_is_left(visit: Visit) -> None:
    page = visit.page
    page.add_init_script(LOCKS)
    page.reload()
    assert page.evaluate("held") == 0
    begin(page, "friend")
    page.wait_for_function("held === 1")
    strike_by_keys(page, BREAK)
    page.wait_for_timeout(500)
    assert page.evaluate("held") == 1
    page.get_by_test_id("wordmark").click()
    page.wait_for_function("held === 0")


def test_settings_say_whether_the_browser_keeps_what_is_stored_and_ask_it_to(visit: Visit, server: Server) -> None:
    page = visit.page
    page.add_init_script(ASKS)
    page.goto(server.address + "settings")
    expect(page.get_by_test_id("durability")).to_contain_text("may delete")
    page.get_by_test_id("keep-data").click()
    expect(page.get_by_test_id("keep-declined")).to_contain_text("save a backup")
    assert page.evaluate("asked") == 1


def test_a_backup_brings_everything_to_another_browser_and_takes_nothing_from_it(
    visit: Visit, server: Server, browser: Browser, tmp_path: Path
) -> None:
    page = visit.page
    begin(page, "friend")
    game = page.url.rsplit("/", 1)[-1]
    store(page, old=["a", "b", "c"], forked=["a", "x"], longer=["a"])
    page.evaluate("localStorage.setItem('carrom.drills', JSON.stringify({ cut: { tries: 3 } }))")
    page.goto(server.address + "settings")
    with page.expect_download() as saved:
        page.get_by_test_id("save-backup").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name.startswith("carrom-backup-20")
    assert file.suffix == ".json"

    context = browser.new_context()
    other = context.new_page()
    other.goto(server.address + "settings")
    store(other, old=["a"], forked=["a", "y"], longer=["a", "b"])
    other.evaluate("localStorage.setItem('carrom.drills', JSON.stringify({ cut: { tries: 9 }, cover: { tries: 1 } }))")
    bad = tmp_path / "bad.json"
    bad.write_text(file.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    other.get_by_test_id("backup-file").set_input_files(bad)
    expect(other.get_by_test_id("backup-fault")).to_have_text(
        "This file is not a complete Carrom backup; nothing was changed."
    )
    assert other.evaluate(STORED) == {"old": ["a"], "forked": ["a", "y"], "longer": ["a", "b"]}
    other.get_by_test_id("backup-file").set_input_files(file)
    said = other.get_by_test_id("backup-said")
    expect(said).to_contain_text("Games added: 1.")
    expect(said).to_contain_text("stay as they are: 1.")
    assert other.evaluate(STORED) == {"old": ["a", "b", "c"], "forked": ["a", "y"], "longer": ["a", "b"]}
    drills = json.loads(other.evaluate("localStorage.getItem('carrom.drills')"))
    assert drills == {"cut": {"tries": 9}, "cover": {"tries": 1}}
    other.goto(server.address + "games")
    expect(other.get_by_test_id(f"past-{game}")).to_be_visible()
    other.goto(f"{server.address}game/{game}")
    expect(other.get_by_test_id("turn")).to_be_visible()
    context.close()


def test_a_name_against_the_direction_of_the_page_is_not_cut_at_its_start(visit: Visit) -> None:
    page = visit.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.evaluate("(name) => localStorage.setItem('carrom.settings', JSON.stringify({ name, hasStruck: true }))", URDU)
    page.reload()
    begin(page, "program")
    name = page.locator(".side .called", has_text=URDU)
    expect(name).to_be_visible()
    assert name.evaluate("(each) => getComputedStyle(each).direction") == "rtl"
    assert name.evaluate(
        "(each) => ['left', 'start', 'match-parent', 'center'].includes(getComputedStyle(each).textAlign)"
    )


@pytest.mark.parametrize("language", ["en", "ta"])
def test_at_320_pixels_the_ruling_stands_in_its_line_and_nothing_on_a_plate_overlaps(
    visit: Visit, language: str
) -> None:
    page = visit.page
    page.set_viewport_size({"width": 320, "height": 568})
    page.evaluate("(tag) => localStorage.setItem('carrom.language', tag)", language)
    page.evaluate("(name) => localStorage.setItem('carrom.settings', JSON.stringify({ name, hasStruck: true }))", LONG)
    page.reload()
    begin(page, "friend")
    assert page.evaluate(APART)
    strike_by_keys(page, BREAK)
    line = page.get_by_test_id("ruling-line").locator("span")
    expect(line).to_be_visible()
    assert page.evaluate(APART)
    name = LONG.split()[0]
    text = line.inner_text()
    seen = line.evaluate(SEEN)
    assert LONG not in text
    assert len(seen) >= len(name) + 10 or seen == text
