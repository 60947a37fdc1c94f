"""The messages that the page shows before its tables have started are those of the tables."""

from offline.make import FILES, texts


def test_the_recorded_messages_of_new_games_are_up_to_date() -> None:
    assert tuple(file.read_text(encoding="utf-8") for file in FILES) == texts()
