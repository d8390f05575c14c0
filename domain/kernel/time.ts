/** Seconds from one ISO instant to another; negative when `to` is earlier. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000;
}

const SECONDS_PER_HOUR = 3_600;

/** Hours as seconds. */
export function hoursInSeconds(hours: number): number {
  return hours * SECONDS_PER_HOUR;
}
