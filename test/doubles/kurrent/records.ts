/** Expectation of an append: an exact revision (-1: no stream), or one of the two loose ones. */
export type Expected = number | 'any' | 'stream_exists';

/** An event as a client proposes it. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/** Place of a record in the transaction log. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** An event as the log keeps it. */
export interface Recorded extends Proposed, Position {
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly stream: string;
  readonly revision: number;
}

/** Outcome of an append or a deletion. */
export type Outcome =
  | { readonly kind: 'written'; readonly revision: number; readonly position: Position }
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' };

/** The answer to an append: its outcome, or that there is none. */
export type Answered = Outcome | { readonly kind: 'commit-timeout' } | { readonly kind: 'not-ready' };

/** Bytes that the server counts of an event against the limit of an append: metadata and type are free. */
export function sizeOf({ data }: Proposed): number {
  return data.length;
}

/** Order of the log. */
export function compare(a: Position, b: Position): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  if (a.prepare !== b.prepare) return a.prepare < b.prepare ? -1 : 1;
  return 0;
}
