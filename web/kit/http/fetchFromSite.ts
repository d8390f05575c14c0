/** Asks over HTTP; tests and programs pass their own. */
export type Fetch = typeof fetch;

/** The browser's own way to ask, for those who see to it that every answer has its time (`answerInTime.ts`). */
export const fetchFromSite: Fetch = (address, init) => fetch(address, init);
