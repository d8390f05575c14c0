import { describe, expect, it } from '@jest/globals';
import { createCheckpoints } from '#server/engines/sqlite/log/checkpoints.ts';

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
});
