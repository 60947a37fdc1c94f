// @vitest-environment jsdom
// Tests of sharing a clip: the system's share sheet takes the file where it can, and otherwise the clip is saved.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shareClip, takesFile } from '../src/export/sharing';

const saved = vi.hoisted(() => vi.fn());
vi.mock('../src/net/download', () => ({ saveBlob: saved }));

const CLIP = new File(['GIF89a'], 'carrom-stroke-3.gif', { type: 'image/gif' });
const ABOUT = { title: 'Slam!', url: 'https://carrom.example/game/g?stroke=3' };

function systemShares(share: (data: ShareData) => Promise<void>, takes: (data: ShareData) => boolean = () => true): void {
  Object.assign(navigator, { share: vi.fn(share), canShare: vi.fn(takes) });
}

beforeEach(() => saved.mockReset());
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
});

describe('the share sheet', () => {
  it('is asked whether it takes a file of that kind', () => {
    expect(takesFile('a.gif', 'image/gif')).toBe(false);
    systemShares(async () => {}, ({ files }) => files?.[0]?.type === 'image/gif');
    expect(takesFile('a.gif', 'image/gif')).toBe(true);
    expect(takesFile('a.webm', 'video/webm')).toBe(false);
  });

  it('is handed the clip with its title and link, and nothing is saved', async () => {
    const given: ShareData[] = [];
    systemShares(async (data) => void given.push(data));
    expect(await shareClip(CLIP, ABOUT, false)).toBe('shared');
    expect(given).toEqual([{ ...ABOUT, files: [CLIP] }]);
    expect(saved).not.toHaveBeenCalled();
  });

  it('that is closed saves nothing', async () => {
    systemShares(() => Promise.reject(new DOMException('', 'AbortError')));
    expect(await shareClip(CLIP, ABOUT, false)).toBe('closed');
    expect(saved).not.toHaveBeenCalled();
  });

  it('that wants a new tap gets one, and the clip is saved if that does not help', async () => {
    systemShares(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    expect(await shareClip(CLIP, ABOUT, false)).toBe('late');
    expect(saved).not.toHaveBeenCalled();
    expect(await shareClip(CLIP, ABOUT, true)).toBe('saved');
    expect(saved).toHaveBeenCalledWith(CLIP, 'carrom-stroke-3.gif');
  });

  it('that fails leaves the clip saved', async () => {
    systemShares(() => Promise.reject(new DOMException('', 'DataError')));
    expect(await shareClip(CLIP, ABOUT, false)).toBe('saved');
    expect(saved).toHaveBeenCalledOnce();
  });
});
