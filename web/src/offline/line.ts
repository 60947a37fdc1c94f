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
  private greeted = false;
  private crashes = 0;
  private asked = new Map<number, { readonly answered: (answer: Response) => void; readonly failed: (why: Error) => void }>();
  private count = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;

  /** `failed` is called if the tables cannot start in this browser; `made` returns a new worker. */
  constructor(
    private readonly events: LineEvents,
    private readonly failed: (why: StartFailure) => void,
    private readonly made: () => Worker,
  ) {}

  open(): void {
    clearTimeout(this.retry);
    this.events.change({ kind: 'connecting' });
    const worker = this.made();
    this.worker = worker;
    this.greeted = false;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.worker === worker) this.receive(data);
    };
    worker.onerror = () => {
      if (this.worker === worker) this.crashed();
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
    if (data.type === 'answer') {
      this.asked.get(data.id)?.answered(new Response(data.body, { status: data.status, headers: { 'content-type': data.kind } }));
      this.asked.delete(data.id);
    } else if (data.type === 'failed') {
      this.close();
      this.failed(data.reason);
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
    this.greeted = false;
    for (const { failed } of this.asked.values()) failed(new Error('The tables of this page have restarted; try again.'));
    this.asked.clear();
  }
}
