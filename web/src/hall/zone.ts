// Local times of a tournament, `2026-11-21 10:50`, in its time zone, and the viewer's own time where it differs.

import words from '../i18n/more/hall.json';
import { alsoSays, t } from '../i18n/t';

alsoSays(words);

/** The browser's time zone, such as `Asia/Kolkata`; empty if the browser does not know it. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || '';
}

/** Names to choose from; empty in a browser that has no list. */
export function zones(): readonly string[] {
  return typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
}

/** Return an instant as a local time of a zone. */
function localTime(instant: number, zone: string): string {
  const how = { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const parts = Object.fromEntries(new Intl.DateTimeFormat('en', how).formatToParts(instant).map((part) => [part.type, part.value]));
  return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}`;
}

const asUniversal = (time: string): number => Date.parse(`${time.replace(' ', 'T')}:00Z`);

/** Return the viewer's time of a local time; empty if it is the same, or if either zone is not known. */
export function viewerTime(time: string, zone: string, own: string = ownZone()): string {
  const written = asUniversal(time);
  if (!zone || !own || !/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(time) || Number.isNaN(written)) return '';
  try {
    let instant = written;
    for (let again = 0; again < 2; again++) instant += written - asUniversal(localTime(instant, zone));
    const found = localTime(instant, own);
    return found === time ? '' : found;
  } catch {
    return ''; // a zone that this browser does not know
  }
}

/** Return the hour of a local time, and the viewer's where it differs: `10:50 (05:20 your time)`. */
export function hourShown(time: string, zone: string, own: string = ownZone()): string {
  const hour = time.slice(-5);
  const mine = viewerTime(time, zone, own);
  if (!mine) return hour;
  return t('events.your-time', { time: hour, own: mine.slice(0, 10) === time.slice(0, 10) ? mine.slice(-5) : mine });
}

/** Return days and hours of play in the viewer's time; empty if it is the same. */
export function viewerSessions(sessions: string, zone: string, own: string = ownZone()): string {
  let differs = false;
  const days = sessions.split(';').map((part) => {
    const [day = '', ...hours] = part.trim().split(/\s+/);
    return hours
      .map((each) => {
        const [from = '', to = ''] = each.split('-').map((hour) => {
          const mine = viewerTime(`${day} ${hour}`, zone, own);
          differs ||= mine !== '';
          return mine || `${day} ${hour}`;
        });
        return to.slice(0, 10) === from.slice(0, 10) ? `${from}–${to.slice(-5)}` : `${from} – ${to}`;
      })
      .join(', ');
  });
  return differs ? days.filter(Boolean).join('; ') : '';
}
