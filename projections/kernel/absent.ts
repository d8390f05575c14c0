import type { Personal } from '#domain/kernel/personal.ts';

/** Personal data that is not there: not given yet, or taken away with what held it. */
export function absent<T>(): Personal<T> {
  return null as unknown as Personal<T>;
}
