"""Published folders: complete, linked, escaped, private, verifiable, and written file by file."""

import json
import re
import shutil
import subprocess
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tournament.halls import draw, play, seat, stamped, teams
from tournament.publications import event_with_records
from tournament.test_prints import busy, league

from carrom.cli import main
from carrom.cli.event_print import MARK, publish, write_folder
from carrom.errors import CarromError, SetupError
from carrom.tournament.championship import apply, begin, fold
from carrom.tournament.draws import drawn
from carrom.tournament.event_file import Details, read_event, read_terms, write_event
from carrom.tournament.events import Appointed, Deducted, Entered, LinedUp, LotDrawn, Opened, Protested, Stated
from carrom.tournament.privacy import first_sealed, public_copy, public_record, verified, without_telephone
from carrom.tournament.publishing import Publication, published_files
from carrom.tournament.state import Championship

LANGUAGES = ("en", "hi", "ta", "bn", "ur", "si")
ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "' onmouseover='alert(3)",
    "</script><svg onload=alert(4)>",
    "</title><b>bold</b>",
    "&lt;already&gt; &amp; more",
    "😀 ज़ोया علی שלום",
    "x" * 200,
    "javascript:alert(5)",
)
VOID = {"meta", "link", "br", "col", "path", "img", "input", "hr"}


