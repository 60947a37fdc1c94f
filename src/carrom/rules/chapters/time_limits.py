"""Teaching chapter on time limits."""

from carrom.rules.chapters.paragraph import ChapterPoint, PointGroup

TIME = PointGroup(
    key="time",
    title="Time",
    points=(
        ChapterPoint("{stroke_seconds} seconds for each stroke, the break included.", "Laws 46, 50"),
        ChapterPoint(
            "A stroke is over when everything rests; then one's own striker is taken off the board at once.", "Law 123"
        ),
        ChapterPoint(
            "The opponent's time begins when the striker has been picked up, and no stroke before.", "Law 124"
        ),
        ChapterPoint("{place_seconds} seconds to place the men that are due, or to waive them.", "Law 88"),
        ChapterPoint("{change_minutes} minutes to change sides.", "Law 61"),
        ChapterPoint("{interval_minutes} minutes between the second and the third game.", "Law 138"),
        ChapterPoint("{grace_minutes} minutes of grace for a player who is late; then the match is lost.", "Law 143i"),
    ),
)
