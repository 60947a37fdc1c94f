// The store: connects the pure state (`update`) with side effects: connection, local storage, nonces and clocks.

import type { Aim } from '../board/aim';
import type { StrokePlayer } from '../physics/live';
import type { Arranged, ClientMessage, Leave, Played, Question, Resume, Say, SendFilms, ServerMessage, StrokePlayed, TieRequest, TriedStroke } from '../protocol';
import { glimpse, keep, kept, sessionOf } from './saved_games';
import { boardFinished } from './durability';
import { connect } from '$connect';
import type { Transport } from '../net/transport';
import type { Invitation } from './invitation';
import { beginning, type AppState, type Session, type Told } from './state';
import { DEFAULT_SETTINGS, settingsFrom } from './settings';
import type { Message } from './message';
import { nonce } from '../net/nonce';
import { replayNeeds } from './replaying';
import { Showing } from './showing';
import { keepUsual, newGame, signed, type Usual } from './terms';
import { update } from './update';
import { who } from './account.svelte';

/** How long (ms) after a failure the physics is loaded again. */
const RETRY_AFTER = 30_000;
const SETTINGS_KEY = 'carrom.settings';

export { nonce };

/** What the board and its controls need of a store: a state, and a way to send it player input. */
export type Handed = Pick<Store, 'state' | 'send'>;

/** Another model that shares the websocket, beside the game. */
export interface Beside {
  /** Handle a message meant for it; return false for any other. */
  readonly hear: (message: ServerMessage) => boolean;
  /** Called after a (re)connect. */
  readonly resume: () => void;
}

export class Store {
  state: AppState = $state.raw(beginning(null, DEFAULT_SETTINGS));
  private readonly line: Transport;
  private readonly showing = new Showing(
    () => this.state,
    (aim) => void (this.resumed && this.say(aim)),
  );
  /** Shortest round trip on this connection, ms; it gives the best estimate of the server's clock. */
  private quickest = Infinity;
  /** Whether game messages may be sent: the connection is open and the game has been requested. */
  private resumed = false;
  /** Pending questions; sent again after a reconnect. */
  private readonly asked = new Map<string, { question: Question; answered: (answer: Arranged | TriedStroke) => void; refused: (why: Error) => void }>();
  /** The game whose events this connection receives. */
  private following: string | null = null;
  /** The game just joined; the page navigates to it once its table has arrived. */
  private coming: string | null = null;
  /** The aim of the first stroke of the game being created, if it was struck before the game existed. */
  private opening: Aim | null = null;
  /** The team match that is open on the page, or the game that it shows beside its own content. */
  beside: Beside | null = null;
  /** Plays strokes in this page; null until it is loaded, and after a stroke that the server played differently. */
  private player: StrokePlayer | null = null;
  private prepared = false;
  /** Called with the id of a game that this page has created; `moves` if a stroke starts in it at once. */
  begun: (game: string, moves?: boolean) => void = () => undefined;

  /** `address` is the websocket of the server; null if it hosts no online games. */
  constructor(address: string | null) {
    this.state = beginning(null, settingsFrom(recall(SETTINGS_KEY)));
    this.line = connect(address ?? '', {
      message: (message) => this.receive(message),
      change: (line) => {
        this.resumed = false;
        this.following = null;
        this.quickest = Infinity;
        this.showing.forget();
        this.send({ type: 'line', line });
        if (line.kind !== 'failed') return;
        for (const { refused } of this.asked.values()) refused(new Error(line.reason));
        this.asked.clear();
      },
    });
    if (address !== null) this.line.open();
  }

  /** Reconnect, so that the server greets the account that is signed in now. */
  greetAgain(): void {
    this.line.again();
  }

  /** Open a game, or none: use what is stored about it or the invitation, and leave the previous game. */
  at(game: string | null, invitation: Invitation | null = null): void {
    const { session: before, lost } = this.state;
    if ((before?.game ?? null) === game && !lost && !invitation) return;
    const followed = this.following !== null;
    const found = game === null ? null : kept(game);
    // A visitor without a seat may still be allowed to watch; the server decides.
    const guest = (name: string): Session => ({ game: name, key: null, yours: [], invite: invitation?.join ?? null, watch: invitation?.watch ?? null });
    const session = game === null ? null : found && !(invitation && found.yours.length === 0) ? sessionOf(found) : guest(game);
    this.following = null;
    this.showing.forget();
    this.coming = null;
    this.send({ type: 'at', game, session });
    if (session) this.resume();
    else if (followed) this.say({ type: 'leave' });
  }

