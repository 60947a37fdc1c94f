"""HTTP routes for moderators, below `/me/moderation`."""

from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from starlette.responses import Response
from starlette.routing import Route

from carrom.errors import RefusedRequest
from carrom.server.accounts.account_router import AccountRequest, AccountRouter, beside
from carrom.server.accounts.moderation import LONGEST_MUTE, OPERATOR, Moderation
from carrom.server.accounts.schemas import Word
from carrom.server.accounts.service import AccountService
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.models import MODERATOR, Account, Act, Report
from carrom.server.identity.principal import Principal
from carrom.values import Value

_OPERATORS = "Only the operators of this server decide about moderators, with `carrom admin`."
MOST_ACTS = 100
"""Lines of the log in one response."""
Ended = Callable[[Iterable[str]], None]
Renamed = Callable[[], Awaitable[None]]


class What(StrEnum):
    """The acts open to moderators on the page; moderators are appointed at the server's terminal."""

    ANSWER = "answer"
    """Close a report without any other act."""
    WARN = "warn"
    """Show a warning on the account's page."""
    MUTE = "mute"
    CLOSE = "close"
    REOPEN = "reopen"
    RENAME = "rename"
    UNRATE = "unrate"


class Doing(Value, frozen=True, kw_only=True):
    """An act of a moderator, with its reason."""

    what: What
    why: Annotated[str, Meta(max_length=500)]
    about: Word = ""
    """The name of an account; for `unrate`, the id of a game."""
    report: Word = ""
    """The id of the report that this act answers."""
    days: Annotated[int, Meta(ge=0, le=LONGEST_MUTE)] = 0
    """For `mute`: the number of days, or 0 to end it."""
    name: Word = ""
    """For `rename`: the new name."""


class OpenReport(Value, frozen=True, kw_only=True):
    """An open report."""

    id: str
    made: int
    by: str
    about: str
    game: str
    reason: str
    said: str


class ModerationAct(Value, frozen=True, kw_only=True):
    """A line of the log of moderators' acts."""

    made: int
    by: str
    """The moderator's name; empty for an act at the server's terminal."""
    act: str
    about: str
    why: str
    before: str
    after: str


class ModeratedAccount(Value, frozen=True, kw_only=True):
    """The account that a moderator looks up."""

    name: str
    state: str
    bot: bool
    moderates: bool
    made: int
    muted: int
    """The end of the mute in seconds since 1970, or 0."""
    reports: int
    """The number of reports about the account, closed ones too; 0 for moderators, whose reports only operators see."""
    log: tuple[ModerationAct, ...]


class ModerationOverview(Value, frozen=True, kw_only=True):
    """Open reports, recent acts, and the account that was looked up."""

    reports: tuple[OpenReport, ...]
    log: tuple[ModerationAct, ...]
    about: ModeratedAccount | None = None


class ModerationRoutes:
    """Handlers for moderators."""

    def __init__(self, people: AccountService, ended: Ended, renamed: Renamed) -> None:
        """Moderate the accounts of `people`; `ended` is called after sessions have ended, `renamed` after a rename."""
        self._people, self._moderation = people, Moderation(people)
        self._ended, self._renamed = ended, renamed

    def routes(self, entrance: AccountRouter) -> list[Route]:
        """Return the routes."""
        return [
            entrance.route("GET", "/me/moderation", self.look),
            entrance.route("POST", "/me/moderation", self.act, Doing),
        ]

    async def look(self, asked: AccountRequest) -> Response:
        """Return open reports and the log, and the account named by the query parameter `about`."""
        me = _moderator(asked)
        return told(await beside(lambda: self._view(me, asked.request.query_params.get("about", ""))))

    async def act(self, asked: AccountRequest) -> Response:
        """Perform an act, and return the reports and the log after it."""
        me, doing = _moderator(asked), asked.body
        await beside(lambda: self._act(me, doing))
        if doing.what is What.CLOSE:
            self._ended(())
        if doing.what in (What.CLOSE, What.RENAME):
            await self._renamed()
        name = doing.name if doing.what is What.RENAME else doing.about
        return told(await beside(lambda: self._view(me, "" if doing.what is What.UNRATE else name)))

    def _act(self, me: Principal, doing: Doing) -> None:
        """Perform the act; raises `RefusedRequest` or `Stop`, and then changes nothing."""
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
            raise RefusedRequest("Name the report to close.")
        if doing.report:
            do.answer(by, doing.report, doing.why)

    def _about(self, me: Principal, name: str) -> Account:
        """Return the account an act is about; raises `Stop` if there is none, or it is a moderator's."""
        about = self._people.called(name)
        if about is None:
            raise Stop(404, "not-found", f"There is no player named {name[:40]!r}.")
        if about.id == me.person.id or about.role == MODERATOR:
            raise Stop(403, "not-yours", _OPERATORS)
        return about

    def _view(self, me: Principal, name: str) -> ModerationOverview:
        do = self._moderation
        reports, log = do.reports_for(me.person.id), do.with_names(do.log_for_moderators(most=MOST_ACTS))
        about = self._people.called(name) if name else None
        own = () if about is None else do.with_names(do.log_for_moderators(about.id, MOST_ACTS))
        ids = {id for each in reports for id in (each.account, each.about)}
        ids |= {id for each in (*log, *own) for id in (each.moderator, each.about)}
        names = self._people.names(ids)
        return ModerationOverview(
            reports=tuple(_report(each, names) for each in reports),
            log=tuple(_line(each, names) for each in log),
            about=None
            if about is None
            else ModeratedAccount(
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
    """Return the principal; raises `Stop` (403) unless they are a moderator."""
    if not asked.me.moderates:
        raise Stop(403, "not-yours", "Only moderators can see this.", key="moderators")
    return asked.me


def _report(row: Report, names: dict[str, str]) -> OpenReport:
    by, about = names.get(row.account, ""), names.get(row.about, "")
    return OpenReport(id=row.id, made=row.made, by=by, about=about, game=row.game, reason=row.reason, said=row.said)


def _line(row: Act, names: dict[str, str]) -> ModerationAct:
    by = "" if row.moderator == OPERATOR else names.get(row.moderator, "")
    about = names.get(row.about, "") if row.act not in ("answer", "unrate") else row.about
    return ModerationAct(
        made=row.made, by=by, act=row.act, about=about, why=row.why, before=row.before, after=row.after
    )
