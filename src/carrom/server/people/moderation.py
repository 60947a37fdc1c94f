"""Moderation: blocks, reports, mutes and bans, and the audit log of moderators' acts."""

import time
from collections.abc import Sequence

from carrom.errors import RefusedRequest
from carrom.server.people.accounts import AccountService, forgotten, rename, withdrawn
from carrom.server.people.login import voided
from carrom.server.people.models import CLOSED, GONE, MODERATOR, OPEN, Account, Act, Report, added, done, found
from carrom.server.people.ratings import UNDONE, Change, RatingStore
from carrom.server.people.sessions import DAY, new_id
from carrom.server.people.usernames import Name, closed, named
from carrom.storage.database import Statement, games_of
from carrom.tables.terms import on_one_line
from carrom.values import changed

REASONS = ("cheating", "stalling", "insult", "name", "other")
MOST_BLOCKED, MOST_REPORTS = 200, 20
"""Blocks by one account, and its open reports."""
OPERATOR = "operator"
"""The name under which acts at the server's terminal are logged."""
LONGEST_MUTE = 366
"""Maximum length of a mute in days."""
_LONGEST = 500
_MODERATORS = "SELECT id FROM account WHERE role = ?"
_WARNED = 90
"""Days for which a warning is shown."""


class Moderation:
    """Blocks, reports and moderators' acts in the database; methods block on the database."""

    def __init__(self, people: AccountService) -> None:
        """Moderate the accounts of `people`."""
        self._people, self._database = people, people.database

    def block(self, account: str, other: str) -> None:
        """Stop `other` from challenging or joining `account`; raises `RefusedRequest`."""
        if account == other:
            raise RefusedRequest("You cannot block yourself.")
        (number,) = self._database.ask("SELECT count(*) FROM block WHERE account = ?", (account,))[0]
        if number >= MOST_BLOCKED:
            raise RefusedRequest(f"You have blocked {MOST_BLOCKED} players; unblock one first.")
        insert = "INSERT INTO block (account, other, made) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        done(self._database, (insert, (account, other, self._people.now())))

    def unblock(self, account: str, other: str) -> None:
        """Remove a block."""
        done(self._database, ("DELETE FROM block WHERE account = ? AND other = ?", (account, other)))

    def blocked_names(self, account: str) -> tuple[str, ...]:
        """Return the names of the accounts that this account has blocked."""
        asked = "SELECT name FROM block, account WHERE block.account = ? AND account.id = other ORDER BY name"
        return tuple(name for (name,) in self._database.ask(asked, (account,)))

    def is_apart(self, one: str, other: str) -> bool:
        """Return whether either of two accounts has blocked the other."""
        asked = "SELECT 1 FROM block WHERE (account = ? AND other = ?) OR (account = ? AND other = ?)"
        return bool(self._database.ask(asked, (one, other, other, one)))

    def are_apart(self, account: str, others: frozenset[str]) -> bool:
        """Return whether an account has blocked, or is blocked by, any of the others."""
        return any(self.is_apart(account, other) for other in others)

    def report(self, account: str, about: str, reason: str, said: str, game: str) -> None:
        """File a report with the moderators; raises `RefusedRequest`."""
        if reason not in REASONS:
            raise RefusedRequest(f"{reason!r:.40} is not a reason for a report; expected one of {', '.join(REASONS)}.")
        (number,) = self._database.ask("SELECT count(*) FROM report WHERE account = ? AND closed = 0", (account,))[0]
        if number >= MOST_REPORTS:
            raise RefusedRequest(f"You have {MOST_REPORTS} open reports; wait until moderators have read some of them.")
        text = on_one_line(said)[:_LONGEST]
        done(self._database, added(Report(new_id(), account, about, game, reason, text, self._people.now(), 0)))

    def reports(self) -> tuple[Report, ...]:
        """Return the open reports, oldest first."""
        return self._database.view(lambda ask: found(ask, Report, "closed = ?", 0))

    def reports_for(self, moderator: str) -> tuple[Report, ...]:
        """Return the open reports that a moderator may decide: none about a moderator, and none of their own."""
        moderators = frozenset(id for (id,) in self._database.ask(_MODERATORS, (MODERATOR,)))
        return tuple(each for each in self.reports() if each.about not in moderators and each.account != moderator)

    def log_for_moderators(self, about: str = "", most: int = 200) -> tuple[Act, ...]:
        """Return the log without answers to reports about moderators, whose reasons may name who reported them."""
        asked = f"SELECT report.id FROM report WHERE about IN ({_MODERATORS})"
        hidden = frozenset(id for (id,) in self._database.ask(asked, (MODERATOR,)))
        return tuple(each for each in self.log(about, most) if each.act != "answer" or each.about not in hidden)

    def concerns_moderators(self, game: str) -> bool:
        """Return whether a moderator has a seat in a game, or a rating that it changed."""
        held = "SELECT account FROM seat WHERE game = ? UNION SELECT account FROM rating_change WHERE game = ?"
        asked = f"SELECT 1 FROM account WHERE role = ? AND id IN ({held})"
        return bool(self._database.ask(asked, (MODERATOR, game, game)))

    def log(self, about: str = "", most: int = 200) -> tuple[Act, ...]:
        """Return the acts of moderators, about one account or all of them, newest first."""
        columns = ", ".join(Act.__struct_fields__)
        where, values = ("WHERE about = ?", (about,)) if about else ("", ())
        asked = f"SELECT {columns} FROM act {where} ORDER BY made DESC, id DESC LIMIT ?"
        return tuple(Act(*cells) for cells in self._database.ask(asked, (*values, most)))

    def with_names(self, acts: Sequence[Act]) -> tuple[Act, ...]:
        """Return acts as shown: account ids are replaced by current names."""
        unrated = [each for each in acts if each.act == "unrate"]
        ids = {part.partition(" ")[0] for each in unrated for part in _parts(each.before)}
        names = self._people.names(ids)

        def named(text: str) -> str:
            parts = (part.partition(" ") for part in _parts(text))
            return ", ".join(f"{names.get(id) or 'a former player'} {rating}" for id, _, rating in parts)

        return tuple(
            changed(each, before=named(each.before), after=named(each.after)) if each in unrated else each
            for each in acts
        )

    def reported(self, account: str) -> int:
        """Return how many times an account has been reported, including closed reports."""
        return int(self._database.ask("SELECT count(*) FROM report WHERE about = ?", (account,))[0][0])

    def warnings(self, account: str) -> tuple[Act, ...]:
        """Return an account's recent warnings, newest first."""
        since = self._people.now() - _WARNED * DAY
        return tuple(each for each in self.log(account) if each.act == "warn" and each.made >= since)

    def check_waits(self, report: str, moderator: str) -> None:
        """Raise `RefusedRequest` for a report that is not open or that this moderator may not decide.

        The message is the same for both, so that moderators do not learn of reports about themselves.
        """
        if all(each.id != report for each in self.reports_for(moderator)):
            raise RefusedRequest("This report is already closed.")

    def answer(self, by: str, report: str, why: str) -> None:
        """Close a report without any other act."""
        closing = ("UPDATE report SET closed = ? WHERE id = ?", (self._people.now(), report))
        self._act(by, "answer", report, why, "", "", closing)

    def warn(self, by: str, about: Account, why: str) -> None:
        """Show a warning on the account's page for some months; raises `RefusedRequest`."""
        if about.state == GONE:
            raise RefusedRequest("This account has been deleted.")
        self._act(by, "warn", about.id, why, "", "")

    def mute(self, by: str, about: Account, days: int, why: str) -> None:
        """Stop an account from chatting and seeking games for some days, or 0 to end it; raises `RefusedRequest`."""
        if not 0 <= days <= LONGEST_MUTE:
            raise RefusedRequest(f"Cannot mute for {days} days; expected 0 (to end the mute) to {LONGEST_MUTE}.")
        until = self._people.now() + days * DAY if days else 0
        muted = ("UPDATE account SET muted = ? WHERE id = ?", (until, about.id))
        self._act(by, "mute", about.id, why, str(about.muted), str(until), muted)

    def close(self, by: str, about: Account, why: str) -> None:
        """Close an account: signing in is refused, sessions and tokens end; raises `RefusedRequest`."""
        if about.state != OPEN:
            raise RefusedRequest(f"The account {about.name or about.id} is already {about.state}.")
        self._act(
            by,
            "close",
            about.id,
            why,
            about.state,
            CLOSED,
            ("UPDATE account SET state = ? WHERE id = ?", (CLOSED, about.id)),
            ("DELETE FROM session WHERE account = ?", (about.id,)),
            ("DELETE FROM api_token WHERE account = ?", (about.id,)),
            voided(about.id),
            *withdrawn(about.id),
        )

    def reopen(self, by: str, about: Account, why: str) -> None:
        """Open a closed account again; raises `RefusedRequest`."""
        if about.state != CLOSED:
            raise RefusedRequest(f"The account {about.name or about.id} is {about.state}, not closed.")
        opened = ("UPDATE account SET state = ? WHERE id = ?", (OPEN, about.id))
        self._act(by, "reopen", about.id, why, CLOSED, OPEN, opened)

    def rename(self, by: str, about: Account, said: str, why: str) -> Name:
        """Change an account's name, here and in its games, and reserve the earlier one.

        Open seeks and challenges under the earlier name are withdrawn. Raises `RefusedRequest`.
        """
        name = named(said)
        if about.state == GONE:
            raise RefusedRequest("This account has been deleted.")
        if name.skeleton != about.skeleton and not self._people.is_free(name):
            raise RefusedRequest(f"The name {name.shown} is taken or looks too much like a name in use.")
        _reason(why)
        now, stored = self._people.now(), closed(about.skeleton)
        changes: list[Statement] = [
            (
                "UPDATE account SET name = ?, folded = ?, skeleton = ? WHERE id = ?",
                (name.shown, name.folded, name.skeleton, about.id),
            )
        ]
        rename(self._database, about.id, games_of(self._database, about.id), about.name, name.shown)
        if name.skeleton != about.skeleton:
            changes.append(("INSERT INTO closed_name (hash, made) VALUES (?, ?) ON CONFLICT DO NOTHING", (stored, now)))
        changes += [*withdrawn(about.id), *forgotten(about.id)]
        self._act(by, "rename", about.id, why, "", "", *changes)  # the log holds no former names
        return name

    def promote(self, by: str, about: Account, why: str, *, up: bool) -> None:
        """Make an account a moderator, or end that role."""
        role = MODERATOR if up else ""
        promoted = ("UPDATE account SET role = ? WHERE id = ?", (role, about.id))
        self._act(by, "promote" if up else "demote", about.id, why, about.role, role, promoted)

    def unrate(self, by: str, game: str, why: str) -> None:
        """Undo a game's effect on ratings; raises `RefusedRequest` if it had none."""
        reason, ratings = _reason(why), RatingStore(self._database)
        there = ratings.of_game(game)
        if not there:
            raise RefusedRequest(f"The game {game[:40]} has not affected any rating.")
        if any(each.kind == UNDONE for each in there):
            raise RefusedRequest(f"The game {game[:40]} is already removed from the ratings.")

        def line(changes: tuple[Change, ...]) -> tuple[Statement, ...]:
            before = ", ".join(f"{each.account} {round(each.before.rating)}" for each in changes)
            after = ", ".join(f"{each.account} {round(each.after.rating)}" for each in changes)
            return (self._line(by, "unrate", game, reason, before, after),)

        ratings.undo(game, 1000 * self._people.now(), line)

    def check_reason(self, why: str) -> None:
        """Raise `RefusedRequest` if there is no reason."""
        _reason(why)

    def note(self, by: str, act: str, about: str, why: str, before: str, after: str) -> None:
        """Log an act that is not on accounts; raises `RefusedRequest` if there is no reason."""
        self._act(by, act, about, why, before, after)

    def _act(self, by: str, act: str, about: str, why: str, before: str, after: str, *changes: Statement) -> None:
        """Apply changes and log them in one transaction; raises `RefusedRequest` if there is no reason."""
        done(self._database, *changes, self._line(by, act, about, _reason(why), before, after))

    def _line(self, by: str, act: str, about: str, reason: str, before: str, after: str) -> Statement:
        """Return the statement that adds a line to the log, idempotently."""
        name = f"{time.time_ns():016x}{new_id()}"  # keeps the order of acts within one second
        return added(Act(name, by, self._people.now(), act, about, reason, before, after))


def _parts(text: str) -> list[str]:
    return text.split(", ") if text else []


def _reason(why: str) -> str:
    """Return the reason as stored; raises `RefusedRequest` if it is empty."""
    reason = on_one_line(why)[:_LONGEST]
    if not reason:
        raise RefusedRequest("A reason is required; it is logged with the act.")
    return reason
