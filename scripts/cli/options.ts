import { InvalidArgumentError, Option } from 'commander';
import { DateTime } from 'luxon';
import { findCampus } from '#domain/campus/registry.ts';

const UNITS = { s: 'seconds', m: 'minutes', h: 'hours', d: 'days' } as const;

/** `--data`, which every verb has. */
export function dataOption(): Option {
  return new Option('--data <folder>', 'the data folder').env('DATA_DIR').default('./data');
}

/** `--json`, for machines: the result as one object on standard output. */
export function jsonOption(): Option {
  return new Option('--json', 'one JSON object');
}

/** A whole number from 1 (or `min`) on. */
export function wholeNumber(min = 1): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min)) throw new InvalidArgumentError(`It takes a whole number from ${min} on.`);
    return value;
  };
}

/** A position as it is typed, with or without leading zeros; only the log knows which one it is. */
export function position(text: string): string {
  if (!/^[0-9a-f]{1,32}$/.test(text)) {
    throw new InvalidArgumentError('It takes a position in the log, for example 120.');
  }
  return text;
}

/** An instant: ISO 8601 (in UTC unless it says otherwise), or how long ago (`90s`, `30m`, `2h`, `3d`). */
export function instant(now: () => Date): (text: string) => string {
  return (text) => {
    const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
    const at =
      amount === undefined
        ? DateTime.fromISO(text, { zone: 'utc' })
        : DateTime.fromJSDate(now(), { zone: 'utc' }).minus({ [UNITS[unit as keyof typeof UNITS]]: Number(amount) });
    if (!at.isValid || (amount === undefined && !/^\d{4}-\d{2}-\d{2}/.test(text))) {
      throw new InvalidArgumentError(
        'It takes an instant such as 2026-11-21T08:00Z, or how long ago: 90s, 30m, 2h, 3d.',
      );
    }
    return at.toISO();
  };
}

/** Campus id. */
export function campus(text: string): string {
  if (findCampus(text) === undefined) throw new InvalidArgumentError('There is no campus of that id.');
  return text;
}

/** Speed relative to the original: `1x`, `10x`, …; `max` is without pauses. */
export function speed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const factor = /^\d{1,6}(\.\d{1,3})?x$/.test(text) ? Number(text.slice(0, -1)) : 0;
  if (factor <= 0) throw new InvalidArgumentError('It takes a speed such as 1x, 10x, 0.5x, or max.');
  return factor;
}

/** One of the given values, named in the message when it is not. */
export function oneOf(kind: string, values: readonly string[]): (text: string) => string {
  return (text) => {
    if (!values.includes(text))
      throw new InvalidArgumentError(`There is no ${kind} ${text}; there are ${values.join(', ')}.`);
    return text;
  };
}

/** The same for an option that may be given several times, or with commas. */
export function someOf(
  kind: string,
  values: readonly string[],
): (text: string, before?: readonly string[]) => string[] {
  const check = oneOf(kind, values);
  return (text, before = []) => [...before, ...text.split(',').map((each) => check(each.trim()))];
}
