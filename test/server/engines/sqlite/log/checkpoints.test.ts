import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BUSY_TIMEOUT_MS, openDatabase } from '#server/engines/sqlite/database.ts';
import { createCheckpoints } from '#server/engines/sqlite/log/checkpoints.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { EVENT_LOG } from '#server/engines/sqlite/log/tables.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';

/** Events after which a checkpoint is made. */
const CHECKPOINT_EVENTS = 500;
/** Milliseconds of commits after which a checkpoint has begun, on a busy machine too. */
const WATCHED_MS = 2_000;

/** A disk that takes its time: each checkpoint runs until it is ended. */
function slowDisk() {
  const running: { resolve(): void; reject(error: Error): void }[] = [];
  const checkpoint = () =>
    new Promise<void>((resolve, reject) => {
      running.push({ resolve, reject });
    });
  return { running, checkpoint };
}

describe('checkpoints beside the writer', () => {
  it('are made every so many events', async () => {
    const { running, checkpoint } = slowDisk();
    const checkpoints = createCheckpoints(checkpoint);
    checkpoints.committed(499);
    expect(running).toHaveLength(0);
    checkpoints.committed(1);
    expect(running).toHaveLength(1);
    running[0]?.resolve();
    await checkpoints.idle();
    checkpoints.committed(499);
    expect(running).toHaveLength(1);
  });

  it('are made one at a time', async () => {
    const { running, checkpoint } = slowDisk();
    const checkpoints = createCheckpoints(checkpoint);
    for (let n = 0; n < 10; n += 1) checkpoints.committed(500);
    expect(running).toHaveLength(1);
    running[0]?.resolve();
    await checkpoints.idle();
    checkpoints.committed(1);
    expect(running).toHaveLength(2);
    running[1]?.resolve();
    await checkpoints.idle();
  });

  it('are tried again after one that failed', async () => {
    const { running, checkpoint } = slowDisk();
    const checkpoints = createCheckpoints(checkpoint);
    checkpoints.committed(500);
    running[0]?.reject(new Error('disk'));
    await checkpoints.idle();
    checkpoints.committed(500);
    expect(running).toHaveLength(2);
    running[1]?.resolve();
    await checkpoints.idle();
  });

  it('hold up no commit while somebody reads the log for long', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quad-checkpoints-'));
    const file = join(folder, 'events.db');
    const store = await openSqliteEventStore(file, { soleWriter: true });
    const append = async (events: number) => store.append(sampleStream(), NO_STREAM, sampleEvents(events));
    const reader = openDatabase(file, EVENT_LOG, true);
    try {
      await append(1);
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM events').get();
      // Enough for a checkpoint, whose thread starts beside the commits that follow.
      await append(CHECKPOINT_EVENTS);
      let longest = 0;
      for (const end = performance.now() + WATCHED_MS; performance.now() < end; ) {
        const begun = performance.now();
        await append(1);
        longest = Math.max(longest, performance.now() - begun);
      }
      expect(longest).toBeLessThan(BUSY_TIMEOUT_MS / 2);
    } finally {
      reader.close();
      await store.close();
      rmSync(folder, { recursive: true });
    }
  });
});
