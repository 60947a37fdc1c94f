"""Passages of source texts that their books omit, and official Laws that are not covered, with reasons."""

from carrom.rules.chapters.paragraph import ChapterPoint, PointGroup

LEFT_OUT = PointGroup(
    key="left-out",
    title="Left out of the text",
    points=(
        ChapterPoint("A paragraph on the training of footballers at the end.", "C2", ("classic-29",)),
        ChapterPoint("A marker inside the sentence on covering the queen.", "C2", ("club", "three-player")),
        ChapterPoint("Contact details.", "C2", ("team-event",)),
        ChapterPoint(
            "Three lines pasted from another text: sinking an opponent's piece loses the turn; sinking their last one, "
            "or one's own last before the queen, loses the board and points. Nobody owns a colour in this game, so "
            "there is no opponent's piece and no board to lose.",
            "C20",
            ("points",),
        ),
        ChapterPoint("Furniture of the page.", "C2", ("points",)),
    ),
)

NO_COPY = "we have no copy of the official text, and what we read about it does not say"

NOT_TOLD = (
    (
        ("1", "2a", "3", "4", "5", "6", "7", "8", "10", "12", "14", "18", "21", "22", "23", "24"),
        "interpretations of further words",
        f"{NO_COPY}; the words are used here as the glossary says",
    ),
)
"""Laws that no clause and no chapter covers: their numbers, their subject, and why they are omitted."""
