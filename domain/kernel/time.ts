/** Seconds from one ISO instant to another; negative when `to` is earlier. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000;
}

const SECONDS_PER_HOUR = 3_600;

/** Hours as seconds. */
export function hoursInSeconds(hours: number): number {
  return hours * SECONDS_PER_HOUR;
}

const MS_PER_DAY = 24 * SECONDS_PER_HOUR * 1_000;

/** The ISO instant some days after another one. */
export function daysAfter(at: string, days: number): string {
  return new Date(Date.parse(at) + days * MS_PER_DAY).toISOString();
}
