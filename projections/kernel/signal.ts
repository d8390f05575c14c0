import type * as z from 'zod/mini';
import type { Reader } from '#domain/kernel/access.ts';
import { merge } from '#domain/kernel/merge.ts';

/**
 * News that is true for a moment, such as that somebody writes: a noun declares it beside its topics (`signals` of its
 * `documents.ts`). It goes from one page to those that have joined the same topic, and is nowhere logged, folded, queued
 * or replayed. A page that misses it misses nothing that will not be said again.
 */
export interface Signal<Data extends SignalData = SignalData> {
  readonly name: string;
  /** Kind of the topics behind which it goes: those who may join one may hear it. */
  readonly topic: string;
  readonly schema: z.ZodMiniType<Data>;
  /**
   * Whether somebody who has joined the topic may say it: it is asked each time.
   *
   * @param gate the document on which the right to the topic depends, as the topic's own `refuse` gets it
   */
  maySend(reader: Reader, gate: unknown): boolean;
  /** Milliseconds after which a page says it again, as long as it is true. */
  readonly everyMs: number;
  /** Milliseconds for which it holds without being said again: more than `everyMs`, since one may be lost. */
  readonly holdsMs: number;
}

/** The contents of a signal: a few short fields. */
export type SignalData = Readonly<Record<string, string | number | boolean>>;

/** Declares a signal. */
export function defineSignal<Data extends SignalData>(signal: Signal<Data>): Signal<Data> {
  return signal;
}

/** Signals by name. @throws Error two have one name, or one is behind topics that are not there */
export function signalsByName(
  signals: readonly AnySignal[],
  kinds: Readonly<Record<string, unknown>>,
): Readonly<Record<string, AnySignal>> {
  for (const { name, topic } of signals) {
    if (!Object.hasOwn(kinds, topic)) throw new Error(`Signal ${name} is behind topics ${topic}, which no noun has.`);
  }
  return merge(signals.map((signal) => ({ [signal.name]: signal })));
}

/** Any signal, for generic code. */
export type AnySignal = Omit<Signal, 'schema'> & { readonly schema: z.ZodMiniType };
