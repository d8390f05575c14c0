/** Events that may be left to fold when a preparation ends: the release folds them when it starts. */
export const PREPARED_ENOUGH_EVENTS = 1_000;

export interface PrepareOptions {
  /** Called after every batch: its events, the events of the log that were passed, and those to pass in all. */
  readonly onEvents: (events: number, done: number, total: number) => void;
}

/** Result of preparing the read models of a release beside the running one. */
export type Prepared =
  /** There are no live read models: the first start builds them. */
  | { readonly kind: 'nothing runs' }
  /** The same versions made the live read models. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'prepared before'; readonly projections: readonly string[] }
  | {
      readonly kind: 'prepared';
      readonly projections: readonly string[];
      readonly events: number;
      readonly position: string;
    };

/** The running release has swapped its read models while others were prepared beside them. */
export class LiveSwapped extends Error {
  constructor() {
    super('The running server has rebuilt its read models meanwhile. Prepare again.');
    this.name = 'LiveSwapped';
  }
}
