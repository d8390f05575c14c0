import { AD_CENTS_PER_DAY, MINUTES_PER_DAY, MS_PER_MINUTE } from './limits.ts';

/** The price of an ad, and for how long it runs. */
export interface Budget {
  readonly durationMinutes: number;
  readonly amountBudgeted: number;
}

/** When an ad has run. Instants are ISO 8601 in UTC with milliseconds. */
export interface Running {
  readonly startTime: string;
  /** `end_time_adjusted`: when it ends, with all its pauses. */
  readonly endTime: string;
  /** `null`: it is not paused. */
  readonly pausedAt: string | null;
}

/** The budget of an ad for some days: $5 a day (BOOST-05). */
export function budgetOf(days: number): Budget {
  return { durationMinutes: days * MINUTES_PER_DAY, amountBudgeted: days * AD_CENTS_PER_DAY };
}

/**
 * The price of a day of an ad, in cents: that at which it was bought. So a later price changes neither what has happened nor
 * what its owner has agreed to.
 */
export function centsPerDay({ durationMinutes, amountBudgeted }: Budget): number {
  return Math.round((amountBudgeted * MINUTES_PER_DAY) / durationMinutes);
}

/** A budget with the minutes that were paid in addition, at the price of its own days. */
export function withMore(budget: Budget, addedMinutes: number): Budget {
  return {
    durationMinutes: budget.durationMinutes + addedMinutes,
    amountBudgeted: budget.amountBudgeted + Math.round((addedMinutes * centsPerDay(budget)) / MINUTES_PER_DAY),
  };
}

/** The instant some milliseconds after another one. */
export function after(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}

/** Milliseconds from one instant to another; none when a clock was put back meanwhile. */
export function msBetween(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from));
}

/** The later one of two instants. */
export function laterOf(one: string, other: string): string {
  return after(one, msBetween(one, other));
}

/** Milliseconds for which an ad goes on running: a paused one counts from the moment of its pause (BOOST-22). */
export function msLeft({ endTime, pausedAt }: Running, now: string): number {
  return msBetween(pausedAt ?? now, endTime);
}

/** Whole minutes for which an ad has run until now, without its pauses. */
export function minutesRun(running: Running, { durationMinutes }: Budget, now: string): number {
  const ran = durationMinutes * MS_PER_MINUTE - msLeft(running, now);
  return Math.min(durationMinutes, Math.max(0, Math.floor(ran / MS_PER_MINUTE)));
}

/**
 * Cents that an ad has spent after some minutes: its part of the budget, rounded down. It is computed from the start each time,
 * so that roundings do not add up, and the last minute spends the last cent.
 */
export function spentAfter(minutes: number, { durationMinutes, amountBudgeted }: Budget): number {
  return Math.floor((amountBudgeted * minutes) / durationMinutes);
}

const MINUTES_PER_HOUR = 60;

/** The time that an ad has left: "3 days, 4 hours, 5 minutes"; "Expired" at zero or less (BOOST-22). */
export function saidTimeLeft(running: Running, now: string): string {
  const minutes = Math.ceil(msLeft(running, now) / MS_PER_MINUTE);
  return minutes === 0 ? 'Expired' : saidDuration(minutes);
}

/** Whole minutes in words: "3 days, 4 hours, 5 minutes". */
export function saidDuration(minutes: number): string {
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(minutes / MINUTES_PER_DAY), 'day'],
    [Math.floor((minutes % MINUTES_PER_DAY) / MINUTES_PER_HOUR), 'hour'],
    [minutes % MINUTES_PER_HOUR, 'minute'],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return said.join(', ');
}

/** Estimated accounts that an ad reaches in a day, as the form says it (BOOST-06). */
export const ESTIMATED_REACH = { days: '590-1,500', untilPaused: '980-2,600' } as const;
