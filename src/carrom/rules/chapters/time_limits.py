"""Teaching chapter on time limits."""

from carrom.rules.chapters.paragraph import Lesson, Point

TIME = Lesson(
    key="time",
    title="Time",
    points=(
        Point("{stroke_seconds} seconds for each stroke, the break included.", "Laws 46, 50"),
        Point(
            "A stroke is over when everything rests; then one's own striker is taken off the board at once.", "Law 123"
        ),
        Point("The opponent's time begins when the striker has been picked up, and no stroke before.", "Law 124"),
        Point("{place_seconds} seconds to place the men that are due, or to waive them.", "Law 88"),
        Point("{change_minutes} minutes to change sides.", "Law 61"),
        Point("{interval_minutes} minutes between the second and the third game.", "Law 138"),
        Point("{grace_minutes} minutes of grace for a player who is late; then the match is lost.", "Law 143i"),
    ),
)
