"""The key that authenticates checkpoints: created once, private, outside the database, and replaced if damaged."""

import logging
import os
import stat
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.errors import SetupError
from carrom.server.ops.backup import backup, restore
from carrom.server.ops.transfer import export_to
from carrom.storage.hash_chain import KEY, VARIABLE, key_of_environment, key_of_folder
from carrom.storage.store import Store


def test_a_key_is_created_once_for_its_owner_alone(tmp_path: Path) -> None:
    key = key_of_folder(tmp_path)
    assert len(key) == 32
    assert key_of_folder(tmp_path) == key == (tmp_path / KEY).read_bytes()
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"k" * 33])
def test_a_damaged_key_is_replaced_and_said_in_one_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    (tmp_path / KEY).write_bytes(content)
    (tmp_path / KEY).chmod(0o600)
    key = key_of_folder(tmp_path)
    assert len(key) == 32
    assert not content or key not in content
    assert [each.getMessage().count("is damaged and was replaced") for each in caplog.records] == [1]
    assert key_of_folder(tmp_path) == key


@pytest.mark.skipif(os.name != "posix", reason="files have modes")
def test_a_key_that_others_can_read_is_replaced(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    old = key_of_folder(tmp_path)
    (tmp_path / KEY).chmod(0o640)
    assert key_of_folder(tmp_path) != old
    assert "other users" in caplog.text
    assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600


def test_a_link_or_a_folder_in_its_place_is_left_as_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    target = tmp_path / "known"
    target.write_bytes(b"k" * 32)
    target.chmod(0o600)
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / KEY).symlink_to(target)
    (tmp_path / "nested" / KEY).mkdir(parents=True)
    (tmp_path / "dangling").mkdir()
    (tmp_path / "dangling" / KEY).symlink_to(tmp_path / "nowhere")
    for name in ("linked", "nested", "dangling"):
        caplog.clear()
        first, second = key_of_folder(tmp_path / name), key_of_folder(tmp_path / name)
        assert len(first) == len(second) == 32
        assert first != second != b"k" * 32
        assert [each.levelno for each in caplog.records] == [logging.WARNING] * 2
    assert target.read_bytes() == b"k" * 32
    assert (tmp_path / "linked" / KEY).is_symlink()
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are pipes")
def test_a_pipe_in_its_place_does_not_hold_the_server_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / KEY)
    assert len(key_of_folder(tmp_path)) == 32


def test_a_key_that_cannot_be_opened_or_written_is_one_of_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    assert key_of_folder(tmp_path) != key_of_folder(tmp_path)
    assert caplog.text.count("Permission denied") == 2


def test_no_copy_and_no_export_has_the_key_and_restoring_leaves_it(tmp_path: Path) -> None:
    folder, copy, text = tmp_path / "data", tmp_path / "copy.db", tmp_path / "all.txt"
    folder.mkdir()
    key = key_of_folder(folder)
    Store(folder / "games.db", key).close()
    backup(folder / "games.db", copy)
    export_to(folder / "games.db", text)
    for each in (copy, text, folder / "games.db"):
        assert key not in each.read_bytes()
        assert key.hex().encode() not in each.read_bytes()
    restore(copy, folder)
    assert key_of_folder(folder) == key


def test_servers_share_the_key_of_their_environment() -> None:
    assert key_of_environment({}) is None
    assert key_of_environment({VARIABLE: ""}) is None
    assert key_of_environment({VARIABLE: "k" * 32 + "\n"}) == b"k" * 32
    with pytest.raises(SetupError, match="at least 32 random characters") as fault:
        key_of_environment({VARIABLE: "sesame"})
    assert "sesame" not in str(fault.value)


def test_a_check_refuses_a_short_key_and_never_prints_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["serve", "--check", "--port", "0", "--data", str(tmp_path / "data")]
    for text, expected in (("sesame", f"The variable {VARIABLE} is too short"), ("s" * 40, f"key: from {VARIABLE}")):
        monkeypatch.setenv(VARIABLE, text)
        main(words)
        out, err = capsys.readouterr()
        assert expected in out + err
        assert text not in out + err
    monkeypatch.delenv(VARIABLE)
    main(words)
    assert "checkpoint key: in the data folder" in capsys.readouterr().out
    assert not (tmp_path / "data").exists()
