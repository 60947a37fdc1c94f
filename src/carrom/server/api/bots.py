"""Bot accounts: marked permanently, and listed while they are online."""

from collections.abc import Callable

from starlette.responses import Response

from carrom.server.http.operation import GET, POST, Call, Nothing, Operation
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.models import done
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry
from carrom.storage.store import Store
from carrom.values import Value

GROUP = "Programs"


class BotTold(Value, frozen=True, kw_only=True):
    """An account that a program plays in."""

    name: str
    bot: bool = True


class BotsTold(Value, frozen=True, kw_only=True):
    """The programs that listen for games now, by name."""

    bots: tuple[str, ...]


def bot_operations(
    lobby: GameRegistry, store: Store, listening: Callable[[], tuple[str, ...]]
) -> tuple[Operation, ...]:
    """Return the rows of the table; `listening` are the names of the programs that read their stream of events."""

    async def upgrade(call: Call) -> Response:
        """Mark the account of who calls, unless somebody has played in it."""
        person = call.known.person if call.known is not None else None
        assert person is not None, "only who has an account may call"

        def mark() -> None:
            if person.bot:
                return
            if store.games_of_account(person.id):
                why = f"{person.name} has played already: a program needs an account that nobody has played in"
                raise Stop(409, "not-now", why)
            done(store.database, ("UPDATE account SET bot = 1 WHERE id = ?", (person.id,)))

        await lobby.in_thread(mark)
        return told(BotTold(name=person.name))

    async def online(_: Call) -> Response:
        """Name those that listen."""
        return told(BotsTold(bots=listening()))

    return (
        Operation(
            "bots.upgrade",
            GROUP,
            POST,
            "/api/bot/upgrade",
            "Say that a program plays in this account: it is marked for good, and rated apart.",
            upgrade,
            BotTold,
            scope=Scope.BOT,
            account=True,
            cost=5,
        ),
        Operation(
            "bots.online",
            GROUP,
            GET,
            "/api/bots/online",
            "The programs that listen for games now.",
            online,
            BotsTold,
            Nothing,
        ),
    )
