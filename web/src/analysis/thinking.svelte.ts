// Engine analysis of the current position: requested when it changes, cancelled when it is left.

import type { Analysis, AnalysisView, Assessed, AssessedView, Heat, SetupPosition, Stroke } from '../protocol';
import { writeStroke } from '../board/notation';
import { told } from './api_types';

/** Return a position as query parameters for an analysis. */
export function questionOf(moment: SetupPosition, how: Readonly<Record<string, string | number>>): string {
  const words = new URLSearchParams({ p: moment.position });
  const { rules, turn, white, queen, attempt, kept, due, score } = moment;
  const rest = { rules, turn, white, queen, attempt, kept, due: due?.join(','), score: score?.join(','), ...how };
  for (const [key, value] of Object.entries(rest)) if (value !== '' && value !== null && value !== undefined) words.set(key, String(value));
  return words.toString();
}

/** Delay (ms) before the engine is asked, so that navigating through a tree sends no requests. */
const STILL = 250;
/** Number of complete answers cached. */
const REMEMBERED = 40;
/** Thinking time in seconds for a position, and for a stroke that was tried. */
const SECONDS = 30;
const SECONDS_STROKE = 4;

interface Known {
  readonly analysis: Analysis | null;
  readonly heat: Heat | null;
}

export class Thinking {
  analysis: Analysis | null = $state.raw(null);
  heat: Heat | null = $state.raw(null);
  /** Assessment of the stroke that led to the position. */
  stroke: Assessed | null = $state.raw(null);
  /** Number of analyses ahead in the queue. */
  ahead = $state(0);
  fault: string | null = $state(null);
  /** Whether further results are expected. */
  busy = $state(false);
  /** The pending question, and the question of the answers shown. */
  private asked = '';
  private told = '';
  private askedStroke = '';
  private known = new Map<string, Known>();
  private knownStrokes = new Map<string, Assessed>();
  private reading: AbortController | null = null;
  private readingStroke: AbortController | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  /**
   * Analyse a position (null for none) and cancel the previous request. With the engine off, no request is sent and
   * known results remain.
   */
  look(moment: SetupPosition | null, how: Readonly<Record<string, string | number>>, isOn = true): void {
    const question = moment ? questionOf(moment, how) : '';
    if (question === this.asked && isOn) return;
    this.stop();
    if (question !== this.told) {
      const known = this.known.get(question);
      this.told = question;
      this.analysis = known?.analysis ?? null;
      this.heat = known?.heat ?? null;
    }
    if (!isOn) return;
    this.asked = question;
    this.fault = null;
    this.busy = question !== '' && !this.analysis?.done;
    if (this.busy) this.waiting = setTimeout(() => void this.read(question), STILL);
  }

  /** Assess a stroke played from a position; null for none. */
  assess(moment: SetupPosition | null, stroke: Stroke | null, how: Readonly<Record<string, string | number>>): void {
    const question = moment && stroke ? questionOf(moment, { ...how, s: writeStroke(stroke), seconds: SECONDS_STROKE }) : '';
    if (question === this.askedStroke) return;
    this.readingStroke?.abort();
    this.askedStroke = question;
    this.stroke = this.knownStrokes.get(question) ?? null;
    if (question !== '' && !this.stroke) void this.readStroke(question);
  }

  /** Cancel all requests. */
  stop(): void {
    clearTimeout(this.waiting);
    this.reading?.abort();
    this.reading = null;
    this.asked = '';
    this.busy = false;
    this.ahead = 0;
  }

  /** Leave the board. */
  close(): void {
    this.stop();
    this.readingStroke?.abort();
  }

  private async read(question: string): Promise<void> {
    const reading = (this.reading = new AbortController());
    try {
      for await (const said of told<AnalysisView>(`/api/analysis?${question}&seconds=${SECONDS}`, reading.signal)) {
        if (reading.signal.aborted) return;
        this.ahead = said.type === 'waiting' ? said.ahead : 0;
        if (said.type === 'heat') this.heat = said;
        else if (said.type === 'analysis') this.analysis = said;
      }
      if (this.analysis?.done) remember(this.known, question, { analysis: this.analysis, heat: this.heat });
    } catch (why) {
      if (!reading.signal.aborted) this.fault = (why as Error).message;
    } finally {
      if (this.reading === reading) this.busy = false;
    }
  }

  private async readStroke(question: string): Promise<void> {
    const reading = (this.readingStroke = new AbortController());
    try {
      for await (const said of told<AssessedView>(`/api/stroke?${question}`, reading.signal)) {
        if (reading.signal.aborted) return;
        if (said.type === 'assessed') this.stroke = said;
      }
      if (this.stroke?.done) remember(this.knownStrokes, question, this.stroke);
    } catch {
      // Show no assessment; the candidate list reports an unavailable engine.
    }
  }
}

function remember<V>(known: Map<string, V>, question: string, value: V): void {
  known.set(question, value);
  if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
}
