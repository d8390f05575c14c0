import type { EngineClock } from '#projections/engine/clock.ts';
import { type DocumentRef, refId, type Versioned } from '#projections/kernel/collection.ts';

type Get = (refs: readonly DocumentRef[]) => Promise<readonly Versioned[]>;

/** Documents of one question: several hundred people's ads. */
const GATHERED_MAX = 2_000;

interface Reading {
  readonly refs: Map<string, DocumentRef>;
  readonly found: Promise<ReadonlyMap<string, Versioned>>;
}

/**
 * Reads documents for all who ask within a moment at once: the same few ads are asked for by everybody who sees them, and one
 * question to the read models costs little more for a hundred documents than for one.
 *
 * @param options.waitMs milliseconds for which questions are gathered
 */
export function createSharedGet(options: {
  readonly get: Get;
  readonly timer: Pick<EngineClock, 'after'>;
  readonly waitMs: number;
}): Get {
  let open: Reading | null = null;

  function begin(): Reading {
    const refs = new Map<string, DocumentRef>();
    const due = new Promise<void>((resolve) => void options.timer.after(options.waitMs, resolve));
    const found = due.then(async () => {
      if (open?.refs === refs) open = null;
      const all = await options.get([...refs.values()]);
      return new Map(all.map((each) => [refId(each), each]));
    });
    return { refs, found };
  }

  return async (refs) => {
    open ??= begin();
    const { refs: gathered, found } = open;
    for (const ref of refs) gathered.set(refId(ref), ref);
    // Full: who comes later begins another one.
    if (gathered.size >= GATHERED_MAX) open = null;
    const all = await found;
    return refs.flatMap((ref) => all.get(refId(ref)) ?? []);
  };
}
