import { v7 as uuidv7 } from 'uuid';
import type { DomainEvent } from '#domain/kernel/event.ts';
import { effectiveCommandId, eventId } from '#domain/kernel/ids.ts';
import type { Post } from '#projections/post/collections.ts';
import { seededRandom } from '#scripts/demo/random.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { type Foundation, openFoundation } from '#server/roles/foundation.ts';
import type { Bulk, BulkAppend } from '#test/model/model.ts';
import { models } from '#test/model/nouns.ts';
import { Parts } from '#test/model/parts.ts';
import { writtenPost } from '#test/model/post/bulk.ts';
import { arrival } from '#test/model/user/bulk.ts';
import { inParallel } from './statistics.ts';

/** Campus of the bench; only its members may see it. */
export const BENCH_CAMPUS = 'ou';
/** Events of a person: signed up, confirmed, member, with picture and bio. */
const EVENTS_PER_PERSON = 5;
/** Share of the events that are people's own. */
const PEOPLE_SHARE = 0.1;
const PEOPLE_MAX = 5_000;
/** Appends on their way at a time. */
const WRITERS = 256;
const SEED = 4_201;
/** One event a second, so that times differ. */
const FIRST_AT = Date.parse('2026-01-05T08:00:00.000Z');
const MS_PER_SECOND = 1_000;

/** A data folder with people, posts, comments and saves, and their read models. */
export interface Community {
  readonly dataDir: string;
  readonly events: number;
  readonly people: readonly string[];
  /** Ids of top-level posts, oldest first. */
  readonly posts: readonly string[];
  /** Each post with its comments, by id. */
  readonly threads: ReadonlyMap<string, Thread>;
}

/** A post with its comments. */
interface Thread {
  readonly author: string;
  comments: number;
}

export const NO_MAIL = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;

interface Planned {
  readonly commandId: string;
  readonly at: Date;
  readonly stream: string;
  readonly actor: string;
  readonly events: readonly DomainEvent[];
}

/**
 * Writes a community straight to the log, sealed like any other: commands would take ten times as long. Every sixth
 * event is a post, every fourth a comment, the rest saves; people have equal shares.
 */
export async function makeCommunity(dataDir: string, events: number): Promise<Community> {
  const arrivals = Array.from({ length: peopleIn(events) }, (_, index) => signUp(nextCommand('visitor'), index));
  const people = arrivals.map(({ actor }) => actor);
  const threads = new Map<string, Thread>();
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  try {
    // People first: their writes come after them in the log.
    await inParallel(arrivals, WRITERS, (planned) => append(foundation, planned));
    const left = events - people.length * EVENTS_PER_PERSON;
    await inParallel(life(people, threads, left), WRITERS, (planned) => append(foundation, planned));
  } finally {
    await foundation.close();
  }
  return { dataDir, events, people, posts: [...threads.keys()], threads };
}

/** Has people write a great many comments on one post, by one of them; answers its id. */
export async function crowd(
  { dataDir, threads }: Community,
  people: readonly string[],
  comments: number,
): Promise<string> {
  const [root, { author }] = [...threads].find(([, thread]) => people.includes(thread.author)) ?? ['', { author: '' }];
  const about = { key: root, author };
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const remarks = function* () {
    for (let n = 0; n < comments; n += 1) {
      const actor = people[n % people.length] ?? '';
      const command = nextCommand(actor);
      const asked = { commandId: command.commandId, actor, campus: BENCH_CAMPUS, about, parts: new Parts() };
      yield { ...command, ...writtenPost(asked, about), actor };
    }
  };
  try {
    await inParallel(remarks(), WRITERS, (planned) => append(foundation, planned));
  } finally {
    await foundation.close();
  }
  return root;
}

function peopleIn(events: number): number {
  return Math.min(PEOPLE_MAX, Math.max(64, Math.floor((events * PEOPLE_SHARE) / EVENTS_PER_PERSON)));
}

let commands = 0;

/** The id and the time of the next command: as the clients make them, in the order of time. */
function nextCommand(actor: string): Pick<Planned, 'commandId' | 'at'> {
  commands += 1;
  const at = new Date(FIRST_AT + commands * MS_PER_SECOND);
  return { commandId: effectiveCommandId(actor, uuidv7({ msecs: at.getTime() })), at };
}

async function append({ log, store }: Foundation, { commandId, at, stream, actor, events }: Planned): Promise<void> {
  const meta = {
    commandId,
    commandHash: '0'.repeat(64),
    actor,
    campus: BENCH_CAMPUS,
    at: at.toISOString(),
    causedBy: null,
  };
  const sealed = await log.seal(events.map((event, index) => ({ ...event, id: eventId(commandId, index), meta })));
  await store.append(stream, NO_STREAM, sealed);
}

function signUp(command: Pick<Planned, 'commandId' | 'at'>, index: number): Planned {
  const { userId, ...append } = arrival(command.commandId, index, BENCH_CAMPUS);
  return { ...command, ...append, actor: userId };
}

/** Kinds of appends, by the models of the nouns. */
const BULK = models.flatMap(({ bulk = [] }) => bulk);

/** Writes of people, by the share of each kind; a comment or save is about a post that was planned well before it. */
function* life(people: readonly string[], threads: Map<string, Thread>, count: number): Generator<Planned> {
  const random = seededRandom(SEED);
  const parts = new Parts();
  const posts: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const kind = random();
    const root = posts[Math.floor(random() * Math.max(0, posts.length - 2 * WRITERS))];
    const author = root === undefined ? undefined : threads.get(root)?.author;
    const about = root === undefined || author === undefined ? null : { key: root, author };
    const actor = people[Math.floor(random() * people.length)] ?? '';
    const command = nextCommand(actor);
    const asked = { commandId: command.commandId, actor, campus: BENCH_CAMPUS, about, parts };
    // A write that would change nothing is replaced by a post.
    const append = bulkOf(kind).append(asked) ?? writtenPost(asked, null);
    note(append, posts, threads);
    yield { ...command, ...append, actor };
  }
}

/** The kind into whose share a number from 0 to 1 falls. */
function bulkOf(kind: number): Bulk {
  let left = kind;
  for (const bulk of BULK) {
    left -= bulk.share;
    if (left < 0) return bulk;
  }
  throw new Error('The shares of the models in test/model add up to less than 1.');
}

/** Records posts and comments that can be answered and saved. */
function note({ events }: BulkAppend, posts: string[], threads: Map<string, Thread>): void {
  for (const { type, data } of events) {
    if (type !== 'PostCreated') continue;
    const { postId, root, parent, author } = data as Post & { readonly postId: string };
    const thread = threads.get(root);
    if (parent !== null && thread !== undefined) thread.comments += 1;
    if (parent !== null) continue;
    posts.push(postId);
    threads.set(postId, { author, comments: 0 });
  }
}
