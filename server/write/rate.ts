import type { ClientCommandMap } from '#domain/registry.ts';

/** A bucket that holds `burst` tokens and refills at a constant rate. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

/** A limit that several kinds of commands share. */
export interface CommandRate {
  /** The same in every process. */
  readonly name: string;
  readonly commands: readonly (keyof ClientCommandMap)[];
  /** For each user. */
  readonly rate: Rate;
}
