"""Agreements between the players of a live game: offers, consent, and pauses."""

from collections.abc import Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import Conflict
from carrom.server.live_games.audience import Audience
from carrom.server.live_games.game_events import AgreementsChanged
from carrom.server.live_games.open_game import OpenGame
from carrom.storage.models import StoredSeat
from carrom.tables.consent import Consent, agreed, declined, paused
from carrom.tables.offers import Offers
from carrom.tables.terms import GameSettings
from carrom.tables.turn_clock import TurnStart
from carrom.values import changed


class Agreements:
    """The offers and agreements between the players of one game; changes are stored, then broadcast."""

    def __init__(self, game: OpenGame, audience: Audience) -> None:
        """Use the agreements in the room's settings."""
        self._game, self._audience = game, audience

    async def consent(self, command: Consent, yours: frozenset[Seat], at: int) -> bool:
        """Store the consent of these players; return whether all people in the game agree now.

        A pause that all agree on begins or ends at once, at `at` (ms since 1970). Raises `CommandRefused` or
        `StoreError`.
        """
        all_agree, room = False, self._game.room

        def made(setting: GameSettings, offers: Offers) -> GameSettings:
            nonlocal all_agree
            new, all_agree = agreed(room, offers, command, yours)
            if not all_agree:
                return changed(setting, accord=new)
            if not isinstance(command, protocol.Pause):
                return setting  # an undo is stored as an event, a rematch as a game
            new = paused(room, new, command.nonce, at)
            return changed(setting, accord=new, paused=new.turn is not None and new.turn.left is not None)

        await self._change(made)
        return all_agree

    async def decline(self, command: protocol.Decline, yours: frozenset[Seat]) -> None:
        """Withdraw an offer; raises `CommandRefused` or `StoreError`."""
        room = self._game.room
        await self._change(lambda setting, offers: changed(setting, accord=declined(room, offers, command, yours)))

    async def begin_rematch(self, nonce: str) -> None:
        """Create the rematch, and broadcast its name; raises `CommandRefused` or `StoreError`."""
        rematch = await self._game.services.rematch(self._game.room, self._game.door)

        def made(setting: GameSettings, offers: Offers) -> GameSettings:
            rest = changed(offers.without(protocol.OfferKind.REMATCH), rematch=rematch)
            return changed(setting, accord=rest.remembering(nonce))

        await self._change(made)

    async def restart_turn(self, turn: TurnStart) -> None:
        """Give the player whose turn it is their full time again; raises `Conflict` or `StoreError`."""
        await self._store(lambda setting, offers: changed(setting, accord=changed(offers, turn=turn)))

    async def _change(self, made: Callable[[GameSettings, Offers], GameSettings]) -> None:
        """Replace the settings, and make other processes read them."""
        await self._store(made)
        self._game.log.tell_turned()

    async def _store(self, made: Callable[[GameSettings, Offers], GameSettings]) -> None:
        """Replace the settings in the store by the result of `made`, and apply them; raises what `made` raises."""
        version, log = self._game.room.version, self._game.log

        def written(text: str, at: int) -> str:
            setting = GameSettings.read(text)
            new = made(setting, _offers_at(setting, version, at))
            return text if new == setting else new.text()

        self.apply(await self._game.services.append(lambda: log.change(written)))

    def apply(self, text: str) -> None:
        """Apply stored settings to the game, and broadcast what has changed."""
        room, audience = self._game.room, self._audience
        setting = GameSettings.read(text).taken(self._game.door.seats)
        if setting == room.setting:
            return
        before, was_paused, sitters = room.accord, room.is_paused, room.setting.sitters
        room.agree(setting)
        after = room.accord
        done = {protocol.OfferKind.PAUSE} if room.is_paused != was_paused else set()
        if after.rematch != before.rematch:
            done.add(protocol.OfferKind.REMATCH)
        for offered in after.since(before):
            if offered.by or offered.declined or offered.what not in done:
                audience.broadcast(protocol.encode(offered))
        if after.turn != before.turn:
            audience.broadcast(audience.clock())
        if after.rematch is not None and after.rematch != before.rematch:
            audience.broadcast(protocol.encode(protocol.Rematched(game=after.rematch)))
        if setting.sitters != sitters:
            audience.send_seats()
        self._game.publish(AgreementsChanged(room))

    def seat(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats, and broadcast any change."""
        if set(seats) != set(self._game.door.seats):
            self.reseat(seats)
            self._audience.send_seats()

    def reseat(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats."""
        self._game.door = changed(self._game.door, seats=seats)
        self._game.room.seated(seats)


def _offers_at(setting: GameSettings, version: int, at: int) -> Offers:
    """Return the offers at a version; raises `Conflict` if the game is at another version."""
    if at != version:
        raise Conflict(f"The game has moved on from version {version} to {at}.")
    return (setting.accord or Offers()).at(version)
