// A review written into a record as comment lines, in the format of `carrom analyse --annotate` (docs/reference/record.md).

import { writeStroke } from '../board/notation';
import type { StrokeReviewed } from '../protocol';
import { isCalled, isUnchecked } from './mistakes';

const MARK = '# review ';
const share = (part: number): string => part.toFixed(4);

/** Return the comment line of a stroke; `comment` is said about a stroke that is called a mistake. */
export function annotationOf(stroke: StrokeReviewed, comment: string): string {
  const { event, grade, loss, rolled, meant, after, best } = stroke;
  const called = isCalled(stroke) && rolled !== null;
  return [
    `${MARK}${event} ${grade}`,
    ...(called ? [`loss=${share(loss)} error=${share(rolled.error)}`] : []),
    `win=${share(meant.win)} after=${share(after)}`,
    ...(called ? [`best=${writeStroke(best.stroke)}`, JSON.stringify(comment)] : []),
  ].join(' ');
}

/**
 * Return a record with the review of its strokes as comments, which replace those it had; `accuracy` in degrees. Strokes
 * that there was no time to check get none.
 */
export function annotated(record: string, strokes: Iterable<StrokeReviewed>, accuracy: number, comment: (stroke: StrokeReviewed) => string): string {
  const judged = [...strokes].filter((stroke) => !isUnchecked(stroke));
  const known = new Map(judged.map((stroke) => [stroke.event, annotationOf(stroke, comment(stroke))]));
  const lines: string[] = [];
  let head: string | null = `${MARK}accuracy=${accuracy}`;
  for (const line of record.split('\n')) {
    if (line.startsWith(MARK)) continue;
    lines.push(line);
    if (line === '' && head !== null) {
      lines.push(head);
      head = null;
    }
    const found = known.get(Number(/^([1-9]\d*)\. /.exec(line)?.[1] ?? 0));
    if (found !== undefined) lines.push(found);
  }
  return lines.join('\n');
}
