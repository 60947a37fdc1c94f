// Screen wake lock while a scoresheet is being written. Plain http has no Wake Lock API, so there a small visible
// silent video plays in a loop, which keeps phone screens on.

let video: HTMLVideoElement | null = null;

/** Keep the screen on; call this from a tap. */
export function stayAwake(): void {
  if ('wakeLock' in navigator) {
    navigator.wakeLock.request('screen').catch(playing);
    return;
  }
  playing();
}

/** Release the wake lock. */
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
