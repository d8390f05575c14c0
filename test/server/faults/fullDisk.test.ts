import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually as look } from '#test/e2e/harness/eventually.ts';
import { leaveNoRoom, ROOM_VARIABLE } from '../../proof/faults/smallDisk/room.ts';
import { METRICS } from '../support/metricsToken.ts';
import { picture } from '../support/pictures.ts';
import { type NotStarted, type ServerProcess, startServerProcess } from '../support/serverProcess.ts';
import { PASSWORD, postIdOf, type Student, signUpMember, written } from '../support/student.ts';

const PRELOAD = [join(import.meta.dirname, '../../proof/faults/smallDisk/preload.ts')];

let root: string;
let controlFile: string;
let server: ServerProcess;
let ada: Student;

const start = (): Promise<ServerProcess> =>
  startServerProcess({ dataDir: join(root, 'data'), environment: { [ROOM_VARIABLE]: controlFile }, preload: PRELOAD });
const noRoomFor = (...words: readonly string[]) => leaveNoRoom(controlFile, words);
const eventually = (holds: () => Promise<boolean>) =>
  look('the server says so', async () => (await holds()) || undefined);
const ready = async () => (await server.browser().ask('GET', '/health/ready')).json;
const metric = async (part: string) =>
  new RegExp(`^quad_ready\\{part="${part}"\\} (\\d)$`, 'm').exec(
    (await server.browser().ask('GET', '/metrics', METRICS)).text,
  )?.[1];
const post = (id: string) => ada.give('CreatePost', { text: written(`Post ${id}.`), media: [], category: 'all' }, id);
const feed = async (notBefore = '') => ada.ask('GET', `/api/topics/feed:ou${notBefore && `?notBefore=${notBefore}`}`);
const postsIn = (answer: { json: { documents: { key: string }[] } }) => answer.json.documents.map(({ key }) => key);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quad-full-'));
  controlFile = join(root, 'no-room');
  noRoomFor();
  server = await start();
  ada = await signUpMember(server, 'ada', await picture(40, 40));
});
afterAll(async () => {
  await server.end();
  await rm(root, { recursive: true, force: true });
});

it('[P6] [P7] a full disk under the event log: commands are answered "try again", readiness gives the reason, nothing is lost', async () => {
  const before = await post(randomUUID());
  noRoomFor('events.db');
  const id = randomUUID();
  const refused = await ada.ask('POST', '/api/commands', {
    body: {
      id,
      actor: ada.userId,
      type: 'CreatePost',
      version: 1,
      data: { text: written('x'), media: [], category: 'all' },
    },
  });
  expect([refused.status, refused.json.error.code, refused.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2']);
  const said = await ready();
  expect(said.ready).toBe(false);
  expect(said.parts.log).toMatch(/^There is no room to write .*events\.db .*Free some space on the disk\.$/);
  expect([await metric('log'), await metric('media')]).toEqual(['0', '1']);
  // Reads still work.
  expect((await feed(before.position)).status).toBe(200);

  noRoomFor();
  await eventually(async () => (await ready()).ready);
  const data = { text: written('x'), media: [], category: 'all' };
  const given = await ada.give('CreatePost', data, id);
  expect(given.ok).toBe(true);
  // The position right after the last acknowledged one: the refused try has left nothing.
  expect(Number(given.position)).toBe(Number(before.position) + 1);
  expect(postsIn(await feed(given.position))).toContain(postIdOf(ada, id));
});

it('[P7] a full disk under the vault: nobody is let in by half, who is in goes on', async () => {
  noRoomFor('vault.db');
  const login = { email: ada.email, password: PASSWORD };
  const refused = await server.browser().ask('POST', '/api/session', { body: login });
  expect([refused.status, refused.json.error.code, refused.headers['set-cookie']]).toEqual([
    503,
    'TRY_AGAIN',
    undefined,
  ]);
  const said = await ready();
  expect([said.ready, said.parts.log]).toEqual([false, 'ready']);
  expect(said.parts.vault).toMatch(/no room to write .*vault\.db/);
  expect((await post(randomUUID())).ok).toBe(true);
  // Reactors can't save their checkpoints; they wait and retry.
  await eventually(async () => /vault\.db/.test((await ready()).parts['reactor:cascade']));

  noRoomFor();
  await eventually(async () => (await ready()).ready);
  expect((await server.browser().ask('POST', '/api/session', { body: login })).status).toBe(200);
});

it('[P1] [P4] a full disk under the read models: commands are kept, and published once there is room again', async () => {
  noRoomFor('read-models');
  const id = randomUUID();
  const { ok, position } = await post(id);
  expect(ok).toBe(true);
  await eventually(async () => /no room to write .*read-models/.test((await ready()).parts.projector));
  // Earlier data can be read; a reader of newer data waits, and is not answered "not found".
  expect((await feed()).status).toBe(200);
  const newer = feed(position);

  noRoomFor();
  expect(postsIn(await newer)).toContain(postIdOf(ada, id));
  await eventually(async () => (await ready()).ready);
});

it('[P7] a full disk under the pictures: an upload is answered "try again", the rest goes on', async () => {
  noRoomFor('media');
  const id = randomUUID();
  const upload = async () => ada.ask('PUT', `/api/uploads/posts/${postIdOf(ada, id)}`, { raw: await picture(30, 30) });
  const refused = await upload();
  expect([refused.status, refused.json.error.code]).toEqual([503, 'UNAVAILABLE']);
  const said = await ready();
  expect([said.ready, said.parts.log, said.parts.vault]).toEqual([false, 'ready', 'ready']);
  expect(said.parts.media).toMatch(/^The media folder .* takes no files \(ENOSPC\)\. Free some space on the disk\.$/);
  expect((await post(randomUUID())).ok).toBe(true);

  noRoomFor();
  await eventually(async () => (await ready()).ready);
  const again = await upload();
  expect(again.status).toBe(200);
  const image = await ada.ask('GET', `/images/posts/${postIdOf(ada, id)}/${again.json.media.name}`);
  expect([image.status, image.headers['content-type']]).toEqual([200, 'image/webp']);
});

it('[P1] everything that was acknowledged between full disks is there after a kill and a new start', async () => {
  const acknowledged = postsIn(await feed());
  noRoomFor('events.db', 'vault.db', 'read-models', 'media');
  expect((await post(randomUUID())).error.code).toBe('UNAVAILABLE');
  await server.end('SIGKILL');
  // A start without disk space ends cleanly, and names the remedy.
  noRoomFor('data/');
  const failed = await start().then(
    () => null,
    (error: NotStarted) => error,
  );
  expect([failed?.code, failed?.message.trim()]).toEqual([
    3,
    expect.stringMatching(/^There is no room to write .*Free some space on the disk, then start Quad again\.$/),
  ]);
  noRoomFor();
  server = await start();
  const again = await server.browser().ask('GET', '/health/ready');
  expect(again.status).toBe(200);
  const after = await server.browser().ask('GET', '/api/topics/feed:ou');
  expect(postsIn(after)).toEqual(acknowledged);
});
