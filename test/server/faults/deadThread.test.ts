import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startServerProcess } from '../support/serverProcess.ts';
import { eventually, signUpConfirmed } from '../support/student.ts';

const PRELOAD = [join(import.meta.dirname, 'killThread.ts')];
/** Threads that a server has at rest, by patterns of their names. */
const THREADS = [
  'events.db .writer',
  'events.db .reader',
  'vault.db',
  'read models .*writer',
  'read models .*reader',
] as const;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-thread-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a thread of a store that ends by itself', () => {
  it.each(THREADS)('ends the process, which says so (%s), and the next one has everything', async (name) => {
    const dataDir = join(folder, 'data');
    const environment = { KILL_THREAD: name, LOG_LEVEL: 'error' };
    const server = await startServerProcess({ dataDir, preload: PRELOAD, environment });
    await signUpConfirmed(server, 'ada');
    process.kill(server.pid, 'SIGUSR2');
    await eventually(async () => server.ended());
    const { code, output } = await server.end();
    expect(code).toBe(1);
    expect(output).toMatch(/The server ended because of an error: The thread of .* has ended\./);

    const again = await startServerProcess({ dataDir });
    try {
      const ready = await again.browser().ask('GET', '/health/ready');
      expect(ready.status).toBe(200);
      const person = await again.browser().ask('GET', '/api/people/by-username/adalovelace');
      expect(person.status).toBe(200);
    } finally {
      await again.end();
    }
  });
});
