import { DateTime } from 'luxon';

/** Longest name of a time zone that is looked at; the longest of IANA have 32. */
const NAME_MAX_CHARACTERS = 64;

/**
 * The canonical name of a time zone; `null`: it is none that this server knows. Names from outside come in any case, and
 * luxon keeps what it knows of each name for good, so it gets canonical ones only.
 */
export function canonicalZone(name: string | null): string | null {
  if (name === null || name === '' || name.length > NAME_MAX_CHARACTERS) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether two zones have the same offset from UTC at a moment: zones of several names do (Q78). */
export function haveSameOffset(one: string, other: string, at: Date): boolean {
  const [first, second] = [one, other].map((zone) => DateTime.fromJSDate(at, { zone }).offset);
  return first === second;
}
