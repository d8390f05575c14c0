import { rm } from 'node:fs/promises';
import { createGenerationBuild, foldedLog, foldUpTo } from '#projections/engine/generationBuild.ts';
import { createDocumentSet } from '#projections/kernel/documentSet.ts';
import { collections, foldTable } from '#projections/registry.ts';
import { compileDocumentSchemas } from '#server/kernel/compiledSchemas.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { atLeast, type Figure, row } from '../figure.ts';
import { NO_MAIL } from '../noMail.ts';
import { copyRaw } from '../rawCopy.ts';
import { buildReadModels } from '../readModels.ts';
import { quantile, timed } from '../statistics.ts';

const STRETCH_EVENTS = 2_000;
/** Rebuilds to the disk: on a machine that others share, one alone may be a third slower than the next. */
const ROUNDS = 5;
const MS_PER_SECOND = 1_000;
const NO_LIVE = { get: () => undefined, scan: () => [], checkpoint: () => '', changedAfter: () => [] };

/** Rebuilds of the read models: the folds alone in memory, the same with reading, and to the disk, beside the raw inserts of what they write. */
export const rebuilds: Figure = {
  name: 'rebuilds',
  from: 'quick',
  async measure(benchData) {
    const size = benchData.pick({ quick: 10_000, default: 100_000, full: 100_000 });
    // Before this process holds the events: its heap would be collected beside the rebuild.
    const persisting: number[] = [];
    const raw: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { dataDir } = await benchData.community(size);
      persisting.push(await buildReadModels(dataDir));
      // After all rebuilds: it holds the documents in this process.
      if (round === ROUNDS - 1) for (let copy = 0; copy < ROUNDS; copy += 1) raw.push(await copyRaw(dataDir));
      // The next copy takes the memory in which the system kept this one: memory that is new to it costs 0.3 s.
      await rm(dataDir, { recursive: true });
    }
    const { dataDir } = await benchData.community(size);
    const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
    benchData.after(foundation.close);
    const log = foundation.log.sealed;
    const perSecond = (ms: number) => (size * MS_PER_SECOND) / ms;

    const table = compileDocumentSchemas(foldTable);
    const head = await log.head();
    const reading = await timed(() => log.readAll('0000000000000000', size));
    const events = reading.value;
    const build = createGenerationBuild(table, memoryTarget(), NO_LIVE);
    const folding = await timed(async () => {
      for (let at = 0; at < events.length; at += STRETCH_EVENTS) {
        const stretch = events.slice(at, at + STRETCH_EVENTS);
        build.fold(stretch, stretch.at(-1)?.position ?? '');
      }
    });
    const whole = await timed(() =>
      foldUpTo(
        foldedLog(log, table),
        createGenerationBuild(table, memoryTarget(), NO_LIVE),
        head,
        STRETCH_EVENTS,
        () => undefined,
      ),
    );

    return [
      row('rebuild, folded in memory', perSecond(folding.ms), 'events/s', { goal: atLeast(100_000) }),
      row('rebuild, read and folded in memory', perSecond(whole.ms), 'events/s'),
      row('log, read with personal data sealed', perSecond(reading.ms), 'events/s'),
      row('rebuild, persisted, median', perSecond(quantile(persisting, 0.5)), 'events/s', {
        limit: perSecond(quantile(raw, 0.5)),
        goal: atLeast(40_000),
      }),
      row('rebuild, persisted, fastest', perSecond(Math.min(...persisting)), 'events/s'),
    ];
  },
};

function memoryTarget() {
  return { ...createDocumentSet(collections.values()), scan: () => [] };
}
