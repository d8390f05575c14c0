import { isSealed, type Personal, reveal } from '#domain/kernel/personal.ts';
import { refuseWith } from './errors.ts';

/**
 * Opened personal data for an answer; `null` when it is absent.
 * @throws HttpRefused its document is withheld
 */
export function revealed<T>(value: Personal<T>): T | null {
  if (isSealed(value)) throw refuseWith('UNAVAILABLE');
  return reveal(value);
}
