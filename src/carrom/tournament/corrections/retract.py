"""Take back draws: the lines for one round, or for all rounds of a section."""

from carrom.errors import RefusedRequest
from carrom.tournament.events import Retracted
from carrom.tournament.import_export.event_lines import read_wave
from carrom.tournament.state import Championship, Section


def retractions(championship: Championship, word: str, reason: str) -> tuple[Retracted, ...]:
    """Return the lines that take back the draw of a round such as `s.2`, or all draws of a section such as `s`, the
    last round first. The groups or seeds are taken back with the first round. Raises `RefusedRequest`.
    """
    if "." in word:
        id, number = read_wave(word)
        return (_retraction(championship.section(id), number, reason),)
    section = championship.section(word)
    if not section.waves:
        raise RefusedRequest(f"{section.terms.title} is not drawn, so there is no draw to take back")
    return tuple(_retraction(section, wave.number, reason) for wave in reversed(section.waves))


def _retraction(section: Section, number: int, reason: str) -> Retracted:
    seats = number == 1 and section.terms.system != "swiss"
    return Retracted(section=section.id, wave=number, reason=reason, seats=seats)
