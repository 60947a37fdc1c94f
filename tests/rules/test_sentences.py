"""Where the sentences about laws and rulings come from."""

from carrom.board.disc import STRIKER
from carrom.board.outcome import Outcome
from carrom.data import changed
from carrom.rules.catalogue import laws
from carrom.rules.consequences import consequences
from carrom.rules.judge import judge
from carrom.rules.places import LAWS
from carrom.rules.round import Phase, Round
from carrom.rules.ruleset import ruleset


def test_the_sentence_of_every_law_is_what_its_docstring_says() -> None:
    sentences = laws()
    assert set(sentences) == {f"law.{law.__name__}" for law in LAWS}
    for law in LAWS:
        assert sentences[f"law.{law.__name__}"].split() == str(law.__doc__).split()


def test_a_ruling_without_dues_says_nothing_of_any() -> None:
    owing = judge(changed(Round.begin(ruleset("icf")), phase=Phase.PLAY), Outcome(pocketed=(STRIKER,), moved=True))
    keys = ("said.owe", "said.still-owe")
    assert [each.key for each in consequences(owing) if each.key in keys] == ["said.owe"]
    assert not [each for each in consequences(changed(owing, dues=())) if each.key in keys]
