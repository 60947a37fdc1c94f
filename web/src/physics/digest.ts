// The digest of a stroke's result, by which the page and the server compare what they have computed.

import type { Contact, Lying } from '../protocol';

/** Return the digest as `carrom.physics.played` defines it: the CRC-32 of the result as a text. */
export function digestOf(duration: number, rest: readonly Lying[], contacts: readonly Contact[]): string {
  const words = [
    duration,
    ...rest.map(({ disc, at }) => `${disc} ${at.x} ${at.y}`),
    ...contacts.flatMap(({ kind, discs }) => (kind === 'pocket' ? discs : [])),
    ...contacts.map(({ time }) => time),
  ];
  return crc32(words.join(' ')).toString(16).padStart(8, '0');
}

/** Return the CRC-32 (ISO 3309) of a text in ASCII. */
export function crc32(text: string): number {
  let crc = -1;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
