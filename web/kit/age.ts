const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** Mean lengths of the Gregorian calendar. */
const MONTH = 30.436_875 * DAY;
const YEAR = 365.242_5 * DAY;

/** Ages below this are not counted in seconds: the text would be wrong as soon as it was read. */
const MOMENT = 45 * SECOND;

const steps: readonly (readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number])[] = [
  [HOUR, 'minute', MINUTE],
  [DAY, 'hour', HOUR],
  [WEEK, 'day', DAY],
  [MONTH, 'week', WEEK],
  [YEAR, 'month', MONTH],
  [Number.POSITIVE_INFINITY, 'year', YEAR],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/**
 * How long ago something was: "5 minutes ago" (FEED-16). A clock that is behind the server's reads "a moment ago".
 *
 * @param at ISO instant
 * @param now milliseconds since 1970
 */
export function ageText(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (!(age >= MOMENT)) return 'a moment ago';
  for (const [limit, unit, size] of steps) {
    if (age < limit) return relative.format(-Math.max(1, Math.floor(age / size)), unit);
  }
  return '';
}

const joined = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });

/** "Joined September 2026" (PROF-10). */
export function joinedText(at: string): string {
  return `Joined ${joined.format(new Date(at))}`;
}

/** "September 3, 2026 at 2:05 PM": the hint behind an age. */
export function exactTime(at: string): string {
  return exact.format(new Date(at));
}
