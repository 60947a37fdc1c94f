"""Environments for research: Gymnasium's and PettingZoo's shells over the same game that people play.

They need the extra `lab` (`pip install "carrom[lab]"`). docs/research.md shows them in use and says what every action,
observation and reward means. Nothing here knows a law: what is legal and what follows comes from `carrom.game`.
"""
