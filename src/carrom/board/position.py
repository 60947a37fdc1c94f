"""A position: an immutable mapping from discs to points in whole micrometres, and the check of its validity."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.notation_words import places_of, position_text
from carrom.board.seat import Lying, Point
from carrom.errors import IllegalPosition
from carrom.numeric import whole
from carrom.values import Value

__all__ = ["Lying", "Point", "Position"]


_ORDER = {disc: index for index, disc in enumerate(Disc)}


class Position(Value, frozen=True):
    """The discs that lie on the board: an immutable mapping from `Disc` to `Point` (whole µm, board's frame).

    `placed` is sorted in the order of `Disc`, with each disc at most once. Iterating yields `Lying` values, `len` is
    the number of discs, and `position[disc]` a disc's point (`KeyError` if it is not on the board). A position
    displays as a picture in a notebook.

    >>> import carrom
    >>> start = carrom.rack(angle=270, seed=1)
    >>> len(start), carrom.Disc.S in start
    (19, False)
    >>> alone = carrom.Position.of({carrom.Disc.W1: carrom.Point(x=0, y=250_000)})
    >>> alone.to_text()
    'c1_W1.0.250000'
    >>> carrom.Position.from_text("c1_W1.0.250000") == alone
    True
    """

    placed: tuple[Lying, ...] = ()

    @classmethod
    def from_text(cls, text: str) -> "Position":
        """Return the position of a text in the notation of docs/reference/notation.md; the discs may be in any order.

        Raises `NotationError` for malformed text. Whether the discs fit on the board is checked where a position is
        used.
        """
        return cls.of({disc: Point(x, y) for disc, (x, y) in places_of(text).items()})

    def to_text(self) -> str:
        """Return the position as text without spaces; equal positions give equal texts."""
        return position_text((each.disc, each.at.x, each.at.y) for each in self.placed)

    @classmethod
    def of(cls, places: Mapping[Disc, Point] | Iterable[tuple[Disc, Point]]) -> "Position":
        """Return the position with these discs at these points."""
        pairs = dict(places)
        return cls(tuple(Lying(disc, pairs[disc]) for disc in sorted(pairs, key=_ORDER.__getitem__)))

    def __iter__(self) -> Iterator[Lying]:
        return iter(self.placed)

    def __len__(self) -> int:
        return len(self.placed)

    def __contains__(self, disc: object) -> bool:
        return any(placed.disc == disc for placed in self.placed)

    def __getitem__(self, disc: Disc) -> Point:
        for placed in self.placed:
            if placed.disc == disc:
                return placed.at
        raise KeyError(disc)

    @property
    def discs(self) -> tuple[Disc, ...]:
        """The discs on the board."""
        return tuple(placed.disc for placed in self.placed)

    def having(self, disc: Disc, at: Point) -> "Position":
        """Return the position with `disc` at `at`."""
        return Position.of({**{p.disc: p.at for p in self.placed}, disc: at})

    def without(self, *discs: Disc) -> "Position":
        """Return the position without those discs."""
        return Position(tuple(p for p in self.placed if p.disc not in discs))

    def turned(self, quarters: int) -> "Position":
        """Return the position after quarter turns of the board, counter-clockwise."""
        return Position(tuple(Lying(p.disc, p.at.turned(quarters)) for p in self.placed))

    def _repr_svg_(self) -> str:
        """Return the position as SVG, for notebooks."""
        from carrom.board.picture import picture

        return picture(self.placed)


# -- validity: no overlaps, nothing through the frame or over a pocket -------------------------------------------------


ROUNDING = 2
"""Allowed overlap of discs with each other or the frame, in µm, because resting positions are rounded."""


def squared_distance(one: Point, other: Point) -> int:
    """Return the squared distance of two points in µm²; exact."""
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def over_pocket(at: Point, equipment: Equipment = STANDARD) -> bool:
    """Return whether a disc with its centre at a point would fall into a pocket."""
    corner = equipment.pocket_centre
    hole = equipment.pocket_diameter
    return 4 * ((abs(at.x) - corner) ** 2 + (abs(at.y) - corner) ** 2) < hole * hole


def check_position(position: Position, equipment: Equipment = STANDARD) -> Position:
    """Return the position with Python's integers, also where it was given with NumPy's.

    Raises `IllegalPosition` for a coordinate that is not whole, discs that overlap, and discs off the board; it names
    the disc, its position and what is allowed.
    """
    position = whole_position(position)
    for placed in position:
        _check_place(placed, equipment)
    for one, other in combinations(position, 2):
        apart = equipment.radius(one.disc) + equipment.radius(other.disc)
        given = squared_distance(one.at, other.at)
        if given < (apart - ROUNDING) ** 2:
            raise IllegalPosition(
                f"{one.disc} at ({one.at.x}, {one.at.y}) and {other.disc} at ({other.at.x}, {other.at.y}) overlap by "
                f"{apart - given**0.5:.0f} µm; their centres must be {apart} µm apart (up to {ROUNDING} µm less)."
            )
    return position


def whole_position(position: Position) -> Position:
    """Return the position with Python's integers. Raises `IllegalPosition` for a coordinate that is not whole."""
    if all(type(each.at.x) is int and type(each.at.y) is int for each in position):
        return position
    return Position(tuple(map(_whole, position)))


def _whole(placed: Lying) -> Lying:
    """Return a disc with its coordinates as ints. Raises `IllegalPosition` if they are not whole."""
    x, y = whole(placed.at.x), whole(placed.at.y)
    if x is None or y is None:
        raise IllegalPosition(
            f"{placed.disc} is at ({placed.at.x!r:.40}, {placed.at.y!r:.40}); both must be whole numbers of µm."
        )
    return Lying(placed.disc, Point(x, y))


def _check_place(placed: Lying, equipment: Equipment) -> None:
    """Raise `IllegalPosition` if this disc is through the frame or over a pocket."""
    reach = equipment.half - equipment.radius(placed.disc)
    at = placed.at
    if max(abs(at.x), abs(at.y)) > reach + ROUNDING:
        raise IllegalPosition(
            f"{placed.disc} at ({at.x}, {at.y}) is not on the board; both coordinates must be from {-reach} to "
            f"{reach} µm."
        )
    if over_pocket(at, equipment):
        corner = equipment.pocket_centre
        raise IllegalPosition(
            f"{placed.disc} at ({at.x}, {at.y}) would fall into a pocket; its centre must be at least "
            f"{equipment.pocket_diameter // 2} µm from the pockets' centres at (±{corner}, ±{corner})."
        )