class Page(HTMLParser):
    """The elements, links, identifiers and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def site(at: Championship, languages: tuple[str, ...] = ("en",), name: str = "open") -> dict[str, bytes]:
    """Return the files of a tournament without records."""
    copy = public_copy(at)
    publication = Publication(
        name=name,
        copy=copy,
        original="0" * 64,
        records=(),
        verification=verified(copy.championship, lambda result: ""),
        languages=languages,
    )
    return dict(published_files(publication))


def whole(at: Championship) -> Championship:
    """Return a tournament with authors and times."""
    return fold(at.header, stamped(at))


def named(names: list[str]) -> Championship:
    """Return a Swiss with one round, whose every text is one of these."""
    at = begin(Details(name=names[0], place=names[1], contact=names[2]))
    at = apply(at, LotDrawn(lot=names[3]))
    at = apply(at, Opened(terms=read_terms({"id": "s", "system": "swiss", "name": names[4]})))
    at = apply(at, Appointed(id="u", name=names[5]))
    for number, text in enumerate(names):
        at = apply(at, Entered(id=f"p{number}", name=f"{text[:190]} {number}", club=text, nation=text))
    at = play(draw(at, "s"), "s", Random(1))
    line = at.lines[0][0]
    fixture = at.stage("s").rounds[0].fixtures[0]
    at = apply(at, Protested(line=line, side=fixture.a, reason=names[6], fee=names[7]))
    at = apply(at, Stated(line=len(at.events), text=names[8]))
    return whole(apply(at, Deducted(entrant="p1", stage="s", points=1, reason=names[0])))


def pages_of(files: dict[str, bytes]) -> dict[str, Page]:
    return {path: Page(content.decode()) for path, content in files.items() if path.endswith(".html")}


def check_links(files: dict[str, bytes]) -> None:
    """Check that every link is relative and leads to a file of the folder."""
    for path, page in pages_of(files).items():
        ids = {attrs.get("id") for _, attrs in page.tags}
        for tag, attrs in page.tags:
            for name in ("href", "src"):
                link = attrs.get(name)
                if link is None:
                    continue
                assert not re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|/", link), f"{path}: {link} is absolute"
                target, _, part = unquote(link).partition("#")
                if not target:
                    assert part in ids, f"{path}: {link}"
                    continue
                where = (Path("/top") / path).parent / target
                plain = Path(*_plain(where)).as_posix()
                assert plain in files, f"{path}: {tag} {link} leads nowhere"


def _plain(path: Path) -> list[str]:
    found: list[str] = []
    for part in path.parts[1:]:
        if part == "..":
            assert len(found) > 1, f"{path} leads out of the folder"
            found.pop()
        else:
            found.append(part)
    return found[1:]


def test_names_that_attack_the_page_are_text_in_every_page_and_file():
    files = site(named(list(ATTACKS)), LANGUAGES)
    for path, page in pages_of(files).items():
        for tag, attrs in page.tags:
            assert tag not in ("script", "img", "svg", "b", "iframe"), f"{path}: <{tag}>"
            assert not [name for name in attrs if name.startswith("on")], f"{path}: {attrs}"
    assert "<script>alert(1)</script>" in Page(files["entrants.html"].decode()).text
    assert "</title><b>bold</b>" in Page(files["entrants/p4.html"].decode()).text
    check_links(files)


def test_a_name_that_attacks_the_data_of_a_replay_stays_in_its_text(tmp_path):
    from carrom.game.game import GameHistory
    from carrom.game.record import read_record
    from carrom.tournament.publishing import replay_script

    game = read_record(event_record())
    header = game.header
    players = tuple(type(each)(name="</script><!--", seat=each.seat, side=each.side) for each in header.players)
    wrong = GameHistory.fold((type(game.events[0])(header=_with(header, players)), *game.events[1:]))
    script = replay_script(wrong)
    assert "<" not in script
    assert script.startswith("carromReplay({")
    json.loads(script.removeprefix("carromReplay(").removesuffix(");\n"))


def event_record() -> str:
    from tournament.publications import simulated

    return simulated()


def _with(header, players):
    from carrom.values import changed

    return changed(header, players=players)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_every_kind_of_event_is_whole_and_linked_in_every_language(language):
    for at in (busy(), league(), begin(Details(name="Empty"))):
        files = site(whole(at), (language,))
        check_links(files)
        for path, page in pages_of(files).items():
            assert "event.publish." not in page.text, f"{path} has a key for a text"
            html = next(attrs for tag, attrs in page.tags if tag == "html")
            assert html["dir"] == ("rtl" if language == "ur" else "ltr")


def test_the_pages_have_standings_reasons_brackets_and_results_without_a_script():
    files = site(whole(busy()))
    standings = Page(files["standings.html"].decode()).text
    assert "Group A" in standings
    assert "leads." in standings
    assert "Seed 1 meets seed" in Page(files["rounds/cup.1.html"].decode()).text
    assert "walkover" in Page(files["rounds/cup.1.html"].decode()).text
    bracket = Page(files["bracket.html"].decode()).text
    assert "For third place" in bracket
    assert "Player 1" in Page(files["entrants/p1.html"].decode()).text
    assert all(b"<script" not in content for path, content in files.items() if path.endswith(".html"))


TEXTS = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=40).filter(
        lambda text: text.strip() and text.isprintable()
    ),
    min_size=9,
    max_size=9,
)


@given(TEXTS)
def test_publishing_an_event_with_any_texts_gives_whole_pages_and_a_file_that_reads_back(names):
    try:
        at = named(names)
    except CarromError:
        return  # an event that cannot be entered cannot be published either
    files = site(at)
    check_links(files)
    read = read_event(files["files/open.carrom-event"].decode())
    assert fold(read.details, read.events).entrants == public_copy(at).championship.entrants


@given(st.integers(0, 10_000), st.sampled_from(("swiss", "groups", "league", "knockout")), st.integers(2, 9))
def test_publishing_any_stage_of_any_event_succeeds(seed, system, count):
    from tournament.halls import hall

    rng = Random(seed)
    extra = {"groups": 2} if system == "groups" and count > 3 else {}
    at = hall(count, {"id": "s", "system": system, **extra})
    if system != "swiss":
        at = seat(at, "s")
    for _ in range(rng.randrange(4)):
        try:
            at = apply(at, drawn(at, at.stage("s"), len(at.stage("s").rounds) + 1))
        except CarromError:
            break
        if rng.random() < 0.8:
            at = play(at, "s", rng, level=system != "knockout")
    check_links(site(whole(at)))


def test_telephone_numbers_are_in_no_file(tmp_path):
    numbers = ("+91 98765 43210", "020/4455-6677", "9876543210")
    names = [f"Text {number} end" for number in (*numbers, *numbers, *numbers)]
    names[3] = "3 14 27 40 52 61"
    at = named(names)
    files = site(at, ("en", "ta"))
    for path, content in files.items():
        for number in numbers:
            assert number.encode() not in content, f"{path} has {number}"
    assert b"3 14 27 40 52 61" in files["files/open.carrom-event"], "the public lot stays"
    read_event(files["files/open.carrom-event"].decode())
    assert "original file has another hash" in Page(files["checks.html"].decode()).text


def test_dates_scores_and_lots_are_no_telephone_numbers():
    for text in ("2026-11-21", "card misread, 25-12 14-25 25-16", "line 12, 25-0"):
        assert without_telephone(text) == text
    for text in ("call 0171 2345678", "+44-20-7946-0958", "98-76 54-32 10"):
        assert "…" in without_telephone(text)


def test_a_telephone_number_in_a_remark_of_a_record_is_replaced_and_its_strokes_are_not():
    content = b'[Carrom "2"]\n[Place "Hall, 020 4455 6677"]\n[Begun "1795257900"]\n\n1. note "call 98765 43210" {}\n'
    shown = public_record(content).decode()
    assert "4455" not in shown
    assert "98765" not in shown
    assert '[Begun "1795257900"]' in shown


def test_a_sealed_line_up_is_in_no_file_and_the_log_ends_before_it():
    at = teams(4, {"id": "l", "system": "league", "rubbers": ("singles", "singles", "doubles")})
    at = draw(seat(at, "l"), "l")
    side = at.stage("l").rounds[0].fixtures[0].a
    a, b, c = at.entrant(side).players
    at = whole(apply(at, LinedUp(fixture="l.1.1", entrant=side, players=((c,), (b,), (a, c)))))
    assert first_sealed(at) == len(at.events)
    files = site(at)
    log = files["files/open.carrom-event"].decode()
    assert "lineup" not in log
    assert len(read_event(log).events) == len(at.events) - 1
    text = Page(files["checks.html"].decode()).text
    assert f"ends before line {len(at.events)}" in text
    assert all(f'["{c}"]'.encode() not in content for content in files.values())


def test_the_log_and_the_records_in_the_archive_verify_with_the_command(tmp_path, capsys):
    path = event_with_records(tmp_path)
    assert (
        main(["event", "correct", str(path), "8", "25-22", "--boards", "6-2", "--reason", "card <b>misread</b>"]) == 0
    )
    publish(path, tmp_path / "public", ("en",))
    with zipfile.ZipFile(tmp_path / "public" / "files" / "open.zip") as archive:
        archive.extractall(tmp_path / "unpacked")
    capsys.readouterr()
    assert main(["event", "verify", str(tmp_path / "unpacked" / "open.carrom-event")]) == 0
    assert "2 records hashed again: no differences" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "unpacked" / "s.1.1.carrom")]) == 0
    sums = (tmp_path / "unpacked" / "SHA256SUMS").read_text(encoding="utf-8")
    for line in sums.splitlines():
        digest, name = line.split("  ")
        assert _sha256(tmp_path / "unpacked" / name) == digest
    checks = Page((tmp_path / "public" / "checks.html").read_text(encoding="utf-8")).text
    for words in ("Correction", "Dev wins 25–22", "Chitra wins 25–22", "card <b>misread</b>", "no differences"):
        assert words in checks
    assert "changed after this record" in Page((tmp_path / "public/replays/s.1.2.html").read_text("utf-8")).text


def _sha256(path: Path) -> str:
    import hashlib

    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_changed_record_is_reported_and_not_published(tmp_path):
    path = event_with_records(tmp_path)
    record = tmp_path / "s.1.2.carrom"
    record.write_text(record.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    publish(path, tmp_path / "public", ("en",))
    assert not (tmp_path / "public" / "replays" / "s.1.2.html").exists()
    assert "s.1.2.carrom of s.1.2 has the hash" in (tmp_path / "public" / "checks.html").read_text(encoding="utf-8")


def test_only_files_that_changed_are_written_and_those_that_are_gone_are_removed(tmp_path):
    path = event_with_records(tmp_path)
    out = tmp_path / "public"
    total, written, _ = publish(path, out, ("en", "hi"))
    assert written == total
    before = {each: each.stat().st_mtime_ns for each in out.rglob("*") if each.is_file() and each.name != MARK}
    assert publish(path, out, ("en", "hi"))[1:] == (0, 0)
    assert {each: each.stat().st_mtime_ns for each in before} == before
    main(["event", "correct", str(path), "8", "25-22", "--boards", "6-2", "--reason", "misread"])
    _, written, removed = publish(path, out, ("en", "hi"))
    assert 0 < written < total
    assert removed == 0
    unchanged = out / "assets" / "style.css"
    assert unchanged.stat().st_mtime_ns == before[unchanged]
    _, _, removed = publish(path, out, ("en",))
    assert removed > 10
    assert not (out / "hi" / "index.html").exists()
    assert not list(out.rglob("*.part"))


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(SetupError, match="contains other files"):
        write_folder(tmp_path, [("index.html", b"x")])
    assert [each.name for each in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_reader_sees_the_old_or_the_new_file_and_never_a_part(tmp_path, monkeypatch):
    import carrom.files as module

    write_folder(tmp_path, [("index.html", b"old")])
    seen = []

    def watched(source, target):
        seen.append((tmp_path / "index.html").read_bytes())
        shutil.move(source, target)

    monkeypatch.setattr(module.os, "replace", watched)
    write_folder(tmp_path, [("index.html", b"new")])
    assert seen[0] == b"old"
    assert (tmp_path / "index.html").read_bytes() == b"new"


def test_a_record_whose_path_leads_elsewhere_is_not_read(tmp_path):
    from carrom.cli.event_print import read_within

    (tmp_path / "inside").mkdir()
    (tmp_path / "secret.carrom").write_text("secret")
    (tmp_path / "inside" / "link.carrom").symlink_to(tmp_path / "secret.carrom")
    assert read_within(tmp_path / "inside", "../secret.carrom") is None
    assert read_within(tmp_path / "inside", "link.carrom") is None


@pytest.mark.slow
def test_a_publication_that_is_killed_leaves_whole_files_and_the_next_one_completes_it(tmp_path):
    import sys
    import time

    path = event_with_records(tmp_path)
    out = tmp_path / "public"
    rng = Random(3)
    for _ in range(6):
        words = [sys.executable, "-m", "carrom", "event", "publish", str(path), "--output", str(out)]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.4, 1.4))
        process.kill()
        process.wait()
        for each in out.rglob("*.html"):
            assert each.read_text(encoding="utf-8").endswith("</html>\n")
    publish(path, out, LANGUAGES)
    assert publish(path, out, LANGUAGES)[1:] == (0, 0)
    assert not list(out.rglob("*.part"))


def test_the_published_log_of_an_event_without_secrets_is_the_original():
    at = whole(busy())
    assert public_copy(at).text == write_event(at.header, at.events)
    assert not public_copy(at).hidden
