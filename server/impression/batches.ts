import type { Action } from '#domain/impression/actions.ts';
import type { ActionViewer } from '#domain/impression/commands.ts';
import { SESSIONS_PER_BATCH } from '#domain/impression/limits.ts';
import type { CommandMap } from '#domain/registry.ts';
import type { EngineClock } from '#projections/engine/clock.ts';
import { createSlots } from '../concurrency/slots.ts';
import { BATCHES_AT_ONCE, GATHER_MS, WAITING_MAX } from './limits.ts';

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

/** Gathers what people do, and writes it down in batches: one for each ad and second. */
export interface ActionBatches {
  /** @returns once it is on disk; `null`: too much waits, it is to come again */
  add(ad: RunningAd, done: DoneActions): Promise<void> | null;
}

/** @param options.write writes a batch. @param options.timer counts the time for which is gathered */
export function createActionBatches(options: {
  readonly write: (data: CommandMap['CountActions'], campus: string) => Promise<void>;
  readonly timer: Pick<EngineClock, 'after'>;
}): ActionBatches {
  const gatherings = new Map<string, Gathering>();
  const slots = createSlots(BATCHES_AT_ONCE);
  let waiting = 0;

  async function writeAll({ ad: { postId, adId, campus }, sessions }: Gathering): Promise<void> {
    const all = [...sessions.values()].map((each) => ({ ...each, actions: [...each.actions] }));
    for (let from = 0; from < all.length; from += SESSIONS_PER_BATCH) {
      const batch = { postId, adId, sessions: all.slice(from, from + SESSIONS_PER_BATCH) };
      await slots.run(() => options.write(batch, campus));
    }
  }

  function close(gathering: Gathering): void {
    gatherings.delete(gathering.ad.adId);
    const { sessions, written } = gathering;
    // Actions wait until the event store has taken them.
    const settled = () => {
      waiting -= sessions.size;
    };
    writeAll(gathering).finally(settled).then(written.resolve, written.reject);
  }

  function gatheringOf(ad: RunningAd): Gathering {
    const open = gatherings.get(ad.adId);
    if (open !== undefined) return open;
    const gathering: Gathering = { ad, sessions: new Map(), written: Promise.withResolvers() };
    gatherings.set(ad.adId, gathering);
    options.timer.after(GATHER_MS, () => close(gathering));
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
