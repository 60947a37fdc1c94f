"""Bot accounts: marked permanently, and listed while they are online."""

from collections.abc import Callable

from starlette.responses import Response

from carrom.server.http.operation import GET, POST, Nothing, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.models import done
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry
from carrom.storage.store import Store
from carrom.values import Value

GROUP = "Bots"


class BotAccount(Value, frozen=True, kw_only=True):
    """An account marked as a bot's."""

    name: str
    bot: bool = True


class BotList(Value, frozen=True, kw_only=True):
    """The names of the bots that are online."""

    bots: tuple[str, ...]


def bot_operations(
    lobby: GameRegistry, store: Store, listening: Callable[[], tuple[str, ...]]
) -> tuple[Operation, ...]:
    """Return the operations on bots; `listening` returns the names of the bots that read their event stream."""

    async def upgrade(call: OperationRequest) -> Response:
        """Mark the caller's account as a bot's, unless it has played games."""
        person = call.known.person if call.known is not None else None
        assert person is not None, "the operation requires an account"

        def mark() -> None:
            if person.bot:
                return
            if store.games_of_account(person.id):
                why = f"{person.name} has played games; a bot needs an account that has not."
                raise Stop(409, "not-now", why)
            done(store.database, ("UPDATE account SET bot = 1 WHERE id = ?", (person.id,)))

        await lobby.in_thread(mark)
        return told(BotAccount(name=person.name))

    async def online(_: OperationRequest) -> Response:
        """List the bots that are online."""
        return told(BotList(bots=listening()))

    return (
        Operation(
            "bots.upgrade",
            GROUP,
            POST,
            "/api/bot/upgrade",
            "Mark this account permanently as a bot's. Bots are rated separately from people.",
            upgrade,
            BotAccount,
            scope=Scope.BOT,
            account=True,
            cost=5,
        ),
        Operation(
            "bots.online",
            GROUP,
            GET,
            "/api/bots/online",
            "List the bots that are online.",
            online,
            BotList,
            Nothing,
        ),
    )
