/** Something that the site keeps in a browser: its owner names it, and the privacy policy lists it (Q74). */
export interface Kept {
  /** `device` and `tab`: storage of the browser; `tab` until the tab is closed. */
  readonly where: 'cookie' | 'device' | 'database' | 'tab';
  /**
   * Its key, of a cookie without the prefix that it has over HTTPS (`server/identity/cookies.ts`). A key that ends in a
   * colon or a hyphen is the beginning of several.
   */
  readonly name: string;
  /** Why it is kept, as the policy says it. */
  readonly use: string;
}

export const kept: readonly Kept[] = [
  { where: 'device', name: 'quad-theme', use: 'whether you chose the light or the dark look.' },
  { where: 'device', name: 'quad-keys', use: 'whether you turned shortcuts of single keys off.' },
  { where: 'tab', name: 'quad-scroll', use: 'where a page was scrolled to, for the way back.' },
  { where: 'tab', name: 'quad-visits', use: 'the pages that Back leads to; forgotten after 24 hours.' },
];
