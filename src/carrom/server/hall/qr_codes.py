"""Role links of a venue with QR codes, for printing."""

import base64
from functools import lru_cache

from carrom.protocol.http.hall import HallLink, LinkList
from carrom.server.hall.links import HallLinks, holders
from carrom.tournament.printing.documents import code
from carrom.tournament.state import Championship


def links_told(championship: Championship, links: HallLinks, base: str, of: str = "") -> LinkList:
    """Return every link, with the QR codes of roles and boards; `base` is the venue's URL.

    Players are many, so their codes are returned one at a time, for the holder named by `of`.
    """
    found = []
    for who, name in holders(championship):
        word = f"{base}/hall#{links.word(championship, who)}"
        drawn = str(who) == of if of else who.role != "player"
        if drawn or not of:
            found.append(HallLink(role=str(who), name=name, word=word, code=_picture(word) if drawn else ""))
    if of:
        return LinkList(links=tuple(found), boards=())
    boards = []
    for number in range(1, championship.details.boards + 1):
        word = f"{base}/live/{number}"
        boards.append(HallLink(role="board", name=str(number), word=word, code=_picture(word)))
    return LinkList(links=tuple(found), boards=tuple(boards))


@lru_cache(maxsize=512)
def _picture(link: str) -> str:
    """Return the QR code of a link as a data URL."""
    return "data:image/svg+xml;base64," + base64.b64encode(code(link).encode()).decode()
