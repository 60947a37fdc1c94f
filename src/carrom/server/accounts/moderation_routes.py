"""HTTP routes of moderators, below `/me/moderation`."""

from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from starlette.responses import Response
from starlette.routing import Route

from carrom.errors import RefusedRequest
from carrom.server.accounts.account_router import AccountRequest, AccountRouter, beside
from carrom.server.accounts.moderation import LONGEST_MUTE, OPERATOR, Act, Moderation, Report
from carrom.server.accounts.schemas import Word
from carrom.server.accounts.service import AccountService
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.models import MODERATOR, Account
from carrom.server.identity.principal import Principal
from carrom.values import Value

_OPERATORS = "What concerns a moderator is decided by the people who run this server, with `carrom admin`."
MOST_ACTS = 100
"""Lines of the log that are told."""
Ended = Callable[[Iterable[str]], None]
Renamed = Callable[[], Awaitable[None]]


class What(StrEnum):
    """What a moderator may do on the page; who is one is decided at the server's own terminal."""

    ANSWER = "answer"
    """Put a report away, and nothing else."""
    WARN = "warn"
    """Let somebody read a sentence on his account's page."""
    MUTE = "mute"
    CLOSE = "close"
    REOPEN = "reopen"
    RENAME = "rename"
    UNRATE = "unrate"


class Doing(Value, frozen=True, kw_only=True):
    """Something to be done, with its reason."""

    what: What
    why: Annotated[str, Meta(max_length=500)]
    about: Word = ""
    """The name of an account; to `unrate`, a game."""
    report: Word = ""
    """The report that is answered by it."""
    days: Annotated[int, Meta(ge=0, le=LONGEST_MUTE)] = 0
    """To `mute`: for so many, 0: no longer."""
    name: Word = ""
    """To `rename`: the new one."""


class ReportTold(Value, frozen=True, kw_only=True):
    """A report that waits."""

    id: str
    made: int
    by: str
    about: str
    game: str
    reason: str
    said: str


class ActTold(Value, frozen=True, kw_only=True):
    """A line of the log."""

    made: int
    by: str
    """Empty: at the server's own terminal."""
    act: str
    about: str
    why: str
    before: str
    after: str


class AboutTold(Value, frozen=True, kw_only=True):
    """Somebody whom a moderator looks at."""

    name: str
    state: str
    bot: bool
    moderates: bool
    made: int
    muted: int
    """Until when; 0: he is not."""
    reports: int
    """How many reports there have been about them, answered ones too; 0 for a moderator, whose the operator sees."""
    log: tuple[ActTold, ...]


class OversightTold(Value, frozen=True, kw_only=True):
    """What waits, and what was done."""

    reports: tuple[ReportTold, ...]
    log: tuple[ActTold, ...]
    about: AboutTold | None = None


class ModerationRoutes:
    """The moderators' side of one server."""

    def __init__(self, people: AccountService, ended: Ended, renamed: Renamed) -> None:
        """Moderate among these people; `ended` and `renamed` are called after sessions have ended, names changed."""
        self._people, self._moderation = people, Moderation(people)
        self._ended, self._renamed = ended, renamed

    def routes(self, entrance: AccountRouter) -> list[Route]:
        """Return the addresses."""
        return [
            entrance.route("GET", "/me/moderation", self.look),
            entrance.route("POST", "/me/moderation", self.act, Doing),
        ]

    async def look(self, asked: AccountRequest) -> Response:
        """Tell what waits and what was done, and of whoever is named by `about`."""
        me = _moderator(asked)
        return told(await beside(lambda: self._told(me, asked.request.query_params.get("about", ""))))

    async def act(self, asked: AccountRequest) -> Response:
        """Do something, and tell how everything stands."""
        me, doing = _moderator(asked), asked.body
        await beside(lambda: self._act(me, doing))
        if doing.what is What.CLOSE:
            self._ended(())
        if doing.what in (What.CLOSE, What.RENAME):
            await self._renamed()
        name = doing.name if doing.what is What.RENAME else doing.about
        return told(await beside(lambda: self._told(me, "" if doing.what is What.UNRATE else name)))

    def _act(self, me: Principal, doing: Doing) -> None:
        """Do it; raises `RefusedRequest` or `Stop`, and then nothing has changed."""
        by, do = me.person.id, self._moderation
        if doing.report:
            do.check_waits(doing.report, by)
        if doing.what is What.UNRATE:
            if do.concerns_moderators(doing.about):
                raise Stop(403, "not-yours", _OPERATORS)
            do.unrate(by, doing.about, doing.why)
        elif doing.what is not What.ANSWER:
            about = self._about(me, doing.about)
            match doing.what:
                case What.WARN:
                    do.warn(by, about, doing.why)
                case What.MUTE:
                    do.mute(by, about, doing.days, doing.why)
                case What.CLOSE:
                    do.close(by, about, doing.why)
                case What.REOPEN:
                    do.reopen(by, about, doing.why)
                case What.RENAME:
                    do.rename(by, about, doing.name, doing.why)
        elif not doing.report:
            raise RefusedRequest("Say which report is put away.")
        if doing.report:
            do.answer(by, doing.report, doing.why)

    def _about(self, me: Principal, name: str) -> Account:
        """Return whom an act is about; raises `Stop` for nobody, for oneself, and for another moderator."""
        about = self._people.called(name)
        if about is None:
            raise Stop(404, "not-found", f"Nobody here is called {name[:40]!r}.")
        if about.id == me.person.id or about.role == MODERATOR:
            raise Stop(403, "not-yours", _OPERATORS)
        return about

    def _told(self, me: Principal, name: str) -> OversightTold:
        do = self._moderation
        reports, log = do.reports_for(me.person.id), do.with_names(do.log_for_moderators(most=MOST_ACTS))
        about = self._people.called(name) if name else None
        own = () if about is None else do.with_names(do.log_for_moderators(about.id, MOST_ACTS))
        ids = {id for each in reports for id in (each.account, each.about)}
        ids |= {id for each in (*log, *own) for id in (each.moderator, each.about)}
        names = self._people.names(ids)
        return OversightTold(
            reports=tuple(_report(each, names) for each in reports),
            log=tuple(_line(each, names) for each in log),
            about=None
            if about is None
            else AboutTold(
                name=about.name,
                state=about.state,
                bot=bool(about.bot),
                moderates=about.role == MODERATOR,
                made=about.made,
                muted=about.muted if about.muted > self._people.now() else 0,
                reports=0 if about.role == MODERATOR else do.reported(about.id),
                log=tuple(_line(each, names) for each in own),
            ),
        )


def _moderator(asked: AccountRequest) -> Principal:
    """Return who asks; raises `Stop` unless he is a moderator."""
    if not asked.me.moderates:
        raise Stop(403, "not-yours", "Only moderators see this.", key="moderators")
    return asked.me


def _report(row: Report, names: dict[str, str]) -> ReportTold:
    by, about = names.get(row.account, ""), names.get(row.about, "")
    return ReportTold(id=row.id, made=row.made, by=by, about=about, game=row.game, reason=row.reason, said=row.said)


def _line(row: Act, names: dict[str, str]) -> ActTold:
    by = "" if row.moderator == OPERATOR else names.get(row.moderator, "")
    about = names.get(row.about, "") if row.act not in ("answer", "unrate") else row.about
    return ActTold(made=row.made, by=by, act=row.act, about=about, why=row.why, before=row.before, after=row.after)
