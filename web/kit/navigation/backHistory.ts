/** A page that was visited in this tab. */
export interface Visit {
  /** The router's key of the history entry. */
  readonly key: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It lies in front of the present page: Back has left it, and Forward leads there. */
  readonly ahead?: true;
}

/** Hours after which a visit is no way back any more (SHEL-07). */
const EXPIRY_MS = 24 * 60 * 60 * 1_000;
/** Visits that are kept. */
const MAX_VISITS = 50;
/** Target of Back without an earlier page. */
export const FALLBACK_PATH = '/home';

/** The visits up to the present page, oldest first. */
export function wayBack(visits: readonly Visit[]): readonly Visit[] {
  return visits.filter(({ ahead }) => ahead !== true);
}

/** The visits after a navigation of the given kind, in the order of the history; those of `wayBack` end with the present page. */
export function recordVisit(
  visits: readonly Visit[],
  kind: 'PUSH' | 'REPLACE' | 'POP',
  visit: Visit,
): readonly Visit[] {
  const fresh = visits.filter((each) => visit.at - each.at < EXPIRY_MS);
  const behind = wayBack(fresh);
  switch (kind) {
    case 'PUSH':
      return [...behind, visit].slice(-MAX_VISITS);
    case 'REPLACE':
      return [...behind.slice(0, -1), visit, ...fresh.filter(({ ahead }) => ahead === true)];
    case 'POP': {
      const index = fresh.findIndex((each) => each.key === visit.key);
      // A reload, or an entry from before this tab's memory: only the present page is known.
      if (index === -1) return [visit];
      return [
        ...fresh.slice(0, index).map(({ ahead: _, ...each }) => each),
        visit,
        ...fresh.slice(index + 1).map((each) => ({ ...each, ahead: true as const })),
      ];
    }
  }
}

/**
 * Number of entries back to the last other page of ours; `null` when none is remembered.
 *
 * @param visits of `wayBack`
 * @param pathname path of the present page, which may have several entries
 */
export function stepsBack(visits: readonly Visit[], pathname: string, now: number): number | null {
  for (let steps = 1; steps < visits.length; steps += 1) {
    const visit = visits.at(-1 - steps);
    if (visit === undefined || now - visit.at >= EXPIRY_MS) return null;
    if (visit.path.split('?')[0] !== pathname) return steps;
  }
  return null;
}
