import type { Breakage } from '../sabotage/breakage.ts';

/** What a run of `npm run faults -- --break <name>` must find. */
export const faultBreakages: readonly Breakage[] = [
  {
    // Each event of a group is committed for itself: a torn group is there in part.
    name: 'torn-group',
    file: 'server/engines/sqlite/log/writer.ts',
    original: 'const outcomes = transaction(db, () =>',
    broken: 'const outcomes = ((_db, work) => work())(db, () =>',
  },
  {
    // Positions are counted once too often: there are holes between groups.
    name: 'skipped-position',
    file: 'server/engines/sqlite/log/writer.ts',
    original: '        head = next;\n        return outcomes;',
    broken: '        head = next + 1;\n        return outcomes;',
  },
];
