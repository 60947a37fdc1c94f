"""The codes of what an umpire can call, as the casebook has them."""

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
    "slow-stroke",
    "slow-placing",
)
"""Codes of violations that cost a man, and the turn when they come during or after the first stroke of it."""
FORFEITS = ("seat", "out-of-turn", "played-during-appeal", "position-wrecked")
"""Codes of violations that cost the board."""
REPLAYS = ("three-passes", "no-striker-spot", "unforeseen")
LEFT_ALONE = ("men-overlap", "man-on-edge")
PASSED_OVER = "passed-over"
"""The code of a turn that ends because another player struck out of turn, and the stroke stands (Law 51)."""
CODES = (*BREACHES, *FORFEITS, *REPLAYS, *LEFT_ALONE, "opponent-man-noticed")
