// Handing a clip to the system's share sheet, or saving it where that is not possible.

import { saveBlob } from '../net/download';

/** What became of a clip. `late`: the browser asks for a new tap, because making the clip took too long after the last. */
export type Handed = 'shared' | 'closed' | 'late' | 'saved';

/** Whether the system's share sheet takes a file with this name and media type. */
export function takesFile(name: string, type: string): boolean {
  return typeof navigator.share === 'function' && typeof navigator.canShare === 'function' && navigator.canShare({ files: [new File([], name, { type })] });
}

/** Open the system's share sheet with a clip; save the clip if that fails. `again`: a new tap has been asked for before. */
export async function shareClip(clip: File, about: { readonly title: string; readonly url?: string }, again: boolean): Promise<Handed> {
  try {
    await navigator.share({ ...about, files: [clip] });
    return 'shared';
  } catch (why) {
    const { name } = why as Error;
    if (name === 'AbortError') return 'closed';
    if (name === 'NotAllowedError' && !again) return 'late';
    saveBlob(clip, clip.name);
    return 'saved';
  }
}
