import { BuildRunning } from '#projections/engine/generationBuilder.ts';
import { LiveSwapped, type Prepared } from '#projections/engine/preparing.ts';
import { createBuildBar } from './build.ts';
import { CliFailure } from './failure.ts';
import { requireDataFolder } from './openLog.ts';

/**
 * Builds this release's read models beside those of another release that runs on the data folder.
 *
 * @throws CliFailure another process prepares there, or the running server has swapped its read models meanwhile
 * @throws UnknownEvent the log is of a newer release
 */
export async function prepareRelease(dataDir: string): Promise<Prepared> {
  const stores = requireDataFolder(dataDir);
  const bar = createBuildBar();
  const startedAt = performance.now();
  let folded = 0;
  try {
    return await stores.prepare({
      onEvents(events, done, total) {
        folded += events;
        const seconds = (performance.now() - startedAt) / 1_000;
        bar.update(done, total, { rate: Math.round(folded / seconds) });
      },
    });
  } catch (error) {
    if (error instanceof BuildRunning)
      throw new CliFailure('Another process is preparing read models there. Wait until it has ended.');
    if (error instanceof LiveSwapped) throw new CliFailure(error.message);
    throw error;
  } finally {
    bar.stop();
  }
}
