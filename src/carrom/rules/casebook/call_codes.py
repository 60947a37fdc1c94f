"""The codes of umpire's calls, as used in the casebook."""

BREACHES = (
    "touched-man",
    "board-hit",
    "talking",
    "powder",
    "body",
    "elbow",
    "striker-on-frame",
    "run-test",
    "solid-object",
    "placed-on-centre",
    "placed-outside",
    "placed-with-disturbance",
    "placed-wrong-man",
    "placed-for-a-shot",
    "placed-while-holding",
    "slow-stroke",
    "slow-placing",
)
"""Codes of violations that cost a man, and also the turn during or after its first stroke."""
FORFEITS = ("seat", "out-of-turn", "played-during-appeal", "position-wrecked")
"""Codes of violations that cost the board."""
REPLAYS = ("three-passes", "no-striker-spot", "unforeseen")
LEFT_ALONE = ("men-overlap", "man-on-edge")
PASSED_OVER = "passed-over"
"""The code of a turn that ends because another player struck out of turn, and the stroke stands (Law 51)."""
FOUND_LATE = "found-late"
"""The code of a late finding that puts a piece into a pocket with which a side pays what it owes (Laws 72c, 78a)."""
CODES = (*BREACHES, *FORFEITS, *REPLAYS, *LEFT_ALONE, "opponent-man-noticed")
