import { type Counters, countersOf, NO_ACTIONS } from '#domain/impression/actions.ts';
import type { FigureDay } from '#projections/impression/collections.ts';

/** One stretch of time in the charts and their table. */
export interface Point extends Counters {
  /** ISO instant at which it begins. */
  readonly from: string;
  /** As the reader's clock says it. */
  readonly label: string;
}

const HOUR_MS = 3_600_000;
/** Hours in the chart by the hour. */
export const HOURS_SHOWN = 24;
/** Days in the chart by day, at most: an ad may have paused for long. */
export const DAYS_SHOWN = 60;

const COUNTERS = Object.keys(NO_ACTIONS) as readonly (keyof Counters)[];
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const hour = new Intl.DateTimeFormat('en', { weekday: 'short', hour: 'numeric' });

/** The hours in which something happened, by the instant at which they begin, oldest first. */
export function hoursOf(days: readonly FigureDay[]): readonly (readonly [from: string, Counters])[] {
  const hours = days.flatMap((each) =>
    each.hours.map((found) => {
      const at = `${each.day}T${String(found.hour).padStart(2, '0')}:00:00.000Z`;
      return [at, countersOf(found)] as const;
    }),
  );
  return hours.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function addAll(all: readonly Counters[]): Counters {
  const sum = { ...NO_ACTIONS };
  for (const each of all) for (const name of COUNTERS) sum[name] += each[name];
  return sum;
}

/** The hours until an instant, those without anything too. */
export function lastHours(days: readonly FigureDay[], until: string): readonly Point[] {
  const known = new Map(hoursOf(days));
  const last = Math.floor(Date.parse(until) / HOUR_MS);
  return Array.from({ length: HOURS_SHOWN }, (_, n) => {
    const from = new Date((last - HOURS_SHOWN + 1 + n) * HOUR_MS);
    const at = from.toISOString();
    return { ...countersOf(known.get(at)), from: at, label: hour.format(from) };
  });
}

/** Midnight before an instant, where the reader is. */
function midnight(at: string): Date {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

/** The days of the reader's calendar from one instant to another, those without anything too. */
export function allDays(days: readonly FigureDay[], from: string, until: string): readonly Point[] {
  const byDay = Map.groupBy(hoursOf(days), ([at]) => midnight(at).getTime());
  const points: Point[] = [];
  for (let at = midnight(until); points.length < DAYS_SHOWN && at >= midnight(from); ) {
    const hours = byDay.get(at.getTime()) ?? [];
    points.unshift({ ...addAll(hours.map(([, found]) => found)), from: at.toISOString(), label: day.format(at) });
    at = new Date(at.getFullYear(), at.getMonth(), at.getDate() - 1);
  }
  return points;
}

/** The figures of every hour as CSV (RFC 4180): instants of UTC, and the names of the counters. */
export function asCsv(days: readonly FigureDay[]): string {
  const rows = hoursOf(days).map(([at, found]) => [at, ...COUNTERS.map((name) => found[name])]);
  return [['hour', ...COUNTERS], ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
