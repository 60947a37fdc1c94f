// Strokes that start before the server has answered: what the page shows, and what confirms or replaces it.

import { describe, expect, it } from 'vitest';
import { digestOf } from '../src/physics/digest';
import { StrokePlayer, surfaceOf } from '../src/physics/live';
import type { Physics, PlayedStroke } from '../src/physics/strokes';
import { withGaps } from '../src/physics/rack';
import presets from '../src/physics/surfaces.json';
import type { State, Strike, StrokePlayed } from '../src/protocol';
import type { Message } from '../src/store/message';
import { isFree, runningMotion } from '../src/store/selectors';
import { DEFAULT_SETTINGS } from '../src/store/settings';
import { beginning, type AppState, type Told } from '../src/store/state';
import { update } from '../src/store/update';
import { acted, joined, motion, past, played, ruling, snapshot, state, strike, welcome, SESSION } from './messages';

const open: Message = { type: 'line', line: { kind: 'open' } };
const lost: Message = { type: 'line', line: { kind: 'waiting', seconds: 1, cause: 'lost' } };
const film = motion();
const digest = digestOf(film.duration, film.rest.placed, film.contacts);
const AFTER = state([strike('north')], { ruling: ruling(), strokes: 1 });

function after(before: AppState, ...messages: readonly Message[]): AppState {
  return messages.reduce(update, before);
}

const asked = after(beginning(SESSION, { ...DEFAULT_SETTINGS, muted: true }), open, welcome, joined(), snapshot(state([strike()])));
const struck = after(asked, { type: 'strike', nonce: 'n1' });
const shown = after(struck, { type: 'predicted', nonce: 'n1', motion: film, digest });
const answer = (): Told => ({ ...played(2, 1, AFTER), motion: film });

describe('a stroke that the page shows before the server has answered', () => {
  it('runs at once, and nothing but the film changes', () => {
    expect(runningMotion(struck)).toBeNull();
    expect(runningMotion(shown)).toBe(film);
    expect(shown.shown).toBe(asked.shown);
    expect(isFree(shown)).toBe(false);
  });

  it('goes on when the answer confirms it; score and turn follow at its end', () => {
    const confirmed = after(shown, answer(), { type: 'accepted', nonce: 'n1', version: 2 });
    expect(runningMotion(confirmed)).toBe(film);
    expect(confirmed.shown).toBe(asked.shown);
    const ended = after(confirmed, { type: 'film-ended' });
    expect(ended.shown).toBe(AFTER);
    expect(ended.history).toHaveLength(1);
    expect(ended.last).toBe(film);
  });

  it('waits at its end for an answer that comes later, and is not shown again', () => {
    const waiting = after(shown, { type: 'film-ended' });
    expect(runningMotion(waiting)).toBe(film);
    expect(waiting.shown).toBe(asked.shown);
    const confirmed = after(waiting, answer());
    expect(runningMotion(confirmed)).toBeNull();
    expect(confirmed.shown).toBe(AFTER);
    expect(confirmed.resting).toBe(true);
  });

  it('is put back when it is refused, with the reason', () => {
    const refused = after(shown, { type: 'refused', nonce: 'n1', code: 'illegal', reason: 'The striker stands on a piece.' });
    expect(runningMotion(refused)).toBeNull();
    expect(refused.refusal).toBe('The striker stands on a piece.');
    expect(refused.shown).toBe(asked.shown);
    expect(isFree(refused)).toBe(true);
  });

  it('is not put back when another message is refused', () => {
    expect(runningMotion(after(shown, { type: 'refused', nonce: 'other', code: 'not-now', reason: 'No.' }))).toBe(film);
  });

  it('ends even if the connection is lost, is put back then, and is sent again', () => {
    const cut = after(shown, lost);
    expect(runningMotion(cut)).toBe(film);
    for (const gone of [after(cut, { type: 'film-ended' }), after(shown, { type: 'film-ended' }, lost)]) {
      expect(runningMotion(gone)).toBeNull();
      expect(gone.outgoing).toMatchObject([{ sent: false, message: { type: 'strike', nonce: 'n1' } }]);
      expect(runningMotion(after(gone, open, joined(), answer()))).toBe(film);
    }
  });

  it('goes on through a connection that comes back while it runs', () => {
    const back = after(shown, lost, open, { ...joined(), version: 2 }, { ...answer(), late: 400 });
    expect(runningMotion(back)).toBe(film);
    expect(back.queue).toHaveLength(1);
    expect(after(back, { type: 'film-ended' }).shown).toBe(AFTER);
  });

  it('gives way to what has happened instead, as when the time has run out', () => {
    const late = state([strike('north')]);
    const overtaken = after(shown, acted(2, 'timed-out', late), { type: 'refused', nonce: 'n1', code: 'stale', reason: 'Too late.' });
    expect(runningMotion(overtaken)).toBeNull();
    expect(overtaken.shown).toBe(late);
    expect(overtaken.refusal).toBe('Too late.');
  });

  it('is replaced by the film of the server if that is another, and the score waits for its end', () => {
    const replaced = after(shown, played(2, 1, AFTER));
    expect(runningMotion(replaced)).not.toBe(film);
    expect(replaced.shown).toBe(asked.shown);
    expect(after(replaced, { type: 'film-ended' }).shown).toBe(AFTER);
  });

  it('is forgotten with a snapshot, and in another game', () => {
    expect(runningMotion(after(shown, snapshot(AFTER, 2)))).toBeNull();
    expect(after(shown, { type: 'at', game: null, session: null }).predicted).toBeNull();
  });
});

