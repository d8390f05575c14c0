/** Seconds from one ISO instant to another; negative when `to` is earlier. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000;
}

const SECONDS_PER_HOUR = 3_600;

/** Hours as seconds. */
export function hoursInSeconds(hours: number): number {
  return hours * SECONDS_PER_HOUR;
}

const SECONDS_PER_MINUTE = 60;
/** Seconds and minutes are said up to so many of the next unit. */
const SAID_UNITS = 2;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A time to wait as people say it, never too short: "40 seconds", "15 minutes", "3 hours". */
export function saidTime(seconds: number): string {
  if (seconds < SAID_UNITS * SECONDS_PER_MINUTE) return counted(seconds, 'second');
  if (seconds < SAID_UNITS * SECONDS_PER_HOUR) return counted(Math.ceil(seconds / SECONDS_PER_MINUTE), 'minute');
  return counted(Math.ceil(seconds / SECONDS_PER_HOUR), 'hour');
}

/** The ISO instant some minutes after another one. */
export function minutesAfter(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * SECONDS_PER_MINUTE * 1_000).toISOString();
}

const MS_PER_DAY = 24 * SECONDS_PER_HOUR * 1_000;

/** The ISO instant some days after another one. */
export function daysAfter(at: string, days: number): string {
  return new Date(Date.parse(at) + days * MS_PER_DAY).toISOString();
}
