// The model of a set-up: changes made while the server answers.

import { beforeEach, expect, it, vi } from 'vitest';
import { SetupModel } from '../src/hall/setup/model.svelte';
import type { SetupDraft, SetupRequest, SetupState } from '../src/protocol';

let stored: SetupState;
let sent: SetupRequest[] = [];
let answer: () => void = () => undefined;

vi.mock('../src/hall/setup/api', () => ({
  setup: () => Promise.resolve(stored),
  ask: (_: string, message: SetupRequest) =>
    new Promise((done) => {
      sent.push(message);
      const draft = message.type === 'setup-save' ? message.draft : ({ ...stored.draft, lots: ['a lot'] } as unknown as SetupDraft);
      answer = () => done((stored = { ...stored, version: stored.version + 1, draft }));
    }),
}));

const settled = () => vi.advanceTimersByTimeAsync(0);

async function asking(): Promise<SetupModel> {
  const model = new SetupModel('word', 'open');
  await settled();
  void model.ask({ type: 'setup-lot', text: 'a lot' });
  await settled();
  return model;
}

beforeEach(() => {
  vi.useFakeTimers();
  stored = { type: 'setup', version: 1, draft: { name: 'Open', place: '', lots: [] }, problems: [] } as unknown as SetupState;
  sent = [];
});

it('a change made while a request is under way is kept, and stored after it with the new version', async () => {
  const model = await asking();
  model.edit({ place: 'Pune' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent.map((each) => each.type)).toEqual(['setup-lot']);
  answer();
  await settled();
  expect(model.draft).toMatchObject({ place: 'Pune', lots: ['a lot'] });
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent[1]).toMatchObject({ type: 'setup-save', version: 2, draft: { place: 'Pune', lots: ['a lot'] } });
  answer();
  await settled();
  expect(model.unsaved).toBe(false);
});

it('what the request itself changed is not overwritten', async () => {
  const model = await asking();
  model.edit({ lots: [] });
  answer();
  await settled();
  expect(model.draft?.lots).toEqual(['a lot']);
});

it('a page that is closed meanwhile stores its change all the same', async () => {
  const model = await asking();
  model.edit({ place: 'Pune' });
  model.close();
  answer();
  await settled();
  expect(sent.map((each) => each.type)).toEqual(['setup-lot', 'setup-save']);
});
