import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { readEvents } from '#scripts/cli/events.ts';
import { DEMO_PASSWORD } from '#scripts/demo/people.ts';
import {
  collect,
  playSmallStory,
  type TemporaryFolder,
  temporaryFolder,
  withFoundation,
} from './support/storyFolder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Exit code when the address cannot be had. */
const LISTEN_FAILED = 4;

let folder: TemporaryFolder;
let server: ChildProcess | null = null;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  server?.kill('SIGKILL');
  folder.remove();
});

/** Runs the script of `npm start`, and returns its output until it is ready. */
async function start(...flags: readonly string[]): Promise<string> {
  const { NODE_ENV: _ofJest, ...environment } = process.env;
  server = spawn(process.execPath, [join(ROOT, 'scripts', 'start.ts'), ...flags], {
    cwd: ROOT,
    env: { ...environment, PORT: '0', DATA_DIR: folder.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  if (server.stdout === null) throw new Error('Nothing can be read from the server.');
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line);
    if (line.startsWith('Stop with')) break;
  }
  return lines.join('\n');
}

/** Runs the script of `npm start` on a port until it ends by itself. */
async function ending(port: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const { NODE_ENV: _ofJest, ...environment } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.ts')], {
    cwd: ROOT,
    env: { ...environment, PORT: port, HOST: '127.0.0.1', DATA_DIR: folder.path },
  });
  server = child;
  const ended = once(child, 'exit');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: stdout + stderr };
}

/** Milliseconds in which the demo campus is made on a busy machine. */
const DEMO_MS = 240_000;

describe('npm start', () => {
  it('prints where the site and the mailbox are, serves, and ends well', async () => {
    const printed = await start('--empty');
    const site = /http:\/\/localhost:(\d+)$/m.exec(printed);
    expect(printed).toContain('/dev/mail');
    expect((await fetch(`http://127.0.0.1:${site?.[1]}/health/ready`)).status).toBe(200);

    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server?.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('offers no demo logins where there is no demo campus', async () => {
    expect(await start('--empty')).not.toContain(DEMO_PASSWORD);
  });

  it('makes no demo campus before it is sure of its port', async () => {
    const taken = createServer();
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, output } = await ending(String(port));
    taken.close();
    expect([code, output]).toEqual([LISTEN_FAILED, expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`)]);
    expect(output).not.toContain('demo campus');
    // Nothing was made: the next start is the first one.
    const begun = await withFoundation(folder.path, ({ store }) => store.head());
    expect(begun).toBe(START);
  });

  it('adds no demo campus to a folder that somebody has filled', async () => {
    await playSmallStory(folder.path);
    const filled = await withFoundation(folder.path, ({ log }) => collect(readEvents(log, START)));
    const printed = await start();
    expect(printed).not.toContain('demo campus');
    expect(printed).not.toContain(DEMO_PASSWORD);
    server?.kill('SIGKILL');
    await once(server as ChildProcess, 'exit');
    const now = await withFoundation(folder.path, ({ log }) => collect(readEvents(log, START)));
    // The process may have done its own work, but nobody has joined.
    const joined = (events: typeof filled) => events.filter(({ type }) => type === 'UserRegistered').length;
    expect(joined(now)).toBe(joined(filled));
  });

  // It draws some ninety pictures: on a busy machine that takes minutes.
  it(
    'makes the demo campus in a new folder and offers two of its people as logins, and a moderator',
    async () => {
      const printed = await start();
      expect(printed).toContain(DEMO_PASSWORD);
      expect(printed.match(/^ {2}\S+@ou\.edu/gm)).toHaveLength(3);
      expect(printed.match(/, moderator$/gm)).toHaveLength(1);
      expect(printed).toContain('sofia.petrova');
    },
    DEMO_MS,
  );
});
