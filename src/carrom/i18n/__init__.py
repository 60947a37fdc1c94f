"""The words of every language: one catalogue each, and sentences made from keys and values.

Names others build on: `TranslatableText`, `Person`, `told`, `filled`, `text_of`, `LANGUAGES`.
"""

from carrom.i18n.catalogue import LANGUAGES, OWN_NAMES, RIGHT_TO_LEFT, Languages, has, sentences, text_of
from carrom.i18n.message import Person, TranslatableText, cited, filled, listed, told

__all__ = [
    "LANGUAGES",
    "OWN_NAMES",
    "RIGHT_TO_LEFT",
    "Languages",
    "Person",
    "TranslatableText",
    "cited",
    "filled",
    "has",
    "listed",
    "sentences",
    "text_of",
    "told",
]
