/** Index of a card in its list, from 1, for screen readers; absent outside of lists. */
export interface CardPlace {
  readonly position?: number;
  /** -1 while the end is not known. */
  readonly setSize?: number;
}
