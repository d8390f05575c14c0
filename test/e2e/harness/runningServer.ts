import type { OrderName } from '#scripts/cli/order.ts';

/** The real server in a process of its own, on an empty data folder of its own. */
export interface QuadServer {
  readonly port: number;
  readonly dataDir: string;
  /** "ou.localhost:20007" */
  host(campus?: string): string;
  /** "http://ou.localhost:20007"; another port where a relay is in front of the server. */
  origin(campus?: string, throughPort?: number): string;
  /** Everything that it has printed so far, over all its lives. */
  log(): string;
  /** Has an order of an operator carried out, as `quad` does; returns its answer. */
  order(name: OrderName, args: unknown): Promise<unknown>;
  /** Starts it (again) on the same port and folder, unless it runs; ready when it says so. */
  start(life?: Life): Promise<void>;
  /** `kill -9`: it gets no chance to finish anything. */
  kill(): Promise<void>;
  /** Ends it as an operator would and deletes its folder. */
  remove(): Promise<void>;
}

/** Circumstances of one life of the server. */
export interface Life {
  /** Milliseconds by which its clock is ahead. */
  readonly clockAheadMs?: number;
  /** It has a trouble that keeps it from being ready: it has started when it answers. */
  readonly isTroubled?: boolean;
}
