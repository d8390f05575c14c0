import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { projections } from '#projections/registry.ts';
import { CliFailure, EXIT } from '#scripts/cli/failure.ts';
import { runErase } from '#scripts/erase.ts';
import { runLog } from '#scripts/log.ts';
import { runModerator } from '#scripts/moderator.ts';
import { runProjections, runRetry } from '#scripts/projections.ts';
import { runRebuild } from '#scripts/rebuild.ts';
import { runVerify } from '#scripts/verify.ts';
import { readConfig } from '#server/config.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type RunningServer, startServer } from '#server/roles/server.ts';
import { recordingIo } from '../support/recordingIo.ts';
import {
  copyOf,
  playSmallStory,
  type TemporaryFolder,
  temporaryFolder,
  withFoundation,
} from '../support/storyFolder.ts';

/** Changes the read models behind everybody's back. */
function tamper(path: string, statement: string): void {
  const [file] = readdirSync(join(path, 'read-models'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /generation-[0-9a-f]+\.db$/.test(name),
  );
  const db = new DatabaseSync(join(path, 'read-models', file ?? ''));
  db.exec(statement);
  db.close();
}

async function someUser(data: string): Promise<string> {
  const io = recordingIo();
  await runLog({ data, json: true, type: ['UserRegistered'], limit: 1 }, io);
  return (JSON.parse(io.printed[0] ?? '') as { data: { userId: string } }).data.userId;
}

describe('orders without a server', () => {
  let prepared: TemporaryFolder;
  let folder: TemporaryFolder;
  let data: string;

  beforeAll(async () => {
    prepared = temporaryFolder();
    await playSmallStory(prepared.path);
    await runRebuild({ data: prepared.path }, recordingIo());
  });
  afterAll(() => prepared.remove());
  beforeEach(() => {
    folder = copyOf(prepared);
    data = folder.path;
  });
  afterEach(() => folder.remove());

  it('says where the read models stand', async () => {
    const io = recordingIo();
    expect(await runProjections({ data, json: true }, io)).toBe(EXIT.ok);
    const status = JSON.parse(io.printed[0] ?? '') as Record<string, unknown>;
    expect(status).toMatchObject({ state: 'idle', parked: [], position: status.head });
    const text = recordingIo();
    await runProjections({ data }, text);
    expect(text.printed).toContain('lag         0 events');
    const at = String(status.position);
    const lines = text.printed.filter((line) => line.startsWith('projection '));
    expect(lines).toHaveLength(projections.length);
    for (const line of lines)
      expect(line).toMatch(new RegExp(`version \\d+, generation \\d+\\.\\S+, at ${at}, lag 0, parked 0$`));
  });

  it('finds documents that differ from the log, corrects them, and finds nothing more', async () => {
    expect(await runVerify({ data }, recordingIo())).toBe(EXIT.ok);
    tamper(data, `UPDATE documents_authorCounters SET doc = json_set(doc, '$.posts', 99)`);

    const found = recordingIo();
    expect(await runVerify({ data }, found)).toBe(EXIT.finding);
    expect(found.printed.length).toBeGreaterThan(0);
    for (const line of found.printed) expect(line).toMatch(/^authorCounters \S+: fields \(posts\)$/);
    const forMachines = recordingIo();
    expect(await runVerify({ data, json: true }, forMachines)).toBe(EXIT.finding);
    expect(forMachines.printed).toHaveLength(1);
    const { events, differences, parked } = JSON.parse(forMachines.printed[0] ?? '');
    expect({ events: events > 0, differences: differences.length, parked }).toEqual({
      events: true,
      differences: found.printed.length,
      parked: [],
    });
    expect(differences[0]).toMatchObject({ collection: 'authorCounters', kind: 'fields', fields: ['posts'] });

    const rebuilt = recordingIo();
    expect(await runRebuild({ data, json: true }, rebuilt)).toBe(EXIT.ok);
    expect(rebuilt.printed.map((line) => JSON.parse(line).differences.length)).toEqual([found.printed.length]);
    expect(rebuilt.reported.at(-1)).toContain(`${found.printed.length} documents corrected`);
    expect(await runVerify({ data }, recordingIo())).toBe(EXIT.ok);
  });

  it('rebuilds one projection alone, and none that there is not', async () => {
    tamper(data, `UPDATE documents_authorCounters SET doc = json_set(doc, '$.posts', 99)`);
    expect(await runRebuild({ data }, recordingIo(), 'save')).toBe(EXIT.ok);
    expect(await runVerify({ data }, recordingIo())).toBe(EXIT.finding);
    expect(await runRebuild({ data }, recordingIo(), 'user')).toBe(EXIT.ok);
    expect(await runVerify({ data }, recordingIo())).toBe(EXIT.ok);
    await expect(runRebuild({ data }, recordingIo(), 'nothing')).rejects.toThrow('There is no projection nothing.');
  });

  it('says when there is nothing to prepare', async () => {
    const io = recordingIo();
    expect(await runRebuild({ data, prepare: true }, io)).toBe(EXIT.ok);
    expect(io.reported.at(-1)).toContain('Nothing to prepare');
    const forMachines = recordingIo();
    expect(await runRebuild({ data, prepare: true, json: true }, forMachines)).toBe(EXIT.ok);
    expect(forMachines.printed.map((line) => JSON.parse(line))).toEqual([{ kind: 'unchanged' }]);
    await expect(runRebuild({ data, prepare: true }, recordingIo(), 'post')).rejects.toMatchObject({
      exitCode: EXIT.usage,
    });
  });

  it('refuses a retry of nothing in particular, and says when a document is not parked', async () => {
    await expect(runRetry(undefined, undefined, { data }, recordingIo())).rejects.toMatchObject({
      exitCode: EXIT.usage,
    });
    await expect(runRetry('posts', 'x', { data, all: true }, recordingIo())).rejects.toMatchObject({
      exitCode: EXIT.usage,
    });
    expect(await runRetry('posts', 'x', { data }, recordingIo())).toBe(EXIT.finding);
    expect(await runRetry(undefined, undefined, { data, all: true }, recordingIo())).toBe(EXIT.ok);
  });

  it('folds a parked document again', async () => {
    tamper(
      data,
      `INSERT INTO parked SELECT 'authorCounters', key, position, 'it was parked' FROM documents_authorCounters LIMIT 1`,
    );
    const io = recordingIo();
    expect(await runProjections({ data, json: true }, io)).toBe(EXIT.finding);
    const [parked] = (JSON.parse(io.printed[0] ?? '') as { parked: { collection: string; key: string }[] }).parked;
    expect(await runRetry(parked?.collection, parked?.key, { data }, recordingIo())).toBe(EXIT.ok);
    expect(await runProjections({ data }, recordingIo())).toBe(EXIT.ok);
  });

  it('erases a person: the log can not be read any more, the read models hold nothing', async () => {
    const userId = await someUser(data);
    await runErase(userId, { data, yes: true }, recordingIo());
    await runErase(userId, { data, yes: true }, recordingIo());

    const io = recordingIo();
    await runLog({ data, stream: `user-${userId}`, personal: true, json: true }, io);
    expect(io.printed.join('\n')).toContain('"email":null');
    expect(await runVerify({ data }, recordingIo())).toBe(EXIT.ok);
    await withFoundation(data, async ({ vault, media }) => {
      expect(await vault.credentials.find(userId)).toBeNull();
      expect((await media.list()).filter(({ owner }) => owner === userId)).toEqual([]);
    });
  });

  it('erases nobody without a yes', async () => {
    const userId = await someUser(data);
    await expect(runErase(userId, { data }, recordingIo())).rejects.toMatchObject({ exitCode: EXIT.usage });
    await withFoundation(data, async ({ vault }) => expect(await vault.credentials.find(userId)).not.toBeNull());
    await runErase(userId, { data }, recordingIo({ answer: true }));
    await withFoundation(data, async ({ vault }) => expect(await vault.credentials.find(userId)).toBeNull());
  });

  it('makes a person a moderator by the e-mail address, and takes the role back', async () => {
    const roleOf = async (userId: string) => {
      const io = recordingIo();
      await runLog({ data, json: true, stream: `user-${userId}` }, io);
      const types = io.printed.map((line) => (JSON.parse(line) as { type: string }).type);
      return types.filter((type) => type.startsWith('Moderator'));
    };
    const shown = recordingIo();
    await runLog({ data, json: true, personal: true, type: ['UserRegistered'], limit: 1 }, shown);
    const { userId, email } = (JSON.parse(shown.printed[0] ?? '') as { data: { userId: string; email: string } }).data;
    await runModerator(email.toUpperCase(), { data }, recordingIo());
    await runModerator(email, { data }, recordingIo());
    expect(await roleOf(userId)).toEqual(['ModeratorAppointed']);
    await runModerator(email, { data, remove: true }, recordingIo());
    expect(await roleOf(userId)).toEqual(['ModeratorAppointed', 'ModeratorDismissed']);
    await expect(runModerator('nobody@ou.edu', { data }, recordingIo())).rejects.toThrow('Nobody has an account');
  });

  it('says that there is no such person', async () => {
    const nobody = '0b4d4b8e-6c5a-4c7e-9a63-3f3f8f1f2a10';
    await expect(runErase(nobody, { data, yes: true }, recordingIo())).rejects.toThrow('That account does not exist.');
  });

  it('names the process that has the folder', async () => {
    await withFoundation(data, async () => {
      const held = runVerify({ data }, recordingIo());
      await expect(held).rejects.toThrow(CliFailure);
      await expect(held).rejects.toThrow(new RegExp(`Process ${process.pid} \\(test\\)`));
    });
  });
});

describe('orders to a running server', () => {
  let folder: TemporaryFolder;
  let data: string;
  let server: RunningServer;

  beforeAll(async () => {
    folder = temporaryFolder();
    data = folder.path;
    await playSmallStory(data);
    const config = readConfig({ PORT: '0', DATA_DIR: data, QUAD_ENV: 'development' }, ['--empty']);
    server = await startServer(config, { logger: silentLogger });
  });
  afterAll(async () => {
    await server.close();
    folder.remove();
  });

  it('are carried out by it, while it serves', async () => {
    const io = recordingIo();
    await runProjections({ data, json: true }, io);
    expect(JSON.parse(io.printed[0] ?? '')).toMatchObject({ state: 'running', parked: [] });
    expect(await runVerify({ data }, recordingIo())).toBe(EXIT.ok);
    expect(await runRebuild({ data }, recordingIo())).toBe(EXIT.ok);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });

  it('leave the log to be read beside it', async () => {
    const io = recordingIo();
    await runLog({ data, limit: 1 }, io);
    expect(io.printed).toHaveLength(1);
  });

  it('erase a person', async () => {
    const userId = await someUser(data);
    await runErase(userId, { data, yes: true }, recordingIo());
    const io = recordingIo();
    await runLog({ data, stream: `user-${userId}`, type: ['SubjectErased'] }, io);
    expect(io.printed).toHaveLength(1);
  });
});
