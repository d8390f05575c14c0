/** Events that may be left to fold when a preparation ends: the release folds them when it starts. */
export const PREPARED_ENOUGH_EVENTS = 1_000;

export interface PrepareOptions {
  /** Told of every batch: how many events, the position reached, and the one to reach. */
  readonly onEvents: (events: number, position: string, to: string) => void;
}

/** What came of preparing the read models of a release beside the running one. */
export type Prepared =
  /** There are no read models beside which anything could be built: the first start builds them. */
  | { readonly kind: 'nothing runs' }
  /** What is live was made by the same versions. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'prepared before'; readonly projections: readonly string[] }
  | {
      readonly kind: 'prepared';
      readonly projections: readonly string[];
      readonly events: number;
      readonly position: string;
    };
