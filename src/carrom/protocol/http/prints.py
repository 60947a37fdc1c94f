"""Prints of a hall: `POST /api/hall/prints` with an official's token takes `AskPrint` and returns `PrintReady`.

Public pages: `GET /api/hall/publication` with the organiser's token returns `PublicationInfo`, and
`GET /api/hall/publication.zip` the pages.
"""

from typing import Annotated, Literal

from msgspec import Meta

from carrom.tournament.printing.blocks import Paper
from carrom.tournament.printing.page import Document
from carrom.values import Value


class AskPrint(Value, frozen=True, kw_only=True, tag_field="type", tag="print"):
    """Prepare a document of the open tournament, or of a draft. Answered by `PrintReady`."""

    what: Document
    language: Literal["en", "hi", "ta", "bn", "ur", "si"] = "en"
    paper: Paper = "a4"
    round: Annotated[str, Meta(max_length=40)] = ""
    """Only this round, such as `s.1`; `due` for the open matches of the rounds that are due; empty for everything."""
    draft: Annotated[str, Meta(max_length=64)] = ""
    """Id of a draft; empty for the open tournament."""


class PrintReady(Value, frozen=True, kw_only=True, tag_field="type", tag="print-ready"):
    """A document is ready: its address can be opened in a new tab for an hour."""

    address: str


class PublicationInfo(Value, frozen=True, kw_only=True, tag_field="type", tag="publication"):
    """Where the public pages of the open tournament are, and how old they are."""

    folder: str
    """Path on the hall's computer; empty if the hall writes none (`carrom hall --publish FOLDER`)."""
    version: int
    """Number of lines of the tournament's file in the pages; 0 before they were written for the first time."""
    building: bool
    fault: str
    """Why the pages could not be written the last time; empty if they could."""


PrintMessage = AskPrint | PrintReady | PublicationInfo
"""A request for a print, and its answer, and the state of the public pages; a refusal is `HallRefused`."""
