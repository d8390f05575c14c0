/** A hash that a test can follow. */
export function hashOf(value: string): string {
  return Buffer.from(value).toString('hex').padEnd(64, '0').slice(0, 64);
}
