"""The folder of a hall: its tournaments, each with records and sheets in a folder of its own, and its secret."""

import re
from pathlib import Path

from carrom.errors import RefusedRequest, SetupError
from carrom.file_replacement import RESERVED, replace
from carrom.server.api.championships import SUFFIX, event_paths
from carrom.server.hall.links import SECRET
from carrom.tournament.identifiers import in_plain_letters

DRAFTS = "drafts"
"""The folder of tournaments that are being set up."""
LAST = "hall.open"
"""The file with the id of the tournament that was open last."""
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")


class EventFolder:
    """The tournaments of a hall."""

    def __init__(self, root: Path) -> None:
        """Serve the tournaments below `root`, which is created if necessary. Raises `SetupError`."""
        self.root = root
        try:
            root.mkdir(parents=True, exist_ok=True)
        except OSError as reason:
            raise SetupError(f"{root} cannot be created: {reason.strerror}") from None

    @property
    def drafts(self) -> Path:
        """The folder of the drafts."""
        return self.root / DRAFTS

    def paths(self) -> dict[str, Path]:
        """Return the files of all tournaments by id."""
        return event_paths(self.root)

    def path(self, id: str) -> Path:
        """Return the file of a tournament. Raises `RefusedRequest` if there is none."""
        found = self.paths().get(id)
        if found is None:
            raise RefusedRequest(f"there is no tournament {id!r:.70} in this hall")
        return found

    def new_path(self, id: str) -> Path:
        """Return the file of a tournament that does not exist yet: in a folder of its own, beside its records."""
        return self.root / id / f"{id}{SUFFIX}"

    def last_open(self) -> str:
        """Return the id of the tournament that was open last; empty if there is none."""
        try:
            return (self.root / LAST).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def remember_open(self, id: str) -> None:
        """Open this tournament again after a restart; an empty id opens none. Raises `SetupError`."""
        part = self.root / f"{LAST}.part"
        try:
            part.write_text(f"{id}\n", encoding="utf-8")
            replace(part, self.root / LAST)
        except OSError as reason:
            raise SetupError(f"the folder of the hall cannot be written: {reason.strerror}") from None

    def new_id(self, name: str) -> str:
        """Return an unused id made from a tournament's name: `autumn-open` from `Autumn Open`."""
        word = _NOT_A_LETTER.sub("-", in_plain_letters(name)).strip("-")[:40].strip("-") or "tournament"
        taken = {id.lower() for id in self.paths()} | {path.stem.lower() for path in self.drafts.glob("*.json")}
        taken |= {path.name.lower() for path in self.root.iterdir()} | RESERVED
        return word if word not in taken else next(
            each for number in range(2, len(taken) + 3) if (each := f"{word}-{number}") not in taken
        )  # fmt: skip


def root_of(path: Path) -> Path:
    """Return the folder of the hall to which a tournament's file belongs: the one that holds the secret."""
    folder = path.parent
    is_inside = folder.name == path.name.removesuffix(SUFFIX) and (folder.parent / SECRET).exists()
    return folder.parent if is_inside and not (folder / SECRET).exists() else folder
