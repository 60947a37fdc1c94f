// A screen that stays on while a sheet is kept. A plain http address has no wake lock: there a small silent video plays in
// a loop, in sight, which keeps the screens of phones on as any film does.

let video: HTMLVideoElement | null = null;

/** Keep the screen on from this tap on. */
export function stayAwake(): void {
  if ('wakeLock' in navigator) {
    navigator.wakeLock.request('screen').catch(playing);
    return;
  }
  playing();
}

/** Let the screen go dark again. */
export function mayRest(): void {
  video?.pause();
  video?.remove();
  video = null;
}

function playing(): void {
  if (!video) {
    video = document.createElement('video');
    Object.assign(video, { src: '/awake.mp4', loop: true, muted: true, playsInline: true, disablePictureInPicture: true, className: 'awake', tabIndex: -1 });
    video.setAttribute('aria-hidden', 'true');
    Object.assign(video.style, { position: 'fixed', insetInlineStart: '0', bottom: '0', width: '2px', height: '2px', opacity: '0.01', pointerEvents: 'none' });
    document.body.append(video);
  }
  if (video.paused) void video.play().catch(() => undefined);
}