  /** Update the state with a message, and perform the side effects that follow. */
  send(message: Message): void {
    const before = this.state;
    this.state = update(before, message);
    if (message.type === 'press' || message.type === 'aim-key' || this.state.struck || this.state.history.length) this.prepare();
    if (this.state.struck && this.state.struck !== before.struck) this.predict();
    if (this.state.session && (this.state.session !== before.session || this.state.shown !== before.shown)) this.keep();
    if (this.state.shown !== before.shown && this.state.session?.yours.length && hasFinishedBoard(this.state)) boardFinished();
    if (this.state.settings !== before.settings) remember(SETTINGS_KEY, this.state.settings);
    if (this.state.gap && !before.gap) this.resume();
    if (this.state.rematched !== null && this.state.rematched !== before.rematched) this.goOn(this.state.rematched);
    this.showing.look();
    this.flush();
  }

  /** Create a game and store its terms as the user's usual ones; play its first stroke if it has already been aimed. */
  begin(played: Usual, opening: Aim | null = null): void {
    keepUsual(played);
    this.opening = opening;
    this.send({ type: 'begin', game: newGame(signed(played.terms, this.state.settings)) });
  }

  /** Send a phrase, without acknowledgement: it is lost if the connection is. */
  whisper(message: Say): void {
    if (this.resumed) this.say(message);
  }

  /** Send a request of the model that shares the websocket; return false if the connection is down. */
  speak(message: TieRequest | Resume | Leave | SendFilms): boolean {
    return this.resumed && this.say(message);
  }

  /** Stop sharing the websocket with this model, and decline films again if it wanted them. */
  release(beside: Beside): void {
    if (this.beside === beside) this.beside = null;
    this.declineFilms();
  }

  /** Reconnect now. */
  hurry(): void {
    this.line.hurry();
  }

  /** Ask about a board set up by hand; resolves to the answer, or rejects with the server's reason. */
  ask(question: Question): Promise<Arranged | TriedStroke> {
    const { line } = this.state;
    if (line.kind === 'failed') return Promise.reject(new Error(line.reason));
    return new Promise((answered, refused) => {
      this.asked.set(question.nonce, { question, answered, refused });
      if (this.resumed) this.say(question);
    });
  }

  private receive(message: ServerMessage): void {
    if (this.beside?.hear(message) || message.type === 'tie') return;
    if (message.type === 'arranged' || message.type === 'tried') {
      this.asked.get(message.nonce)?.answered(message);
      this.asked.delete(message.nonce);
      return;
    }
    if (message.type === 'refused' && message.nonce !== null && this.asked.has(message.nonce)) {
      this.asked.get(message.nonce)?.refused(new Error(message.reason));
      this.asked.delete(message.nonce);
      return;
    }
    const { session, outgoing } = this.state;
    if (message.type === 'joined') {
      // Ignore a game that was left while its answer was on the way.
      const wanted = message.nonce === null ? session?.game === message.game : outgoing.some((out) => out.message.nonce === message.nonce);
      if (!wanted) return;
      this.following = message.game;
    } else if (isOfGame(message) && this.following !== session?.game) return;
    if (message.type === 'pong') return this.timed(message.now);
    const told = message.type === 'stroke' || message.type === 'played' ? this.filmed(message) : message;
    // A missed stroke is animated from the point it would have reached by now.
    const missed = told.type === 'played' && told.at > 0 && told.version <= this.state.missed;
    this.send(missed ? { ...told, late: Math.max(0, Date.now() + this.state.ahead - told.at) } : told);
    if (message.type === 'joined' && message.nonce !== null) this.coming = message.game;
    if (message.type === 'snapshot' && this.coming === message.card.game) this.arrive();
    if (message.type === 'welcome') [who.offered, who.name] = [message.accounts ?? false, message.you ?? null];
    if (message.type !== 'welcome' || this.state.outdated) return;
    this.resumed = true;
    this.declineFilms();
    this.resume();
    this.beside?.resume();
    for (const { question } of this.asked.values()) this.say(question);
    this.flush();
  }

