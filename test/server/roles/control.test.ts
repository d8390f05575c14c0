import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '#server/observability/logging.ts';
import { ControlFailed, callControl, openControl } from '#server/roles/control.ts';

const closers: (() => Promise<void>)[] = [];
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of [...closers.splice(0), ...cleanUps.splice(0)]) await close();
});

async function open(subfolder = '') {
  const folder = await mkdtemp(join(tmpdir(), 'quad-control-'));
  const dataDir = join(folder, subfolder);
  await mkdir(dataDir, { recursive: true });
  cleanUps.push(() => rm(folder, { recursive: true }));
  const control = await openControl({
    dataDir,
    logger: silentLogger,
    verbs: {
      echo: async (args) => args,
      count: async (_args, report) => {
        for (const n of [1, 2, 3]) report({ n });
        return 'counted';
      },
      fail: async () => {
        throw new Error('The disk is full.');
      },
    },
  });
  closers.push(() => control.close());
  return control;
}

describe('orders of the command line', () => {
  it('are answered', async () => {
    const address = await open();
    expect(await callControl(address, 'echo', { a: [1, 'ä'] })).toEqual({ a: [1, 'ä'] });
    expect(await callControl(address, 'echo', undefined)).toBeNull();
  });

  it('tell of their progress', async () => {
    const progress: unknown[] = [];
    expect(await callControl(await open(), 'count', null, (step) => progress.push(step))).toBe('counted');
    expect(progress).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('say why they failed', async () => {
    const address = await open();
    await expect(callControl(address, 'fail', null)).rejects.toThrow('The disk is full.');
    await expect(callControl(address, 'constructor', null)).rejects.toThrow('The server knows no order constructor.');
  });

  it('are refused without the token', async () => {
    const { socket } = await open();
    for (const token of ['', 'x'.repeat(43), 'é'.repeat(43)]) {
      await expect(callControl({ socket, token }, 'echo', null)).rejects.toThrow('The order was refused.');
    }
  });

  it.each(['nonsense\n', '{}\n', '[]\n', 'x'.repeat(20_000)])('survive nonsense', async (text) => {
    const address = await open();
    await new Promise<void>((resolve) => {
      const socket = connect(address.socket, () => socket.write(text));
      socket
        .on('close', () => resolve())
        .on('error', () => undefined)
        .resume();
    });
    expect(await callControl(address, 'echo', 1)).toBe(1);
  });

  it('are taken also where the path of the data folder is too long for a socket', async () => {
    const address = await open('x'.repeat(120));
    expect(address.socket).not.toContain('xxx');
    expect(await callControl(address, 'echo', 1)).toBe(1);
  });

  it('say that there is no server', async () => {
    const address = await open();
    await closers.pop()?.();
    await expect(callControl(address, 'echo', null)).rejects.toBeInstanceOf(ControlFailed);
  });
});
