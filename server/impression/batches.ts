import type { Action } from '#domain/impression/actions.ts';
import type { ActionViewer } from '#domain/impression/commands.ts';
import { SESSIONS_PER_BATCH } from '#domain/impression/limits.ts';
import type { CommandMap } from '#domain/registry.ts';
import type { EngineClock } from '#projections/engine/clock.ts';
import { createSlots } from '../concurrency/slots.ts';
import { BATCHES_AT_ONCE, GATHER_MS, TURNS_PER_GATHERING, WAITING_MAX } from './limits.ts';

const HEXADECIMAL = 16;
/** Digits of an ad's id by which it has its turn: the last ones are random. */
const TURN_DIGITS = 6;

/** The ad of a post that runs. */
export interface RunningAd {
  readonly postId: string;
  readonly adId: string;
  readonly campus: string;
}

/** The actions of one viewer in one page session. */
export interface DoneActions {
  readonly viewer: ActionViewer;
  readonly session: string;
  readonly actions: readonly Action[];
}

interface Gathering {
  readonly ad: RunningAd;
  /** By viewer and session. */
  readonly sessions: Map<string, Omit<DoneActions, 'actions'> & { readonly actions: Set<Action> }>;
  readonly written: PromiseWithResolvers<void>;
}

/**
 * Milliseconds until the turn of an ad: each has its own moment of the second. If those of hundreds came together, everybody else
 * would wait then, while all who are counted are answered. Yet a few share a moment: what they append is one write of the disk and
 * one commit of the read models, where each alone would cost as much again.
 */
function untilTurnOf(adId: string, now: number): number {
  const turn = Number.parseInt(adId.slice(-TURN_DIGITS), HEXADECIMAL) % TURNS_PER_GATHERING;
  const moment = (turn / TURNS_PER_GATHERING) * GATHER_MS;
  return GATHER_MS - ((((now - moment) % GATHER_MS) + GATHER_MS) % GATHER_MS);
}

/** Gathers what people do, and writes it down in batches: one for each ad and second. */
export interface ActionBatches {
  /** @returns once it is on disk; `null`: too much waits, it is to come again */
  add(ad: RunningAd, done: DoneActions): Promise<void> | null;
}

/** @param options.write writes a batch. @param options.timer counts the time for which is gathered */
export function createActionBatches(options: {
  readonly write: (data: CommandMap['CountActions'], campus: string) => Promise<void>;
  readonly timer: EngineClock;
}): ActionBatches {
  const gatherings = new Map<string, Gathering>();
  const slots = createSlots(BATCHES_AT_ONCE);
  let waiting = 0;

  async function writeAll({ ad: { postId, adId, campus }, sessions }: Gathering): Promise<void> {
    const all = [...sessions.values()].map((each) => ({ ...each, actions: [...each.actions] }));
    for (let from = 0; from < all.length; from += SESSIONS_PER_BATCH) {
      await options.write({ postId, adId, sessions: all.slice(from, from + SESSIONS_PER_BATCH) }, campus);
    }
  }

  /** Ends a gathering and writes it. Until its turn has come, it takes more: the more ads wait, the more is in each event. */
  async function close(gathering: Gathering): Promise<void> {
    gatherings.delete(gathering.ad.adId);
    const { sessions, written } = gathering;
    try {
      await writeAll(gathering);
      written.resolve();
    } catch (error) {
      written.reject(error);
    } finally {
      // Actions wait until the event store has taken them.
      waiting -= sessions.size;
    }
    // Those who waited for it are answered, and others between them, before the next one is written.
    await new Promise((resolve) => setImmediate(resolve));
  }

  function gatheringOf(ad: RunningAd): Gathering {
    const open = gatherings.get(ad.adId);
    if (open !== undefined) return open;
    const gathering: Gathering = { ad, sessions: new Map(), written: Promise.withResolvers() };
    gatherings.set(ad.adId, gathering);
    options.timer.after(untilTurnOf(ad.adId, options.timer.now()), () => void slots.run(() => close(gathering)));
    return gathering;
  }

  return {
    add(ad, { viewer, session, actions }) {
      if (waiting >= WAITING_MAX) return null;
      const { sessions, written } = gatheringOf(ad);
      const key = JSON.stringify([viewer.kind, viewer.id, session]);
      const known = sessions.get(key) ?? { viewer, session, actions: new Set<Action>() };
      if (!sessions.has(key)) waiting += 1;
      for (const action of actions) known.actions.add(action);
      sessions.set(key, known);
      return written.promise;
    },
  };
}