  /** Load the physics when the browser is idle, so that later strokes start at once, or now for a stroke just struck. */
  private prepare(): void {
    if (this.prepared) return;
    this.prepared = true;
    const load = async (): Promise<void> => {
      const loading = import('../physics/load').then(({ loadPhysics }) => loadPhysics());
      const [{ StrokePlayer }, physics] = await Promise.all([import('../physics/live'), loading]);
      this.player = new StrokePlayer(physics);
      this.declineFilms();
      if (this.state.struck && !this.state.predicted) this.predict();
    };
    // Where it cannot be loaded, strokes start with the server's answer.
    const idle = this.state.struck ? (work: () => void) => work() : globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1));
    idle(() => void load().catch(() => setTimeout(() => (this.prepared = false), RETRY_AFTER)));
  }

  /** Show the stroke just struck before the server has answered it. */
  private predict(): void {
    const command = this.state.outgoing.at(-1)?.message;
    const predicted = command?.type === 'strike' ? this.player?.predicted(this.state, command) : null;
    if (predicted) this.state = update(this.state, { type: 'predicted', ...predicted });
  }

  /** Return a stroke with its film; if this page plays it differently, report that, and ask for films. */
  private filmed(event: StrokePlayed | Played): Told | StrokePlayed {
    const { version } = this.state;
    const told = version === null || event.after > version || event.version <= version ? null : this.player?.told(this.state, event);
    if (told && 'type' in told) return told;
    if (told && 'digest' in told) {
      this.player = null;
      console.warn(`The stroke at version ${told.version} has another result here (${told.digest}) than on the server; the server's film is shown.`);
      this.say({ type: 'send-films', wanted: true, differs: told });
    }
    return event;
  }

  private declineFilms(): void {
    if (this.player && this.resumed && this.state.welcome?.films_optional) this.say({ type: 'send-films', wanted: false });
  }

  private arrive(): void {
    const { coming, opening } = this;
    this.coming = null;
    this.opening = null;
    if (coming === null) return;
    this.begun(coming, opening !== null && this.state.welcome?.open_racks);
    if (!opening) return;
    this.send({ type: 'aim', change: opening });
    this.send({ type: 'strike', nonce: nonce() });
  }

  /** Estimate the offset of the server's clock from a pong. */
  private timed(now: number): void {
    const took = Date.now() - this.line.pinged;
    if (took > this.quickest) return;
    this.quickest = took;
    this.send({ type: 'heard', ahead: Math.round(now - this.line.pinged - took / 2) });
  }

  /** Request the game that the page is at. */
  private resume(): void {
    const { session, version, card } = this.state;
    if (!session || !this.resumed) return;
    const { game, key, watch, invite } = session;
    // With only an invitation to sit down, there is nothing to see before taking a seat.
    if (key === null && watch === null && invite !== null) return;
    this.say({ type: 'resume', game, key, watch, version: card ? version : null });
  }

  /** Go to the next game of the same players; the same keys open it. */
  private goOn(game: string): void {
    const { session } = this.state;
    if (session) keep({ ...session, game, seen: Date.now(), last: null });
    this.begun(game);
  }

  private keep(): void {
    const { session } = this.state;
    if (session) keep({ ...session, seen: Date.now(), last: glimpse(this.state) ?? kept(session.game)?.last ?? null });
  }

  private flush(): void {
    const { line, outgoing } = this.state;
    if (line.kind === 'failed' && outgoing.length) this.state = update(this.state, { type: 'line', line });
    if (!this.resumed) return;
    const waiting = this.state.outgoing.filter((out) => !out.sent);
    const gone = waiting.filter((out) => this.say(out.message)).map((out) => out.message.nonce);
    if (gone.length) this.state = update(this.state, { type: 'sent', nonces: gone });
    const wanted = replayNeeds(this.state);
    if (wanted !== null) this.send({ type: 'replay-fetch', stroke: wanted, nonce: nonce() });
  }

  private say(message: ClientMessage): boolean {
    return this.line.send(message);
  }
}

const hasFinishedBoard = ({ shown }: AppState): boolean => shown !== null && (shown.boards.length > 0 || shown.last_game.length > 0);

/** Whether a message is about the game being followed. */
function isOfGame(message: ServerMessage): boolean {
  return message.type === 'snapshot' || message.type === 'played' || message.type === 'stroke' || message.type === 'acted';
}

function recall(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the defaults apply.
  }
}
