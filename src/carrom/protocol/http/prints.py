"""Prints of a hall: `POST /api/hall/prints` with an official's token takes `AskPrint` and returns `PrintReady`."""

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
    """Only this round, such as `s.1`."""
    draft: Annotated[str, Meta(max_length=64)] = ""
    """Id of a draft; empty for the open tournament."""


class PrintReady(Value, frozen=True, kw_only=True, tag_field="type", tag="print-ready"):
    """A document is ready: its address can be opened in a new tab for an hour."""

    address: str


PrintMessage = AskPrint | PrintReady
"""A request for a print, and its answer; a refusal is `HallRefused`."""
