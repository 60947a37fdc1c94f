"""Build the documentation as a site: `python3 dev.py docs` writes it to `build/site`.

With `--check`, the built site is examined, too: links, anchors, public names, and in a browser the search, the width on
a phone and requests to other hosts (`tools/site_check.py`). Exit code 1 and one line for each fault.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "build" / "site"


def main(words: list[str]) -> int:
    """Build the site, and check it if asked."""
    parser = argparse.ArgumentParser(prog="dev.py docs", description="Build the documentation into build/site.")
    parser.add_argument("--check", action="store_true", help="also check the built site")
    parser.add_argument("--only-check", action="store_true", help="check the site as it was last built")
    given = parser.parse_args(words)
    sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
    from tools import gallery, reference, site_browser, site_check

    if not given.only_check:
        reference.write()
        gallery.write()
        build = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
        code = subprocess.run(build, cwd=ROOT).returncode
        if code:
            return code
    if not (given.check or given.only_check):
        return 0
    faults = site_check.faults(SITE)
    faults += site_browser.faults(SITE, site_check.pages(SITE))
    for fault in faults:
        print(fault, file=sys.stderr)
    print(
        f"{len(site_check.pages(SITE))} pages, {len(faults)} faults"
        if faults
        else f"{len(site_check.pages(SITE))} pages: no fault"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
