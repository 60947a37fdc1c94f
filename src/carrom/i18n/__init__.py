"""Translations: one catalogue per language, and sentences built from keys and values."""

from carrom.i18n.message import (
    LANGUAGES,
    OWN_NAMES,
    RIGHT_TO_LEFT,
    Languages,
    NamedPerson,
    TranslatableText,
    cited,
    filled,
    has,
    listed,
    sentences,
    text_of,
    told,
)

__all__ = [
    "LANGUAGES",
    "OWN_NAMES",
    "RIGHT_TO_LEFT",
    "Languages",
    "NamedPerson",
    "TranslatableText",
    "cited",
    "filled",
    "has",
    "listed",
    "sentences",
    "text_of",
    "told",
]
