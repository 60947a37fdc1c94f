"""The game card: the facts that stay the same throughout a game, and those of its rule set."""

from carrom import protocol
from carrom.board.equipment import EQUIPMENT
from carrom.game.header import Header
from carrom.game.scoring.clauses import ScoringTopic, clause
from carrom.physics import PHYSICS_VERSION
from carrom.rules.ruleset import Ruleset
from carrom.tables.terms import GameSettings
from carrom.tables.views.coaching import is_at_one_screen
from carrom.tables.views.one_screen import may_go_offline


def card_of(header: Header, rules: Ruleset, name: str, setting: GameSettings) -> protocol.Card:
    """Return the facts that stay the same throughout the game `name`."""
    parameters, terms = rules.parameters, setting.terms
    handicap = header.handicap or parameters.handicap
    return protocol.Card(
        game=name,
        sitters=setting.sitters,
        ruleset=rules.name,
        title=rules.title,
        edition=header.edition or rules.edition,
        length=protocol.Length(header.contest) if header.contest in _LENGTHS else protocol.Length.GAME,
        games_to_win=parameters.games_of_match // 2 + 1 if header.contest == "match" else 1,
        target=parameters.target_points,
        board_limit=1 if header.contest == "board" else parameters.board_limit,
        colours_owned=rules.colours_are_owned,
        white_is_brown=parameters.white_is_brown,
        concede=clause(rules, ScoringTopic.CONCEDE),
        clock=terms.clock,
        guide=terms.guide,
        handicap=handicap if any(handicap) else (),
        terms=terms,
        surface=header.surface or "",
        physics=header.physics or PHYSICS_VERSION,
        equipment=EQUIPMENT[header.equipment],
        tie=setting.tie,
        coach=is_at_one_screen(setting),
        offline=may_go_offline(setting) and not header.imported,
        rated=setting.pool is not None,
        imported=bool(header.imported),
    )


_LENGTHS = {length.value for length in protocol.Length}


def info_of(rules: Ruleset) -> protocol.RulesetInfo:
    """Return the facts about a rule set that are needed to start a game."""
    parameters = rules.parameters
    lengths = [protocol.Length.BOARD, protocol.Length.GAME]
    if rules.colours_are_owned and parameters.games_of_match > 1:
        lengths.append(protocol.Length.MATCH)
    return protocol.RulesetInfo(
        name=rules.name,
        title=rules.title,
        about=f"{rules.prose(rules.intro).split('. ')[0].rstrip('.')}.",
        players=parameters.players,
        lengths=tuple(lengths),
        target=parameters.target_points,
        board_limit=parameters.board_limit,
        games_of_match=parameters.games_of_match,
        clock=protocol.ClockPlan(stroke=_seconds(parameters.stroke_seconds), place=_seconds(parameters.place_seconds)),
        colours_owned=rules.colours_are_owned,
        rubbers=tuple(map(protocol.RubberKind, parameters.rubbers)),
        white_is_brown=parameters.white_is_brown,
    )


def _seconds(figure: int) -> int:
    """Return a time limit of the laws, at least the minimum of a clock."""
    return max(3, figure)
