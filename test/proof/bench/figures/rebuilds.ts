import { systemClock } from '#projections/engine/clock.ts';
import { createGenerationBuild, foldedLog, foldUpTo } from '#projections/engine/generationBuild.ts';
import { prepare } from '#projections/engine/rebuild.ts';
import { createDocumentSet } from '#projections/kernel/documentSet.ts';
import { collections, foldTable } from '#projections/registry.ts';
import { compileDocumentSchemas } from '#server/kernel/compiledSchemas.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { atLeast, type Figure, row } from '../figure.ts';
import { NO_MAIL } from '../noMail.ts';
import { timed } from '../statistics.ts';

const STRETCH_EVENTS = 2_000;
const MS_PER_SECOND = 1_000;
const NO_LIVE = { get: () => undefined, scan: () => [], checkpoint: () => '', changedAfter: () => [] };

/** Rebuilds of the read models: the folds alone in memory, the same with reading, and to the disk. */
export const rebuilds: Figure = {
  name: 'rebuilds',
  from: 'quick',
  async measure(benchData) {
    const size = benchData.pick({ quick: 10_000, default: 100_000, full: 100_000 });
    const { dataDir } = await benchData.community(size);
    const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
    benchData.after(foundation.close);
    const log = foundation.log.sealed;
    const eras = await foundation.store.eras();
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

    const { readStore: store, builder } = await foundation.stores.openReadModels();
    benchData.after(() => store.close());
    const projector = { exclusively: async (work: (position: string) => Promise<unknown>) => void (await work('')) };
    const persisting = await timed(() => prepare({ builder, log, store, projector, eras, clock: systemClock }));
    return [
      row('rebuild, folded in memory', perSecond(folding.ms), 'events/s', { goal: atLeast(100_000) }),
      row('rebuild, read and folded in memory', perSecond(whole.ms), 'events/s'),
      row('log, read with personal data sealed', perSecond(reading.ms), 'events/s'),
      row('rebuild, persisted', perSecond(persisting.ms), 'events/s', { goal: atLeast(40_000) }),
    ];
  },
};

function memoryTarget() {
  return { ...createDocumentSet(collections.values()), scan: () => [] };
}
