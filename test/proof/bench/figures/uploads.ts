import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { VIDEO_MAX_BYTES } from '#domain/kernel/limits.ts';
import { PIECE_BYTES } from '#web/sync/outbox/limits.ts';
import { mediaFixture } from '../../../fixtures/media.ts';
import type { Child } from '../child.ts';
import { atMost, type Figure, row } from '../figure.ts';
import type { Garbage, ServerJobs } from '../processes/server.ts';
import type { SignedInUser } from '../sessions.ts';
import { openStage } from '../stage.ts';

const MIB = 2 ** 20;
/** Most megabytes that the server has more while the largest video comes in. */
const GOAL_MB = 20;
/** Milliseconds in which the memory of the first upload is given back. */
const SETTLE_MS = 2_000;
const MS_PER_SECOND = 1_000;
/** Bytes of the head of a box in an MP4. */
const BOX_HEAD_BYTES = 8;

/** The memory of the server while the largest video that it takes comes in, and is taken. */
export const uploads: Figure = {
  name: 'uploads',
  from: 'quick',
  async measure(benchData) {
    const stage = await openStage(benchData, { events: 1_000, users: 3 });
    const { server, port, users } = stage;
    const [first, second, third] = users;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('There are too few people.');
    const film = mediaFixture('film.mp4');
    const largest = longer(film, VIDEO_MAX_BYTES);
    // The first upload loads code, which stays: the largest one comes to a server that has had one, and is at rest.
    await upload(port, first, film);
    await pause(SETTLE_MS);

    const from = performance.now();
    const withGarbage = await mostDuring(server, 'as it is', () => upload(port, second, largest));
    const seconds = (performance.now() - from) / MS_PER_SECOND;
    const inUse = await mostDuring(server, 'collected', () => upload(port, third, largest));
    const name = `upload of a video of ${VIDEO_MAX_BYTES / MIB} MB`;
    return [
      row(`${name}, most memory in use more than before`, inUse / MIB, 'MB', { goal: atMost(GOAL_MB) }),
      row(`${name}, most memory with garbage more than before`, withGarbage / MIB, 'MB'),
      row(`${name}, rate`, VIDEO_MAX_BYTES / MIB / seconds, 'MB a second'),
    ];
  },
};

/** Bytes that the server has more than before, at most, while a task runs. */
async function mostDuring(server: Child<ServerJobs>, garbage: Garbage, task: () => Promise<void>): Promise<number> {
  const before = await server.ask('watchMemory', garbage);
  await task();
  return (await server.ask('watchedMemory')) - before;
}

/** A video with an empty box at its end, which players pass over. */
function longer(film: Buffer, bytes: number): Buffer {
  const head = Buffer.alloc(BOX_HEAD_BYTES);
  head.writeUInt32BE(bytes - film.byteLength);
  head.write('free', 4);
  return Buffer.concat([film, head, Buffer.alloc(bytes - film.byteLength - BOX_HEAD_BYTES)]);
}

/** Uploads a video as a page does: pieces of the tus protocol, then the request that takes the whole. @throws refused */
async function upload(port: number, { userId, cookie }: SignedInUser, film: Buffer): Promise<void> {
  const host = `ou.localhost:${port}`;
  const agent = new Agent({ keepAlive: true });
  const ask = (method: string, path: string, more: Record<string, string>, body?: Buffer) =>
    new Promise<string>((resolve, reject) => {
      const headers = {
        ...{ host, origin: `http://${host}`, cookie, 'tus-resumable': '1.0.0', ...more },
        'content-length': String(body?.byteLength ?? 0),
      };
      const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
        answer.resume().on('end', () => {
          const { statusCode = 0 } = answer;
          if (statusCode < 300) resolve(answer.headers.location ?? '');
          else reject(new Error(`${method} ${path} was answered with ${statusCode}.`));
        });
      });
      asked.on('error', reject).end(body);
    });
  const postId = newId(effectiveCommandId(userId, uuidv7()), 0);
  const path = `/api/uploads/posts/${postId}/videos`;
  const address = await ask('POST', path, { 'upload-length': String(film.byteLength) });
  for (let offset = 0; offset < film.byteLength; offset += PIECE_BYTES) {
    const piece = film.subarray(offset, offset + PIECE_BYTES);
    const about = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    await ask('PATCH', address, about, piece);
  }
  await ask('PUT', address, {});
  agent.destroy();
}
