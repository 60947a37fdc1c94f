// Tests that the client accepts the golden messages of the protocol.

import { expect, it } from 'vitest';
import type { ServerMessage } from '../src/protocol';
import { beginning } from '../src/store/state';
import { DEFAULT_SETTINGS } from '../src/store/settings';
import { update } from '../src/store/update';
import { boardLabel, resultSentence, turnSentence } from '../src/i18n/words';

const golden: Readonly<Record<string, ServerMessage>> = import.meta.glob('../../tests/messages/server/*.json', { import: 'default', eager: true });
const named = (name: string): ServerMessage => {
  const message = golden[`../../tests/messages/server/${name}.json`];
  if (!message) throw new Error(`there is no golden message ${name}`);
  return message;
};

it('every golden message of the server is taken, and the words of what follows have no gaps', () => {
  expect(Object.keys(golden).length).toBeGreaterThan(10);
  const words = { game: 'game-01234567', key: 'key', yours: [], invite: null, watch: null };
  const start = [named('joined'), named('snapshot')].reduce(update, beginning(words, DEFAULT_SETTINGS));
  for (const message of Object.values(golden)) {
    const now = update(update(start, message), { type: 'film-ended' });
    for (const words of [turnSentence(now), boardLabel(now), resultSentence(now) ?? '']) {
      expect(words).not.toMatch(/[{}]|undefined|null|\b[a-z-]+\.[a-z-]+\b/);
    }
  }
});

it('a golden snapshot is what the screen then shows', () => {
  const snapshot = named('snapshot');
  const now = update(beginning(null, DEFAULT_SETTINGS), snapshot);
  expect(snapshot.type === 'snapshot' && now.shown === snapshot.state && now.version === snapshot.version).toBe(true);
});
