"""The search kernel for the worker of the static site is the translation of the engine's sources."""

from pathlib import Path

from carrom.javascript import engine_kernel

ROOT = Path(__file__).resolve().parents[2]


def test_the_search_kernel_in_the_worker_is_the_translation_of_the_sources() -> None:
    for name, text in engine_kernel.files().items():
        written = (ROOT / name).read_text(encoding="utf-8")
        assert written == text, f"{name} is stale: run `python3 dev.py python -m carrom.javascript.engine_kernel`"
