"""The icons of the installed page: the queen of `carrom.svg` on wood, drawn by a Chromium.

PYTHONPATH=tests python3 dev.py python tests/icons/make.py
"""

from pathlib import Path

PUBLIC = Path(__file__).parents[2] / "web" / "public"
SIZES = {"icon-192.png": 192, "icon-512.png": 512}
"""Names and sides in pixels. The queen stays within the middle four fifths, so that any mask may be laid over them."""

FACE = """<!doctype html><style>
html, body {{ margin: 0; background: #e9cc96 }}
body {{ width: {side}px; height: {side}px; display: grid; place-items: center;
        background: radial-gradient(circle at 44% 40%, #f6e6bf, #e9cc96 55%, #d3a865) }}
svg {{ width: 68%; filter: drop-shadow(0 {shadow}px {blur}px rgb(60 30 8 / .45)) }}
</style>{queen}"""


def main() -> None:
    """Draw every icon."""
    from e2e.conftest import launched
    from playwright.sync_api import sync_playwright

    queen = (PUBLIC / "carrom.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for name, side in SIZES.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(FACE.format(side=side, shadow=side // 64, blur=side // 40, queen=queen))
            page.screenshot(path=PUBLIC / name)
        browser.close()


if __name__ == "__main__":
    main()
