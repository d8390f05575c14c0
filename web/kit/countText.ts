/** The greatest number that a badge writes out. */
const WRITTEN_MAX = 99;

/** A number as badges and titles show it: "7", or "99+". */
export function countText(count: number): string {
  return count > WRITTEN_MAX ? `${WRITTEN_MAX}+` : String(count);
}
