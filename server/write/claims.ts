import type { ClaimRequest } from '#domain/kernel/command.ts';
import type { EventMeta, RecordedEvent } from '#domain/kernel/event.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { claimStream } from '#domain/kernel/systemEvents.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { KeyedLock, Release } from '../concurrency/keyedLock.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { WrongExpectedRevision } from '../ports/eventStore.ts';
import type { Appender } from './appender.ts';
import type { Bars } from './bars.ts';
import { createStreamCache } from './streamCache.ts';
import type { StreamStates } from './streamStates.ts';

/** Milliseconds after which a holder whose command never landed may be fenced and replaced. */
export const CLAIM_HOLD_MS = 60_000;
/** Unfinished holders that one process remembers; those unused for longest go first. */
const CLAIMS_WAITED_FOR = 1_000;
/** Candidates that one command may try for one unique value. */
export const CLAIM_MAX_CANDIDATES = 1_000;
/** Attempts at a claim; another is made when its stream, or its holder's, has changed during one. */
export const CLAIM_MAX_ATTEMPTS = 10;

/** The newest `Held` of a claim stream. */
interface Holding {
  readonly stream: string;
  readonly commandId: string;
  readonly position: string;
  readonly at: string;
}

/** The stream that is to own a value, and the metadata of its command. */
export interface Taker {
  readonly stream: string;
  readonly meta: EventMeta;
}

/** A taken value; `release` gives back the claim's lock in this process. */
export type Taken =
  | { readonly ok: true; readonly value: string; readonly release: Release }
  | {
      readonly ok: false;
      /** The refusal of a closed value; `null`: all candidates are taken. */
      readonly barred: Rejection | null;
    };

/**
 * Unique values, by the rule of blueprint §3: the claim decides who may own a value, the owner's stream shows who does.
 */
export interface Claims {
  /**
   * Takes the first free candidate. The caller releases it after the append to its own stream, successful or not.
   * @throws Unavailable a command whose outcome is uncertain holds the only candidate
   */
  take(request: ClaimRequest, taker: Taker): Promise<Taken>;
  /** Stream that owns a value now, or `null`. */
  ownerOf(kind: ClaimRequest['kind'], value: string): Promise<string | null>;
}

export interface ClaimsOptions {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly states: StreamStates;
  readonly appender: Appender;
  readonly bars: Pick<Bars, 'ofValue'>;
  readonly locks: KeyedLock;
  /** Secret of the names of claim streams: the log must not reveal addresses (P9). */
  readonly secret: Uint8Array;
  readonly clock: () => Date;
  /** Milliseconds since some fixed moment, independent of the wall clock. */
  readonly uptime: () => number;
}

type Verdict = 'free' | 'owned' | 'pending';

export function createClaims({ log, states, appender, bars, locks, secret, clock, uptime }: ClaimsOptions): Claims {
  const holdings = createStreamCache<Holding | null>({
    read: (stream, fromRevision) => log.readStream(stream, fromRevision),
    initial: () => null,
    fold: (before, events) => newestHolding(events) ?? before,
  });

  /** When this process first saw each unfinished holder, by its uptime in milliseconds. */
  const metAt = new RecentMap<string, number>(CLAIMS_WAITED_FOR);

  const streamOf = (kind: string, value: string) => claimStream(kind, keyedHash(secret, kind, value));

  /**
   * Whether a holder is overdue: by the wall clock, or, in case that was set back, since this process first saw it. A
   * holder that is fenced too early only decides again.
   */
  function isOverdue({ commandId, position, at }: Holding): boolean {
    const key = `${position} ${commandId}`;
    const met = metAt.get(key) ?? uptime();
    metAt.set(key, met);
    return clock().getTime() - Date.parse(at) >= CLAIM_HOLD_MS || uptime() - met >= CLAIM_HOLD_MS;
  }

  /** Whether the taker may have a value that another stream holds; fences an overdue holder. */
  async function judge(holding: Holding, kind: string, value: string, taker: Taker): Promise<Verdict> {
    // One look answers all: the command of another process may land between two, and would count as over but not as owner.
    const holder = await states.current(holding.stream);
    if (states.owns(holding.stream, holder.value, kind, value)) return 'owned';
    if (holder.value.commands.has(holding.commandId)) return 'free';
    const fence = holder.value.fences.get(holding.commandId);
    if (fence !== undefined && fence > holding.position) return 'free';
    if (!isOverdue(holding)) return 'pending';
    const fenced = { type: 'Fenced', data: { commandId: holding.commandId } };
    await appender.system(holding.stream, holder.revision, fenced, taker.meta);
    return 'free';
  }

  async function tryOne(kind: string, value: string, taker: Taker): Promise<Verdict> {
    const stream = streamOf(kind, value);
    for (let attempt = 0; attempt < CLAIM_MAX_ATTEMPTS; attempt += 1) {
      try {
        const { revision, value: holding } = await holdings.current(stream);
        if (holding !== null && holding.stream !== taker.stream) {
          const verdict = await judge(holding, kind, value, taker);
          if (verdict !== 'free') return verdict;
        }
        // A command appends to its own claim too, so that another command that judges it now fails on its revision.
        const held = { type: 'Held', data: { stream: taker.stream, commandId: taker.meta.commandId } };
        await appender.system(stream, revision, held, taker.meta);
        return 'free';
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
      }
    }
    throw new Unavailable(`A unique value (${kind}) is wanted by too many at once.`);
  }

  return {
    async take(request, taker) {
      let tried = 0;
      let pending = false;
      for (const value of request.candidates) {
        tried += 1;
        if (tried > CLAIM_MAX_CANDIDATES) break;
        const barred = await bars.ofValue(request.kind, value);
        if (barred !== null) return { ok: false, barred };
        const release = await locks.acquire(streamOf(request.kind, value));
        const verdict = await tryOne(request.kind, value, taker).catch((error: unknown) => {
          release();
          throw error;
        });
        if (verdict === 'free') return { ok: true, value, release };
        release();
        pending ||= verdict === 'pending';
      }
      // A rejection as "taken" might turn out untrue (P7).
      if (pending) throw new Unavailable(`A unique value (${request.kind}) is held by an unfinished command.`);
      return { ok: false, barred: null };
    },
    async ownerOf(kind, value) {
      const { value: holding } = await holdings.current(streamOf(kind, value));
      if (holding === null) return null;
      const { value: holder } = await states.current(holding.stream);
      return states.owns(holding.stream, holder, kind, value) ? holding.stream : null;
    },
  };
}

function newestHolding(events: readonly RecordedEvent[]): Holding | null {
  const event = events.findLast(({ type }) => type === 'Held');
  if (event === undefined) return null;
  const { stream, commandId } = event.data as { stream: string; commandId: string };
  return { stream, commandId, position: event.position, at: event.meta.at };
}
