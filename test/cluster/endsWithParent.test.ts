import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

/** Starts a server that would run for ever, as `cluster.ts` does, and says so. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const server = 'console.log("runs"); setInterval(() => undefined, 1000)';
  spawn(process.execPath, ['--import', process.argv[1], '--eval', server], { stdio: ['pipe', 'inherit', 'inherit'] });
`;

it('ends a server whose parent was killed, and so could not end it', async () => {
  const preload = join(import.meta.dirname, 'endsWithParent.ts');
  const parent = spawn(process.execPath, ['--eval', PARENT, preload], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Both write to this pipe: it is closed when the second of them has ended.
  const ended = Promise.all([once(parent.stdout, 'close'), once(parent, 'exit')]);
  await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  await ended;
  expect(parent.signalCode).toBe('SIGKILL');
});
