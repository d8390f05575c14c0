import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '#scripts/demo/people.ts';
import { type TemporaryFolder, temporaryFolder } from './support/storyFolder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

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

  it('makes the demo campus in a new folder and offers two of its people as logins, and a moderator', async () => {
    const printed = await start();
    expect(printed).toContain(DEMO_PASSWORD);
    expect(printed.match(/^ {2}\S+@ou\.edu/gm)).toHaveLength(3);
    expect(printed.match(/, moderator$/gm)).toHaveLength(1);
    expect(printed).toContain('sofia.petrova');
  });
});
