"""The words of every language: one catalogue each, and sentences made from keys and values.

Names others build on: `Said`, `Person`, `told`, `filled`, `text_of`, `LANGUAGES`.
"""

from carrom.texts.catalogue import LANGUAGES, OWN_NAMES, RIGHT_TO_LEFT, Languages, has, sentences, text_of
from carrom.texts.said import Person, Said, cited, filled, listed, told

__all__ = [
    "LANGUAGES",
    "OWN_NAMES",
    "RIGHT_TO_LEFT",
    "Languages",
    "Person",
    "Said",
    "cited",
    "filled",
    "has",
    "listed",
    "sentences",
    "text_of",
    "told",
]
