"""Renamed commands, options and settings: the old names work for one more release, with a warning."""

from collections.abc import Mapping, Sequence

OLD_NAMES: Mapping[str, Mapping[str, str]] = {
    "": {"hand": "accuracy", "work": "worker"},
    "accuracy": {"--kept": "--successes", "--lost": "--failures", "--out": "--output"},
    "admin": {"people": "accounts", "answer": "resolve", "--why": "--reason"},
    "analyse": {"--hand": "--accuracy", "--rules": "--ruleset"},
    "bench": {
        "described": "openapi",
        "full": "full_disk",
        "held": "memory",
        "hostile": "slow_clients",
        "killed": "crash_recovery",
        "mutated": "malformed_messages",
        "reopening": "game_loading",
        "rooms": "capacity",
    },
    "bench search": {"idle": "invalid", "promise": "predictions"},
    "board": {"--man": "--piece", "--man-thickness": "--piece-thickness", "--man-mass": "--piece-mass"},
    "event": {"finish": "result", "tell": "append"},
    "event details": {"--boards": "--tables"},
    "event new": {"--rules": "--ruleset", "--section": "--stage", "--boards": "--tables"},
    "event enter": {"--in": "--stages", "--sections": "--stages"},
    "event schedule": {"--look": "--dry-run"},
    "event print": {"--wave": "--round", "--to": "--output", "boards": "tables"},
    "event ratings": {"--table honours": "--table winners", "--prizes": "--points"},
    "event export": {"finishes": "results", "--section": "--stage"},
    "hall": {"--proxy": "--trusted-proxy"},
    "lab": {
        "curve": "train",
        "graded": "evaluate",
        "--engine": "--backend",
        "--address": "--ray-address",
        "--hand": "--noise",
    },
    "ladder": {"--reach": "--opponents"},
    "levels": {"--within": "--tolerance"},
    "physics": {"--v-max": "--speed", "--e-frame": "--frame-restitution"},
    "puzzles": {"--again": "--rechecks", "--out": "--output"},
    "serve": {
        "--analysis": "--analysis-time",
        "--events": "--events-per-game",
        "--log": "--log-format",
        "--metrics": "--allow-metrics",
        "--proxy": "--trusted-proxy",
        "--refusals": "--invalid-messages",
        "--tables": "--games",
        "--work": "--computing-time",
    },
    "solo": {"--known": "--exact-rack"},
    "train": {"--promise": "--reestimate", "--out": "--output"},
    "umpire": {"--rules": "--ruleset"},
    "worker": {"--attended": "--exit-on-eof", "--verdicts": "--verifications"},
}
"""New name of every old name, by the command (in its new name) that has it: subcommands, options, option values."""


def current_names(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return a command line with old names replaced by new ones, and a warning for each replacement."""
    rest, result, warnings = list(words), list[str](), list[str]()
    path: tuple[str, ...] = ()
    positionals = 0
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*result, word, *rest], warnings
        old, replacement = word, ""
        if word.startswith("-"):
            option, equals, value = word.partition("=")
            known = {**OLD_NAMES.get(path[0] if path else "", {}), **OLD_NAMES.get(" ".join(path), {})}
            with_value = f"{option} {value if equals else rest[0] if rest else ''}"
            if with_value in known:
                old, replacement = with_value, known[with_value]
                del rest[: 0 if equals else 1]
            elif option in known:
                old, replacement = option, known[option]
            result += replacement.split() if with_value in known else [(replacement or option) + equals + value]
        else:
            if positionals == len(path) or len(path) == 2:
                replacement = OLD_NAMES.get(" ".join(path), {}).get(word, "")
            result.append(replacement or word)
        if replacement:
            warnings.append(f"{' '.join(('carrom', *path))}: {warning(old, replacement)}")
        if not word.startswith("-"):
            positionals += 1
            longer = (*path, result[-1])
            path = longer if not path or " ".join(longer) in OLD_NAMES else path
    return result, warnings


def old_settings() -> dict[str, str]:
    """Return the new name of each renamed setting of `carrom serve`, by its old name, without dashes in front."""
    return {old.removeprefix("--"): new.removeprefix("--") for old, new in OLD_NAMES["serve"].items()}


def warning(old: str, new: str) -> str:
    """Return the warning about a renamed command, option or setting."""
    return f"{old} is now called {new}; the old name will stop working in the next release."
