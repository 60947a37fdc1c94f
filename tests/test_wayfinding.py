"""A newcomer's search words lead to the right file, by paths and first docstring lines alone.

The words are those of the field (web servers, chess programs, tournament software, reinforcement learning).
`search` is what an editor's "go to file" does, with the first line of each module's docstring beside its path.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FIRST = 5
"""How many of the first hits are considered."""

QUESTIONS = {
    # words of other fields and programs
    "time control": "tables/turn_clock.py",
    "elimination bracket": "tournament/draws/knockout.py",
    "buchholz": "tournament/standings/standings.py",
    "pagination": "server/api/game_lists.py",
    "serializer": "tables/log/msgpack_codec.py",
    "random seed": "engine/rack_seeds.py",
    "blunder": "analysis/review/reviewer.py",
    "audit log": "server/accounts/moderation.py",
    "api token": "server/accounts/own_account.py",
    "hsts": "server/http/security.py",
    "tampering": "storage/hash_chain.py",
    "environment variable": "cli/server/settings.py",
    "monte carlo": "engine/rollouts/runner.py",
    "neural network": "engine/evaluation/board_value.py",
    "coordinates": "board/place.py",
    "gzip": "server/http/compressed_text.py",
    "ndjson": "server/http/responses.py",
    "vectorized environment": "envs/batched/vector_env.py",
    "dataset": "lab/parquet.py",
    "takeback": "tables/offers.py",
    "legal acts": "game/expected/__init__.py",
    "locale": "i18n/catalogue.py",
    "graceful shutdown": "server/common/shutdown.py",
    "event dispatcher": "server/common/dispatcher.py",
    "thread pool": "server/common/fair_executor.py",
    # web server
    "rate limit": "server/common/rate_limit.py",
    "token bucket": "server/common/rate_limit.py",
    "websocket connection": "server/websockets/connection.py",
    "send queue": "server/websockets/send_queue.py",
    "router": "server/http/router.py",
    "problem details": "server/http/problem.py",
    "openapi": "server/openapi/description.py",
    "security headers": "server/http/security.py",
    "static files": "server/http/static_files.py",
    "reverse proxy": "server/http/proxies.py",
    "health check": "server/main/health.py",
    "metrics": "observability/metrics.py",
    "prometheus": "observability/metrics.py",
    "tracing": "observability/tracing.py",
    "logging": "observability/logging_setup.py",
    "request parsing": "server/http/request_parsing.py",
    # storage
    "event store": "storage/event_store.py",
    "schema": "storage/schema.py",
    "sqlite": "storage/sqlite.py",
    "connection pool": "storage/postgres_pool.py",
    "hash chain": "storage/hash_chain.py",
    "group commit": "storage/group_commit.py",
    "backup": "server/maintenance/backup.py",
    "integrity check": "server/maintenance/integrity.py",
    "checkpoint": "tables/log/checkpoints.py",
    # accounts
    "session cookie": "server/identity/sessions.py",
    "password": "server/login/passwords.py",
    "passkey": "server/login/passkeys.py",
    "login": "server/accounts/login_routes.py",
    "brute force": "server/login/login_throttle.py",
    "moderation": "server/accounts/moderation.py",
    "delete account": "server/accounts/deletion.py",
    "data export": "server/accounts/data_export.py",
    "confusable": "server/identity/confusables.py",
    # lobby and live games
    "matchmaking": "server/lobby/matchmaking.py",
    "arena pairing": "tournament/online/arena_pairing.py",
    "tournament scheduler": "server/tournaments/runner.py",
    "seek": "server/lobby/seek.py",
    "challenge": "server/lobby/challenge_events.py",
    "leaderboard": "server/players/leaderboards.py",
    "rating update": "server/ratings/update.py",
    "live game": "server/live_games/table.py",
    "turn timer": "server/live_games/turn_timer.py",
    "spectator": "server/lobby/live_games.py",
    "presence": "server/cluster/presence.py",
    "heartbeat": "server/cluster/heartbeat.py",
    "pub/sub": "server/cluster/bus.py",
    "job queue": "server/analysis/job_queue.py",
    "worker": "server/analysis/worker.py",
    # rules and game
    "foul": "rules/laws/foul.py",
    "queen": "rules/laws/queen.py",
    "custom rule set": "rules/custom/load.py",
    "casebook": "rules/casebook/decide.py",
    "score": "game/scoring/score.py",
    "toss": "tables/toss.py",
    "undo": "game/officials/effective_events.py",
    "replay": "game/replay.py",
    "verify record": "game/verify.py",
    "event sourcing": "game/game.py",
    "notation": "board/notation.py",
    "legal striker": "board/placement/striker_spots.py",
    # physics
    "native kernels": "compiling/native.py",
    "webassembly": "c_source/page.py",
    "transpiler": "c_source/__init__.py",
    "data-flow": "subset/variables.py",
    "friction": "physics/kernel/friction_profile.py",
    "collision time": "physics/kernel/collision_times.py",
    "restitution": "physics/kernel/contact.py",
    "trajectory": "physics/trajectory.py",
    "perft": "physics/verification/perft.py",
    "pocket": "physics/kernel/pocket.py",
    # engine
    "candidate": "engine/candidates/direct.py",
    "rollout": "engine/rollouts/runner.py",
    "evaluation network": "engine/evaluation/board_value.py",
    "opening book": "engine/candidates/break_book.py",
    "difficulty level": "engine/play/levels.py",
    "sprt": "engine/strength/match_test.py",
    "self-play": "engine/strength/self_play.py",
    "endgame": "engine/evaluation/endgame_race.py",
    "uci": "engine/external/process.py",
    "external engine": "engine/external/player.py",
    "adjudication": "engine/strength/adjudication.py",
    "gauntlet": "engine/strength/engine_tournament.py",
    "best line": "analysis/best_strokes.py",
    "puzzle": "training/puzzles/puzzle.py",
    # tournaments
    "swiss pairing": "tournament/draws/swiss.py",
    "round robin": "tournament/draws/round_robin.py",
    "knockout bracket": "tournament/draws/knockout.py",
    "standings tie-break": "tournament/standings/standings.py",
    "glicko": "tournament/standings/glicko.py",
    "score card": "umpire/score_card.py",
    "schedule": "tournament/venue/schedule.py",
    "permissions": "tournament/venue/permissions.py",
    # research
    "gymnasium environment": "envs/__init__.py",
    "pettingzoo": "envs/carrom_v0.py",
    "vector environment": "envs/batched/vector_env.py",
    "reward": "envs/rewards.py",
    "observation": "envs/observation.py",
    "action space": "envs/actions.py",
    "ppo": "lab/ppo.py",
    "learning curve": "lab/plots/learning_curves.py",
    # elsewhere
    "translation": "i18n/catalogue.py",
    "plural": "i18n/message.py",
    "svg": "board/picture.py",
    "typescript": "typescript.py",
    "jit numba": "compiling/numba_twins.py",
    "command line": "cli/__init__.py",
}
"""What a newcomer would type, and the file below `src/carrom` that answers it."""


@cache
def index() -> dict[str, str]:
    """Return the first docstring line of every module by its path below the package."""
    home = ROOT / "src" / "carrom"
    lines = {}
    for path in sorted(home.rglob("*.py")):
        words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        lines[path.relative_to(home).as_posix()] = words.partition("\n")[0]
    return lines


def search(words: str) -> list[str]:
    """Return paths whose name or first line contains every word; more words in the path first, then shorter paths."""
    terms = words.lower().split()
    found = []
    for path, line in index().items():
        name, whole = path.lower().replace("_", " "), f"{path} {line}".lower().replace("_", " ")
        if all(term in whole for term in terms):
            found.append((-sum(term in name for term in terms), len(path), path))
    return [path for *_, path in sorted(found)]


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_newcomers_words_lead_to_the_file_that_answers(words):
    assert QUESTIONS[words] in search(words)[:FIRST], f"{words!r} finds {search(words)[:FIRST]}"


def test_a_search_for_what_is_nowhere_finds_nothing():
    assert search("blockchain sharding") == []
