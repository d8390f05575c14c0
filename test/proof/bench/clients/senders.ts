import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { sentences } from '#test/model/post/bulk.ts';
import type { SignedInUser } from '../sessions.ts';
import { forAWhile, quantile } from '../statistics.ts';
import { postJson } from './http.ts';

/** Target and duration of a load. */
export interface Load {
  readonly port: number;
  readonly users: readonly SignedInUser[];
  /** Posts that are written about; for messages a conversation for each user. */
  readonly posts: readonly string[];
  readonly milliseconds: number;
}

/** Result of a load. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const PATIENCE_MS = 20_000;

/** The n-th command of a user: saves over all posts, then takes them back, so that each does something. */
function save({ users, posts }: Pick<Load, 'users' | 'posts'>, client: number, turn: number) {
  const type = Math.floor(turn / posts.length) % 2 === 0 ? 'SavePost' : 'UnsavePost';
  const postId = posts[(turn + client) % posts.length];
  return { id: uuidv7(), actor: users[client]?.userId, type, version: 1, data: { postId } };
}

function comment({ users, posts }: Pick<Load, 'users' | 'posts'>, client: number, turn: number) {
  const postId = posts[(turn + client) % posts.length];
  const data = { text: sentences(1), media: [], root: postId, parent: postId };
  return { id: uuidv7(), actor: users[client]?.userId, type: 'AddComment', version: 1, data };
}

/** A message in the conversation of a user: `posts` has one for each of them. */
function message({ users, posts }: Pick<Load, 'users' | 'posts'>, client: number, turn: number) {
  const data = { chatId: posts[client], text: `Is it still there? ${turn}`, media: [], postId: null };
  return { id: uuidv7(), actor: users[client]?.userId, type: 'SendMessage', version: 1, data };
}

const WRITING = { saves: save, comments: comment, messages: message };

function resultOf({ perSecond, latencies }: { perSecond: number; latencies: readonly number[] }): LoadResult {
  return { perSecond, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

function requireTaken(answer: unknown): void {
  if ((answer as { ok?: unknown }).ok !== true) throw new Error(`A command was refused: ${JSON.stringify(answer)}`);
}

/** Commands over HTTP, one client a user, each on a connection of its own that is kept. */
export async function sendByHttp(load: Load): Promise<LoadResult> {
  const { port, users, milliseconds } = load;
  const agents = users.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const post = async (client: number, command: unknown) => {
    const { cookie } = users[client] ?? {};
    requireTaken(await postJson({ port, path: '/api/commands', agent: agents[client], cookie }, command));
  };
  const found = await forAWhile(milliseconds, users.length, (client, turn) => post(client, save(load, client, turn)));
  for (const agent of agents) agent.destroy();
  return resultOf(found);
}

/** Opens a socket as a page of the campus would. */
export function openSocket(port: number, cookie: string): Promise<Socket> {
  const origin = `http://127.0.0.1:${port}`;
  const socket = io(origin, { transports: ['websocket'], forceNew: true, extraHeaders: { cookie, origin } });
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', reject);
  });
}

/** @returns the position of the change; `null`: no change, because that post was already saved */
async function give(socket: Socket, command: unknown): Promise<string | null> {
  const answer: unknown = await socket.timeout(PATIENCE_MS).emitWithAck('command', command);
  requireTaken(answer);
  return (answer as { readonly position: string | null }).position;
}

/** Commands over sockets, one client a user. */
export async function sendBySocket(load: Load): Promise<LoadResult> {
  const sockets = await Promise.all(load.users.map(({ cookie }) => openSocket(load.port, cookie)));
  const found = await forAWhile(load.milliseconds, sockets.length, (client, turn) =>
    give(sockets[client] as Socket, save(load, client, turn)),
  );
  for (const socket of sockets) socket.disconnect();
  return resultOf(found);
}

/**
 * Sends that many commands a second without waiting for answers.
 *
 * @returns for each command that changed something, when it was acknowledged (ms since 1970)
 */
export async function sendSteadily(
  load: Load & {
    readonly perSecond: number /** Commands of the same load that were sent before. */;
    readonly skip?: number;
    /** Default: saves. */
    readonly writes?: keyof typeof WRITING;
  },
): Promise<readonly (readonly [position: string, sentAt: number, acknowledgedAt: number])[]> {
  const { users, perSecond, milliseconds, skip = 0, writes = 'saves' } = load;
  const make = WRITING[writes];
  const sockets = await Promise.all(users.map(({ cookie }) => openSocket(load.port, cookie)));
  const done: (readonly [string, number, number])[] = [];
  const under: Promise<void>[] = [];
  const startedAt = performance.now();
  const count = (milliseconds * perSecond) / 1_000;
  for (let n = 0; n < count; n += 1) {
    const wait = startedAt + (n * 1_000) / perSecond - performance.now();
    if (wait > 0) await pause(wait);
    const client = n % users.length;
    const sentAt = now();
    const command = make(load, client, Math.floor((skip + n) / users.length));
    under.push(
      give(sockets[client] as Socket, command).then((position) => {
        if (position !== null) done.push([position, sentAt, now()]);
      }),
    );
  }
  await Promise.all(under);
  for (const socket of sockets) socket.disconnect();
  return done;
}

/** Gives one command over a socket of its own. */
export async function giveOnce({
  port,
  user,
  command,
}: {
  readonly port: number;
  readonly user: SignedInUser;
  readonly command: unknown;
}): Promise<string | null> {
  const socket = await openSocket(port, user.cookie);
  const position = await give(socket, command);
  socket.disconnect();
  return position;
}

/** Milliseconds since 1970 with fractions: the same in all processes of this machine. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
