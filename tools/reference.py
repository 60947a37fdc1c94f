"""Write the reference pages and schemas that follow from the code into `docs/reference`, before the site is built."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "reference"


def pages() -> dict[str, str]:
    """Return the text of every generated page and schema, by its name in `docs/reference`."""
    from carrom import typescript
    from carrom.cli.reference import reference
    from carrom.lab.suite import schema as results_schema
    from carrom.lab.suite_run import leaderboard
    from carrom.server.http.openapi import markdown
    from carrom.server.ops.app import whole
    from carrom.tournament.event_export import schema_text

    return {
        **typescript.pages(),
        "protocol.schema.json": typescript.schema(),
        "cli.md": reference(),
        "operations.md": markdown(whole()),
        "event-export.schema.json": schema_text(),
        "suite-results.schema.json": results_schema(),
        "leaderboard.md": leaderboard(sorted((ROOT / "docs" / "leaderboard").glob("*.json")), "md"),
    }


def write() -> None:
    """Write the pages that differ from those in the folder."""
    for name, text in pages().items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
