// The connection to the tables in a web worker of this page. A worker that crashes is replaced; the page then resumes
// its game and sends again what was not answered, as after a lost network.

import type { ClientMessage, ServerMessage } from '../protocol';
import type { LineEvents, Transport } from '../net/transport';
import type { FromWorker, StartFailure, ToWorker } from './messages';

/** Seconds before a crashed worker is replaced: at once, then more slowly. */
const WAITS = [0, 1, 5, 15];

export class WorkerLine implements Transport {
  pinged = 0;
  private worker: Worker | null = null;
  /** Whether the worker has said that it is of the expected build. */
  private begun = false;
  private greeted = false;
  private crashes = 0;
  /** Why the tables cannot start; null while they may. */
  private fault: string | null = null;
  private asked = new Map<number, { readonly answered: (answer: Response) => void; readonly failed: (why: Error) => void }>();
  private count = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;

  /** `sentence` returns the text about a failure, or about games that are in memory only; `made` returns a new worker, of the build `build`. */
  constructor(
    private readonly events: LineEvents,
    private readonly sentence: (about: StartFailure | 'in-memory') => string,
    private readonly made: () => Worker,
    private readonly build: string | undefined,
  ) {}

  open(): void {
    clearTimeout(this.retry);
    this.events.change({ kind: 'connecting' });
    const worker = this.made();
    this.worker = worker;
    this.fault = null;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.worker === worker) this.receive(data);
    };
    worker.onerror = () => {
      if (this.worker !== worker) return;
      if (this.begun) this.crashed();
      else this.failed('not-loaded'); // its file could not be loaded
    };
  }

  send(message: ClientMessage): boolean {
    if (!this.greeted || this.worker === null) return false;
    this.post({ type: 'hear', text: JSON.stringify(message) });
    return true;
  }

  again(): void {
    this.close();
    this.open();
  }

  hurry(): void {
    if (this.worker === null) this.open();
  }

  /** Answer a request as a server would. */
  request(address: string, init?: RequestInit): Promise<Response> {
    if (this.fault !== null) return Promise.resolve(Response.json({ detail: this.fault }, { status: 503 }));
    if (this.worker === null) return Promise.reject(new Error('The tables of this page are restarting; try again.'));
    return new Promise((answered, failed) => {
      const id = (this.count += 1);
      this.asked.set(id, { answered, failed });
      const word = new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '') ?? '';
      const body = init?.body;
      void (typeof body === 'string' ? Promise.resolve(body) : new Response(body).text()).then((text) =>
        this.post({ type: 'ask', id, method: init?.method ?? 'GET', address, word, body: text }),
      );
    });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private receive(data: FromWorker): void {
    if (!this.begun && !(data.type === 'begun' && data.build === this.build)) return this.failed('other-build');
    if (data.type === 'begun') this.begun = true;
    else if (data.type === 'answer') {
      this.asked.get(data.id)?.answered(new Response(data.body, { status: data.status, headers: { 'content-type': data.kind } }));
      this.asked.delete(data.id);
    } else if (data.type === 'failed') {
      this.failed(data.reason);
    } else if (data.type === 'in-memory') {
      this.events.message({ type: 'refused', nonce: null, code: 'broken', reason: this.sentence('in-memory') });
    } else {
      const message = JSON.parse(data.text) as ServerMessage;
      if (message.type === 'welcome') {
        this.greeted = true;
        this.crashes = 0;
        this.events.change({ kind: 'open' });
      }
      this.events.message(message);
      if (message.type === 'welcome') {
        this.pinged = Date.now();
        this.send({ type: 'ping' });
      }
    }
  }

  private failed(why: StartFailure): void {
    this.fault = this.sentence(why);
    this.close();
    this.events.change({ kind: 'failed', reason: this.fault });
  }

  private crashed(): void {
    this.close();
    const seconds = WAITS[Math.min(this.crashes, WAITS.length - 1)] ?? 0;
    this.crashes += 1;
    this.events.change({ kind: 'waiting', seconds, cause: 'lost' });
    this.retry = setTimeout(() => this.open(), seconds * 1000);
  }

  /** End the worker. What it has answered is stored. */
  close(): void {
    clearTimeout(this.retry);
    this.worker?.terminate();
    this.worker = null;
    this.begun = this.greeted = false;
    for (const { failed } of this.asked.values()) failed(new Error(this.fault ?? 'The tables of this page have restarted; try again.'));
    this.asked.clear();
  }
}
