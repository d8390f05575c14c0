import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventId } from '#domain/kernel/ids.ts';
import { EXIT } from '#scripts/cli/failure.ts';
import { runProjections } from '#scripts/projections.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { callControl } from '#server/roles/control.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { recordingIo } from '#test/scripts/support/recordingIo.ts';
import { controlOf } from '../support/control.ts';
import { METRICS } from '../support/metricsToken.ts';
import { picture } from '../support/pictures.ts';
import { eventually, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const NO_MAIL = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;

let dataDir: string;
let server: TestServer;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quad-strange-'));
  server = await testServer({ dataDir });
});
afterEach(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Puts an event into the log that no command could have made, and starts the server again. */
async function restartWith(stream: string, type: string, data: unknown): Promise<void> {
  await server.close();
  const foundation = await openFoundation({ ...NO_MAIL, dataDir });
  const commandId = randomUUID();
  const meta = {
    commandId,
    commandHash: '0'.repeat(64),
    actor: 'test',
    campus: 'ou',
    at: new Date().toISOString(),
    causedBy: null,
  };
  await foundation.store.append(stream, NO_STREAM, [{ id: eventId(commandId, 0), type, version: 1, data, meta }]);
  await foundation.close();
  server = await testServer({ dataDir });
}

const ready = async () => (await server.browser().ask('GET', '/health/ready')).json;

it('[P4] a poison event parks the documents that it touches, by name and with the error; everything else goes on', async () => {
  const ada = await signUpMember(server, 'ada', await picture(20, 20));
  const post = await write(ada, 'Poisoned.');
  const other = await write(ada, 'Sound.');
  // A save that is taken back and never was: the counter would fall below zero.
  const save = { postId: post, userId: ada.userId, campus: 'ou', author: ada.userId };
  await restartWith(`save-${post}-${randomUUID()}`, 'PostUnsaved', save);

  expect((await ready()).ready).toBe(true);
  const { parked } = (await callControl(await controlOf(dataDir), 'projections', null)) as {
    parked: readonly { collection: string; key: string; error: string }[];
  };
  expect(parked).toMatchObject([{ collection: 'postCounters', key: post, error: expect.stringContaining('saves') }]);
  const metrics = (await server.browser().ask('GET', '/metrics', METRICS)).text;
  expect(metrics).toMatch(/^quad_projector_parked_documents 1$/m);

  const again = { ...server.browser(), userId: ada.userId };
  for (const [name, value] of ada.cookies) again.cookies.set(name, value);
  const command = { id: randomUUID(), actor: ada.userId, type: 'SavePost', version: 1, data: { postId: other } };
  const { position } = (await again.ask('POST', '/api/commands', { body: command })).json;
  const feed = (await again.ask('GET', `/api/topics/feed:ou?notBefore=${position}`)).json;
  const saves = feed.documents.filter(({ collection }: { collection: string }) => collection === 'postCounters');
  expect(saves.map(({ key, doc }: { key: string; doc: { saves: number } }) => [key, doc.saves])).toContainEqual([
    other,
    1,
  ]);
  expect(feed.documents.map(({ key }: { key: string }) => key)).toContain(post);
  // The same in a rebuild: nothing is hidden by it and nothing is lost.
  const rebuilt = (await callControl(await controlOf(dataDir), 'rebuild', null)) as object;
  expect(rebuilt).toMatchObject({ differences: [], parked: [{ collection: 'postCounters', key: post }] });
});

it('[P4] an event type of a newer release stops the projector, and readiness asks for that release; nothing is skipped', async () => {
  const ada = await signUpMember(server, 'ada', await picture(20, 20));
  const post = await write(ada, 'Before.');
  await restartWith(`boost-${randomUUID()}`, 'PostBoosted', { postId: post });

  const said = await ready();
  expect([said.ready, said.parts.log]).toEqual([false, 'ready']);
  expect(said.parts.projector).toMatch(/PostBoosted.*newer release/i);
  expect((await server.browser().ask('GET', '/health/live')).status).toBe(200);
  // Documents folded before can still be read; later events are not folded past it.
  const feed = (await server.browser().ask('GET', '/api/topics/feed:ou')).json;
  expect(feed.documents.map(({ key }: { key: string }) => key)).toContain(post);
  const { position, head } = (await callControl(await controlOf(dataDir), 'projections', null)) as Record<
    string,
    string
  >;
  expect(Number(head)).toBe(Number(position) + 1);
});

it('an event of a person whose key is missing is parked; others are mailed, and the operator reads why', async () => {
  const nobody = randomUUID();
  const codeRequested = { userId: nobody, codeId: randomUUID(), purpose: 'confirm-email', campus: 'ou' };
  const email = { $sealed: Buffer.alloc(64).toString('base64') };
  await restartWith(`user-${nobody}`, 'CodeRequested', { ...codeRequested, email });

  await signUpMember(server, 'bob', await picture(20, 20));
  const { parts } = await eventually(async () => {
    const answer = await ready();
    return answer.ready && answer;
  });
  expect(parts['parked events']).toContain(`no key for the person ${nobody}`);
  expect((await server.browser().ask('GET', '/metrics', METRICS)).text).toMatch(/quad_reactors_parked_events 1\n/);
  const io = recordingIo();
  expect(await runProjections({ data: dataDir }, io)).toBe(EXIT.finding);
  const [mail, parked] = io.printed.slice(io.printed.findIndex((line) => line.startsWith('reactor     mail')));
  expect(mail).toMatch(/parked 1$/);
  expect(parked).toContain(`CodeRequested user-${nobody}@0`);
});
