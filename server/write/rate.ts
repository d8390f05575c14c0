/** A bucket that holds `burst` tokens and refills at a constant rate. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}
