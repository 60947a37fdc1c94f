"""Links of a hall with QR codes, to print and hand out."""

import base64
from functools import lru_cache

from carrom.protocol.http.hall import HallLink, LinksTold
from carrom.server.hall.links import HallLinks, holders
from carrom.tournament.printing.documents import code
from carrom.tournament.state import Championship


def links_told(championship: Championship, links: HallLinks, base: str, of: str = "") -> LinksTold:
    """Return every link, and the codes of the boards; `base` is where the hall is reached.

    Players are many: their codes come one by one, for the holder that `of` names.
    """
    found = []
    for who, name in holders(championship):
        word = f"{base}/hall#{links.word(championship, who)}"
        drawn = str(who) == of if of else who.role != "player"
        if drawn or not of:
            found.append(HallLink(role=str(who), name=name, word=word, code=_picture(word) if drawn else ""))
    if of:
        return LinksTold(links=tuple(found), boards=())
    boards = []
    for number in range(1, championship.details.boards + 1):
        word = f"{base}/live/{number}"
        boards.append(HallLink(role="board", name=str(number), word=word, code=_picture(word)))
    return LinksTold(links=tuple(found), boards=tuple(boards))


@lru_cache(maxsize=512)
def _picture(link: str) -> str:
    """Return the code of a link as a data address."""
    return "data:image/svg+xml;base64," + base64.b64encode(code(link).encode()).decode()
