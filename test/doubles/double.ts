/** The server that the suites of an adapter run against, or the reason why they are skipped on this machine. */
export type Prepared = { readonly verifiedAgainst: string } | { readonly skipped: string };

/** A server that the suites of one adapter run against: a real one if its variable names one, else a double. */
export interface Double {
  /** Name of the adapter, as the last lines of `npm run test:engines` give it. */
  readonly adapter: string;
  /**
   * Makes what the suites start (downloads, builds), and asks the server for its version. Runs once, before the suites;
   * they run in other processes and find what was made.
   *
   * @throws if the server that a variable names does not answer: a suite that somebody asked for is not skipped
   */
  prepare(): Promise<Prepared>;
}
