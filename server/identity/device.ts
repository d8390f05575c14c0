/** The first match counts: many browsers name others too, so those come before the ones that they name. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Browser and system in words, for a user's list of sessions; nothing of the header itself is kept. */
export function describeDevice(userAgent: string | undefined): string {
  const find = (table: typeof BROWSERS, other: string) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? other;
  return `${find(BROWSERS, 'A browser')} on ${find(SYSTEMS, 'an unknown system')}`;
}
