import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { START } from '#projections/engine/eventLog.ts';
import { laterPosition } from '#projections/sync/position.ts';
import { picture } from '../../server/support/pictures.ts';
import { NotStarted, type ServerProcess, startServerProcess } from '../../server/support/serverProcess.ts';
import { postIdOf, type Student, signUpMember, written } from '../../server/support/student.ts';
import { mountDisk } from './mountedDisk.ts';

/** MiB of the disk: a new data folder takes some two. */
const DISK_MIB = 12;
/** Posts before the disk is full, and on it; all of them fit into one window of the feed. */
const POSTS = 4;
/** The process's end when the data folder can't be used (`server/roles/process.ts`). */
const REFUSED = 3;
const READY_MS = 15_000;
const LOOK_EVERY_MS = 50;

/** Observations on the full disk. */
export interface FullDiskReport {
  /** Violations; empty when all is well. */
  readonly problems: readonly string[];
  /** Answers of the readiness check. */
  readonly said: Readonly<Record<string, string>>;
  /** Result of a start on the full disk. */
  readonly start: string;
}

/**
 * Runs the product on a small disk that is filled to the last byte: sends commands, a log-in and an upload, kills the
 * server, starts it on the full disk, and again once there is space.
 *
 * @returns `null` where no disk can be mounted
 */
export async function meetFullDisk(): Promise<FullDiskReport | null> {
  const disk = await mountDisk(DISK_MIB);
  if (disk === null) return null;
  const problems: string[] = [];
  const expect = (holds: boolean, otherwise: string) => void (holds || problems.push(otherwise));
  const start = () => startServerProcess({ dataDir: join(disk.path, 'data'), before: disk.before });
  let server: ServerProcess | null = null;
  try {
    server = await start();
    const ada = await signUpMember(server, 'ada', await picture(60, 60));
    const acknowledged = await postAll(ada);
    expect(acknowledged.refused.length === 0, 'A command was refused before the disk was full.');

    disk.fill();
    const onFull = await postAll(ada);
    expect(onFull.refused.length > 0, 'No command met the full disk.');
    expect(
      onFull.codes.every((code) => code === 'UNAVAILABLE'),
      `Refused with ${onFull.codes}, not UNAVAILABLE.`,
    );
    const upload = await ada.ask('PUT', `/api/uploads/posts/${randomUUID()}`, { raw: await picture(900, 900) });
    expect(upload.status === 503, `An upload was answered with ${upload.status}, not 503.`);
    const { ready, parts } = (await ada.ask('GET', '/health/ready')).json as Readiness;
    expect(!ready, 'The server says that it is ready.');
    expect((await ada.ask('GET', '/api/topics/feed:ou')).status === 200, 'The feed can no longer be read.');
    expect(server.ended() === null, `The server ended: ${server.ended()}.`);

    await server.end('SIGKILL');
    const started = await startOnFull(start);
    expect(started !== 'ended wrongly', 'A start on the full disk ended without saying why.');
    disk.clear();
    server = await start();
    expect(await becomesReady(server), 'The server does not become ready when there is room again.');
    const again = await Promise.all(onFull.refused.map((id) => post(server as ServerProcess, ada, id)));
    expect(
      again.every(({ ok }) => ok === true),
      'A command that was refused is not taken when it is given again.',
    );
    const kept = await feedOf(server, latest(again));
    for (const id of [...acknowledged.given, ...onFull.given, ...onFull.refused]) {
      const times = kept.filter((key) => key === postIdOf(ada, id)).length;
      expect(times === 1, `Post ${id} is there ${times} times.`);
    }
    return { problems, said: parts, start: started };
  } finally {
    await server?.end('SIGKILL');
    await disk.end();
  }
}

interface Readiness {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, string>>;
}

async function post(server: Pick<ServerProcess, 'browser'>, { userId, cookies }: Student, id: string) {
  const data = { text: written(`Post ${id}.`), media: [], category: 'all' };
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const body = { id, actor: userId, type: 'CreatePost', version: 1, data };
  return (await server.browser().ask('POST', '/api/commands', { body, headers: { cookie } })).json;
}

/** Writes some posts. @returns the acknowledged ones, and the refusals */
async function postAll(student: Student) {
  const given: string[] = [];
  const refused: string[] = [];
  const codes: string[] = [];
  for (let n = 0; n < POSTS; n += 1) {
    const id = randomUUID();
    const answer = await post({ browser: () => student }, student, id);
    if (answer.ok === true) given.push(id);
    else {
      refused.push(id);
      codes.push(answer.error.code);
    }
  }
  return { given, refused, codes };
}

/** Either it serves reads, or it ends with a line that names the remedy. */
async function startOnFull(start: () => Promise<ServerProcess>): Promise<string> {
  try {
    const server = await start();
    await server.end('SIGKILL');
    return 'it serves';
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    return error.code === REFUSED ? `it ends: ${error.message.trim()}` : 'ended wrongly';
  }
}

async function becomesReady(server: ServerProcess): Promise<boolean> {
  for (const until = Date.now() + READY_MS; Date.now() < until; ) {
    if ((await server.browser().ask('GET', '/health/ready')).status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}

/** Position of the last of some answers. */
function latest(answers: readonly { readonly position?: string | null }[]): string {
  return answers.map(({ position }) => position ?? START).reduce(laterPosition, START);
}

/** Posts of the feed once it has reached a position. */
async function feedOf(server: ServerProcess, position: string): Promise<readonly string[]> {
  const { documents } = (await server.browser().ask('GET', `/api/topics/feed:ou?notBefore=${position}`)).json;
  return documents
    .filter(({ collection }: { collection: string }) => collection === 'posts')
    .map(({ key }: { key: string }) => key);
}
