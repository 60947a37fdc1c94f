"""The names of those who play."""

from carrom.game.game import Game


def name_of(game: Game, player: str) -> str:
    """Return the name of a player (`A`, `B2` …)."""
    number = int(player[1:] or "1")
    names = [each.name for each in game.header.players if each.side == player[0]]
    return names[number - 1]


def side_name(game: Game, side: str) -> str:
    """Return the names of those who score together."""
    return " and ".join(player.name for player in game.header.players if player.side == side)
