import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ordersFor } from './namedServer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-orders-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Three commands that write down that they were given. */
const orders = () => ({
  MONGO_URL: 'mongodb://127.0.0.1:27017/?replicaSet=rs0',
  MONGO_STOP: `echo stopped >> "${join(folder, 'said')}"`,
  MONGO_KILL: `echo killed >> "${join(folder, 'said')}"`,
  MONGO_START: `echo started >> "${join(folder, 'said')}" && echo well`,
});

describe('a server that variables name', () => {
  it('is ended and started by the three commands, one after another', async () => {
    const engine = ordersFor('MONGO', orders());
    await engine?.stop();
    await engine?.restart();
    await engine?.kill();
    expect(readFileSync(join(folder, 'said'), 'utf8').split(/\s+/)).toEqual(['stopped', 'started', 'killed', '']);
  });

  it('has no orders without commands; a command that fails says so', async () => {
    const { MONGO_URL } = orders();
    expect(ordersFor('MONGO', { MONGO_URL })).toBeNull();
    expect(ordersFor('TYPESENSE', orders())).toBeNull();
    const engine = ordersFor('MONGO', { ...orders(), MONGO_KILL: 'echo no such container >&2; exit 1' });
    await expect(engine?.kill()).rejects.toThrow('no such container');
  });

  it.each(['MONGO_URL', 'MONGO_STOP', 'MONGO_KILL', 'MONGO_START'])('is refused without %s', (name) => {
    expect(() => ordersFor('MONGO', { ...orders(), [name]: '' })).toThrow(name);
  });
});
