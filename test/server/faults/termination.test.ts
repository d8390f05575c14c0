import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { effectiveCommandId } from '#domain/kernel/ids.ts';
import { START } from '#projections/engine/eventLog.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { readWhole } from '#test/contract/eventStoreSamples.ts';
import type { Reply } from '#test/proof/fuzz/input.ts';
import { jsonRequest } from '#test/proof/fuzz/inputs/requests.ts';
import { HttpSender } from '#test/proof/fuzz/sending/http.ts';
import { SocketSender } from '#test/proof/fuzz/sending/sockets.ts';
import { picture } from '../support/pictures.ts';
import { type ServerProcess, startServerProcess } from '../support/serverProcess.ts';
import { type Student, signUpMember, written } from '../support/student.ts';

const MEMBERS = 3;
/** Commands that each member has under way at a time, half of them over the socket. */
const LANES = 8;
/** Acknowledgements after which the server is asked to end: about half of those that the brakes allow. */
const ENOUGH = 60;
/** Milliseconds in which it has to end, on a busy machine; it cuts hanging connections after 10 s. */
const END_MS = 9_000;

let dataDir: string;
let server: ServerProcess;
const members: Student[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quad-termination-'));
  server = await startServerProcess({ dataDir });
  for (let n = 0; n < MEMBERS; n += 1) members.push(await signUpMember(server, `m${n}`, await picture(20, 20)));
});
afterAll(async () => {
  await server.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** A command with its sender's answer. */
interface AnsweredCommand {
  readonly member: Student;
  readonly id: string;
  readonly channel: 'http' | 'socket';
  readonly reply: Reply;
}

const envelopeOf = ({ userId: actor }: Student, id: string) => {
  const data = { text: written(`Post ${id}.`), media: [], category: 'all' };
  return { id, actor, type: 'CreatePost', version: 1, data };
};

/** All members send as fast as they can until no answers come any more. */
async function load(port: number, onAcknowledged: () => void): Promise<readonly AnsweredCommand[]> {
  const http = new HttpSender(port);
  const sockets = new SocketSender(port, () => undefined);
  const answered: AnsweredCommand[] = [];
  const address = '127.0.0.1';

  async function lane(member: Student, number: number): Promise<void> {
    const sender = { address, cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const channel = number % 2 === 0 ? 'http' : 'socket';
    for (;;) {
      const id = randomUUID();
      const common = { member: members.indexOf(member), address, shape: 'command' } as const;
      const payload = envelopeOf(member, id);
      const reply =
        channel === 'http'
          ? await http.send(jsonRequest('POST', '/api/commands', payload, common), sender)
          : await sockets.send({ via: 'socket', event: 'command', payload, ...common }, sender);
      answered.push({ member, id, channel, reply });
      if (reply.type === 'missing') return;
      if (positionOf(reply) !== null) onAcknowledged();
    }
  }

  const lanes = members.flatMap((member) => Array.from({ length: LANES }, (_, number) => lane(member, number)));
  await Promise.all(lanes);
  http.close();
  sockets.close();
  return answered;
}

const answerOf = (reply: Reply): { ok?: boolean; position?: string; refusal?: { code: string } } =>
  reply.type === 'message' ? (reply.answer as object) : reply.type === 'http' ? JSON.parse(reply.body.toString()) : {};
const positionOf = (reply: Reply): string | null => answerOf(reply).position ?? null;

it('[P1] [P2] [P7] SIGTERM under load: every acknowledged command is there once, every command is answered, and the process ends in order', async () => {
  let acknowledgements = 0;
  let ended: ReturnType<ServerProcess['end']> | null = null;
  let signalledAt = 0;
  const answered = await load(server.port, () => {
    acknowledgements += 1;
    if (acknowledgements < ENOUGH || ended !== null) return;
    signalledAt = performance.now();
    ended = server.end('SIGTERM');
  });
  const { code, output } = (await ended) ?? { code: null, output: '' };
  expect(code).toBe(0);
  expect(performance.now() - signalledAt).toBeLessThan(END_MS);
  expect(output.split('\n').filter((line) => /"level":(50|60)/.test(line))).toEqual([]);

  // Every sender got an answer, or its connection ended: none waits for ever.
  const unanswered = answered.filter(({ reply }) => reply.type === 'missing');
  expect(unanswered).toHaveLength(MEMBERS * LANES);
  expect(unanswered.filter(({ reply }) => reply.type === 'missing' && /nothing within/.test(reply.why))).toEqual([]);

  // Started commands were finished and answered; of the rest, none was started.
  expect(await carriedOut(unanswered)).toEqual(unanswered.map(() => 0));

  server = await startServerProcess({ dataDir });
  for (const { member, id } of unanswered) {
    const again = await server
      .browser()
      .ask('POST', '/api/commands', { body: envelopeOf(member, id), headers: cookies(member) });
    expect(again.json).toMatchObject({ ok: true });
  }
  const isRefused = ({ reply }: AnsweredCommand) => answerOf(reply).refusal !== undefined;
  expect(await carriedOut(answered)).toEqual(answered.map((each) => (isRefused(each) ? 0 : 1)));
});

it('ends in order also when somebody holds a socket open and answers nothing', async () => {
  const host = `ou.localhost:${server.port}`;
  const mute = connect(server.port, '127.0.0.1');
  mute.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${host}`,
      `Origin: http://${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n'),
  );
  const [answer] = (await once(mute, 'data')) as [Buffer];
  expect(answer.toString('latin1')).toContain('101 Switching Protocols');
  mute.pause();
  const signalledAt = performance.now();
  expect((await server.end()).code).toBe(0);
  expect(performance.now() - signalledAt).toBeLessThan(END_MS);
  mute.destroy();
});

/** How often each command is in the log. */
async function carriedOut(commands: readonly AnsweredCommand[]): Promise<readonly number[]> {
  const store = await openSqliteEventStore(join(dataDir, 'events.db'), { readOnly: true });
  const events = await readWhole(store, START);
  await store.close();
  const made = Map.groupBy(events, ({ meta }) => meta.commandId);
  return commands.map(({ member, id }) => made.get(effectiveCommandId(member.userId, id))?.length ?? 0);
}

function cookies({ cookies: held }: Student): Record<string, string> {
  return { cookie: [...held].map(([name, value]) => `${name}=${value}`).join('; ') };
}
