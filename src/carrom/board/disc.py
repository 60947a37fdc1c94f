"""The twenty discs by name: striker, queen, white and black pieces."""

from enum import StrEnum


class Kind(StrEnum):
    """Kind of a disc; pieces are white or black (in some points games, white is called brown)."""

    STRIKER = "striker"
    QUEEN = "queen"
    WHITE = "white"
    BLACK = "black"


class Disc(StrEnum):
    """One of the twenty discs of a set: `S` the striker, `Q` the queen, `W1` to `W9` and `B1` to `B9` the pieces.

    Members are strings, and every place that takes a disc takes the member.

    >>> import carrom
    >>> carrom.Disc.W3.kind, carrom.Disc("Q").kind
    (<Kind.WHITE: 'white'>, <Kind.QUEEN: 'queen'>)
    """

    S = "S"
    Q = "Q"
    W1 = "W1"
    W2 = "W2"
    W3 = "W3"
    W4 = "W4"
    W5 = "W5"
    W6 = "W6"
    W7 = "W7"
    W8 = "W8"
    W9 = "W9"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"
    B4 = "B4"
    B5 = "B5"
    B6 = "B6"
    B7 = "B7"
    B8 = "B8"
    B9 = "B9"

    @property
    def kind(self) -> Kind:
        """The kind of the disc: striker, queen, white or black."""
        return _KINDS[self.value[0]]

    @property
    def is_man(self) -> bool:
        """Whether it is one of the eighteen white and black pieces."""
        return self.value[0] in "WB"


_KINDS = {"S": Kind.STRIKER, "Q": Kind.QUEEN, "W": Kind.WHITE, "B": Kind.BLACK}

STRIKER = Disc.S
QUEEN = Disc.Q
WHITES = tuple(disc for disc in Disc if disc.kind is Kind.WHITE)
BLACKS = tuple(disc for disc in Disc if disc.kind is Kind.BLACK)
MEN = WHITES + BLACKS
RACKED = (QUEEN, *MEN)
"""The nineteen discs of the rack, in the order used by every table of discs."""
