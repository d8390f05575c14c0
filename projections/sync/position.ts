/** The later of two positions: their byte order is log order. */
export function laterPosition(a: string, b: string): string {
  if (a >= b) return a;
  return b;
}
