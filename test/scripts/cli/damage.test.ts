import { spawnSync } from 'node:child_process';
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EXIT } from '#scripts/cli/failure.ts';
import { playSmallStory, type TemporaryFolder, temporaryFolder } from '../support/storyFolder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Bytes that are left of a torn file: more than its first page. */
const LEFT_BYTES = 5_000;

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = temporaryFolder();
  await playSmallStory(folder.path);
});
afterEach(() => folder.remove());

function quad(verb: string) {
  const { DATA_DIR: _mine, ...env } = process.env;
  const words = [join('scripts', 'quad.ts'), verb, '--data', folder.path];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8', env });
  return { status, said: stdout + stderr };
}

function tear(): void {
  const models = join(folder.path, 'read-models');
  truncateSync(join(models, readFileSync(join(models, 'current'), 'utf8').trim()), LEFT_BYTES);
}

function changeLog(sql: string): void {
  const db = new DatabaseSync(join(folder.path, 'events.db'));
  db.exec(sql);
  db.close();
}

describe('files that somebody has damaged from outside', () => {
  it('does not verify read models that are torn: nothing is left to compare; a rebuild makes them again', () => {
    expect(quad('rebuild').status).toBe(EXIT.ok);
    expect(quad('verify').status).toBe(EXIT.ok);
    tear();
    expect(quad('verify')).toEqual({
      status: EXIT.unavailable,
      said: expect.stringContaining('The read models hold nothing of this log'),
    });
    expect(quad('rebuild').status).toBe(EXIT.ok);
    expect(quad('verify')).toEqual({ status: EXIT.ok, said: expect.stringContaining(' 0 differences') });
  });

  it.each([
    ['is no JSON', `UPDATE events SET data = '{"postId":' WHERE position = 1`, 'no JSON'],
    ['is no event', `UPDATE events SET data = '{"postId":7}' WHERE position = 1`, "can't be read"],
  ])('names the event whose row %s, and changes nothing', (_what, sql, words) => {
    expect(quad('rebuild').status).toBe(EXIT.ok);
    changeLog(sql);
    for (const verb of ['verify', 'rebuild']) {
      const { status, said } = quad(verb);
      expect({ verb, status, said }).toEqual({ verb, status: EXIT.unavailable, said: expect.stringContaining(words) });
      expect(said).toContain('at position 0000000000000001');
      expect(said).not.toContain('    at ');
    }
  });
});
