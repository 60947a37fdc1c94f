// Screen wake lock while a game is played, a scoresheet is written or the big screen is shown: one for the page, which is
// released at the end and while the page is hidden. Plain http has no Wake Lock API, so there a small visible silent video
// plays in a loop, which keeps phone screens on.

let isWanted = false;
let isAsking = false;
let lock: WakeLockSentinel | null = null;
let video: HTMLVideoElement | null = null;
const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Keep the screen on until `mayRest`; where there is no wake lock, this must be called from a tap. */
export function stayAwake(): void {
  isWanted = true;
  void hold();
}

/** Let the screen turn off again. */
export function mayRest(): void {
  isWanted = false;
  release();
}

document.addEventListener('visibilitychange', () => {
  if (isHidden()) release();
  else if (isWanted) void hold();
});

async function hold(): Promise<void> {
  if (isHidden()) return;
  if (!('wakeLock' in navigator)) return play();
  if (lock || isAsking) return;
  isAsking = true;
  try {
    const got = await navigator.wakeLock.request('screen');
    // The browser itself releases it too, as when the battery is low.
    got.addEventListener('release', () => (lock = lock === got ? null : lock));
    lock = got;
  } catch {
    if (isWanted) play();
  } finally {
    isAsking = false;
    if (!isWanted || isHidden()) release();
  }
}

function release(): void {
  void lock?.release().catch(() => undefined);
  lock = null;
  video?.pause();
  video?.remove();
  video = null;
}

function play(): void {
  if (!video) {
    video = document.createElement('video');
    Object.assign(video, { src: '/awake.mp4', loop: true, muted: true, playsInline: true, disablePictureInPicture: true, className: 'awake', tabIndex: -1 });
    video.setAttribute('aria-hidden', 'true');
    Object.assign(video.style, { position: 'fixed', insetInlineStart: '0', bottom: '0', width: '2px', height: '2px', opacity: '0.01', pointerEvents: 'none' });
    document.body.append(video);
  }
  if (video.paused) void video.play()?.catch(() => undefined);
}
