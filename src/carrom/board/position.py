"""A position: an immutable mapping from discs to points in whole micrometres."""

from collections.abc import Iterable, Iterator, Mapping

from carrom.board.disc import Disc
from carrom.board.notation_words import places_of, position_text
from carrom.board.place import Lying, Point
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