describe('the player of strokes', () => {
  const result: PlayedStroke = { motion: film, digest, pocketed: [], touched: [], linesLeft: 'both' };
  const plays: unknown[][] = [];
  const physics: Physics = {
    bits: () => new Float64Array(0),
    play: (...given) => {
      plays.push(given);
      return result;
    },
  };
  const player = new StrokePlayer(physics);
  const command: Strike = { type: 'strike', nonce: 'n1', version: 1, seat: 'south', stroke: film.stroke };
  const event: StrokePlayed = { type: 'stroke', version: 2, after: 1, at: 0, seat: 'south', stroke: film.stroke, rack: null, digest, past: past(1), state: AFTER, clock: null };
  const at = (now: State): AppState => after(asked, snapshot(now));

  it('plays from the position that is shown, and knows its own stroke again', () => {
    expect(player.predicted(asked, command)).toEqual({ nonce: 'n1', motion: film, digest });
    expect(plays.at(-1)?.[0]).toBe(asked.shown?.position);
    expect(player.told(shown, event)).toMatchObject({ type: 'played', version: 2, state: AFTER });
    expect((player.told(shown, event) as Told & { motion: unknown }).motion).toBe(film);
    expect((player.told(shown, played(2, 1, AFTER)) as Told & { motion: unknown }).motion).toBe(film);
  });

  it('plays the strokes of others from the last position, or from the rack that comes with a break', () => {
    const rack = { placed: [] };
    player.told(asked, { ...event, rack });
    expect(plays.at(-1)?.[0]).toBe(rack);
    player.told(after(asked, played(2, 1, AFTER)), { ...event, version: 3, after: 2 });
    expect(plays.at(-1)?.[0]).toBe(AFTER.position);
  });

  it('waits for the server at the first attempt at a break, and only there', () => {
    const attempt = (number: number) => player.predicted(at(state([strike('south', { attempt: number })])), command);
    expect(attempt(1)).toBeNull();
    expect(attempt(2)).not.toBeNull();
  });

  it('draws the rack of a break itself where the tables are in this browser', () => {
    const racked = after(at(state([strike('south', { attempt: 1 })])), { ...welcome, open_racks: true });
    expect(player.predicted(racked, command)).toEqual({ nonce: 'n1', motion: film, digest });
    expect(plays.at(-1)?.[0]).toEqual(withGaps(racked.shown!.position, 'n1'));
    expect(plays.at(-1)?.[0]).not.toEqual(racked.shown!.position);
  });

  it('reports a result that is not that of the server, and a stroke that it cannot play', () => {
    expect(player.told(asked, { ...event, digest: '00000000' })).toEqual({ version: 2, digest });
    const fails = new StrokePlayer({ ...physics, play: () => { throw new RangeError('no'); } });
    expect(fails.predicted(asked, command)).toBeNull();
    expect(fails.told(asked, event)).toEqual({ version: 2, digest: null });
  });

  it('reads the surface of a game from its card', () => {
    expect(surfaceOf({ surface: 'slow' })).toEqual(presets.slow);
    expect(surfaceOf({ surface: 'friction=0.1,pocket=centre' })).toMatchObject({ friction: 0.1, pocket: 'centre', disc_restitution: presets.club.disc_restitution });
    const elastic = { surface: 'friction=0.1,disc_tangential_restitution=0.4' };
    expect(surfaceOf(elastic)).toMatchObject({ friction: 0.1, disc_tangential_restitution: 0.4 });
  });
});
