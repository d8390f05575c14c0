import type { Personal } from '#domain/kernel/personal.ts';

/** Absent personal data: not given yet, or removed with its document. */
export function absent<T>(): Personal<T> {
  return null as unknown as Personal<T>;
}
