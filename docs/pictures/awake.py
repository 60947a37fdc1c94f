"""Makes the small silent film that keeps a phone's screen on while an umpire's sheet is open (`web/public/awake.mp4`).

`PYTHONPATH=tests python3 dev.py python docs/pictures/awake.py`: a Chromium draws two seconds of one dark square and
records them. No picture, no sound, nothing of anybody else's.
"""

import base64
from pathlib import Path

from e2e.conftest import launched
from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"
FORMATS = {"awake.mp4": "video/mp4;codecs=avc1.42E01E"}
FILM = """
async (format) => {
  if (!MediaRecorder.isTypeSupported(format)) return null;
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
  document.body.append(canvas);
  const pen = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: format, videoBitsPerSecond: 2000 });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  for (let i = 0; i < 8; i += 1) {
    pen.fillStyle = i % 2 ? '#1a1512' : '#241c17';
    pen.fillRect(0, 0, 64, 64);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  recorder.stop();
  await ended;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}
"""


def main() -> None:
    """Write the film, if this Chromium records it."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        for name, format in FORMATS.items():
            made = page.evaluate(FILM, format)
            if made is None:
                print(f"{name}: this Chromium does not record {format}")
                continue
            (PUBLIC / name).write_bytes(base64.b64decode(made))
            print(f"{name}: {len(base64.b64decode(made))} bytes")
        browser.close()


if __name__ == "__main__":
    main()
