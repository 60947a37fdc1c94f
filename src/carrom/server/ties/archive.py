"""The record of a team match as an archive: the tie's text and the records of its rubbers.

Unpacked, it is a folder as `carrom umpire` writes it; `carrom verify` reads both.
"""

import io
import zipfile

from carrom.game.notation.record import write_record
from carrom.game.notation.tie_record import write_tie
from carrom.game.scoring.tie import Tie

_WHEN = (1980, 1, 1, 0, 0, 0)
"""The modification time of every file in the archive, so that the same tie gives the same bytes."""


def record_of(tie: Tie) -> bytes:
    """Return the archive of a tie as it stands now."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("tie.carrom-tie", _WHEN), write_tie(tie))
        for number, game in enumerate(tie.games, 1):
            archive.writestr(zipfile.ZipInfo(f"rubber-{number}.carrom", _WHEN), write_record(game))
    return written.getvalue()
