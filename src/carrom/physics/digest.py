"""A digest of a stroke's result, by which two computations of the same stroke are compared."""

from zlib import crc32

from carrom.board.position import Position
from carrom.physics.played import ContactKind, Played, StrokeContact


def digest_of(played: Played) -> str:
    """Return the digest of a stroke that was played."""
    return digest(played.duration, played.rest, played.contacts)


def digest(duration: int, rest: Position, contacts: tuple[StrokeContact, ...]) -> str:
    """Return the CRC-32 of a stroke's result, as eight hexadecimal digits.

    It is that of a text in ASCII: the duration; for each disc at rest its name, x and y; the discs that fell, in order;
    the time of each contact. All are separated by single spaces; µs and µm.
    """
    words = [str(duration)]
    for lying in rest.placed:
        words.append(f"{lying.disc.value} {lying.at.x} {lying.at.y}")
    words += [each.discs[0].value for each in contacts if each.kind is ContactKind.POCKET]
    words += [str(each.time) for each in contacts]
    return f"{crc32(' '.join(words).encode()):08x}"
