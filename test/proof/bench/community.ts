import { v7 as uuidv7 } from 'uuid';
import type { DomainEvent } from '#domain/kernel/event.ts';
import { effectiveCommandId, eventId, newId } from '#domain/kernel/ids.ts';
import { seededRandom } from '#scripts/demo/random.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { type Foundation, openFoundation } from '#server/roles/foundation.ts';
import { inParallel } from './statistics.ts';

/** Campus of the bench; whoever is a member there may see it. */
export const BENCH_CAMPUS = 'ou';
/** Events of a person: signed up, confirmed, member, with picture and bio. */
const EVENTS_PER_PERSON = 5;
/** Share of the events that are people's own, of the rest those that are posts, and comments; what is left are saves. */
const PEOPLE_SHARE = 0.1;
const PEOPLE_MAX = 5_000;
const POST_SHARE = 0.25;
const COMMENT_SHARE = 0.35;
/** Appends on their way at a time. */
const WRITERS = 256;
const SEED = 4_201;
/** One event a second, so that times are told apart. */
const FIRST_AT = Date.parse('2026-01-05T08:00:00.000Z');
const MS_PER_SECOND = 1_000;

/** A data folder with people, posts, comments and saves, and their read models. */
export interface Community {
  readonly dataDir: string;
  readonly events: number;
  readonly people: readonly string[];
  /** Ids of top-level posts, oldest first. */
  readonly posts: readonly string[];
  /** What became of each of them, by id. */
  readonly threads: ReadonlyMap<string, Thread>;
}

/** A post with what is below it. */
interface Thread {
  readonly author: string;
  comments: number;
}

export const NO_MAIL = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;

/** Text of about the length that people write. */
export function benchText(words: number): object[] {
  return [{ type: 'paragraph', children: [{ text: 'A desk lamp in good order, near campus. '.repeat(words).trim() }] }];
}

interface Planned {
  readonly commandId: string;
  readonly at: Date;
  readonly stream: string;
  readonly actor: string;
  readonly events: readonly DomainEvent[];
}

/**
 * Writes a community straight to the log, sealed like any other: by commands it would take ten times as long. Its
 * shape: every sixth event is a post, every fourth a comment, the rest saves; nobody has more than their share.
 */
export async function makeCommunity(dataDir: string, events: number): Promise<Community> {
  const arrivals = Array.from({ length: peopleIn(events) }, (_, index) => signUp(nextCommand('visitor'), index));
  const people = arrivals.map(({ actor }) => actor);
  const threads = new Map<string, Thread>();
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  try {
    // People first: what they write comes after them in the log.
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
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const remarks = function* () {
    for (let n = 0; n < comments; n += 1) {
      const actor = people[n % people.length] ?? '';
      yield writtenPost(nextCommand(actor), actor, { root, author });
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
  const userId = newId(command.commandId, 0);
  const email = `person.${index}@ou.edu`;
  const codeId = newId(command.commandId, 1);
  return {
    ...command,
    stream: `user-${userId}`,
    actor: userId,
    events: [
      {
        type: 'UserRegistered',
        data: { userId, campus: BENCH_CAMPUS, email, username: `person${index}`, firstName: 'Ada', lastName: 'L.' },
      },
      { type: 'EmailConfirmed', data: { userId, codeId } },
      { type: 'SchoolVerified', data: { userId, campus: BENCH_CAMPUS, previousCampus: null, schoolEmail: email } },
      {
        type: 'ProfilePictureChanged',
        data: { userId, picture: { kind: 'image', name: 'face.webp', width: 4, height: 4 } },
      },
      { type: 'BioChanged', data: { userId, bio: 'I sell what I no longer need.' } },
    ] as unknown as DomainEvent[],
  };
}

/** Posts, comments and saves; each comment and save belongs to a post that was planned well before it. */
function* life(people: readonly string[], threads: Map<string, Thread>, count: number): Generator<Planned> {
  const random = seededRandom(SEED);
  const someone = () => people[Math.floor(random() * people.length)] ?? '';
  const posts: string[] = [];
  const saved = new Set<string>();
  const settled = () => posts[Math.floor(random() * Math.max(0, posts.length - 2 * WRITERS))];
  for (let n = 0; n < count; n += 1) {
    const kind = random();
    const root = settled();
    const thread = root === undefined ? undefined : threads.get(root);
    const actor = someone();
    const key = `${root}-${actor}`;
    if (
      root === undefined ||
      thread === undefined ||
      kind < POST_SHARE ||
      (kind >= POST_SHARE + COMMENT_SHARE && saved.has(key))
    ) {
      const command = nextCommand(actor);
      const postId = newId(command.commandId, 0);
      posts.push(postId);
      threads.set(postId, { author: actor, comments: 0 });
      yield writtenPost(command, actor, null);
    } else if (kind < POST_SHARE + COMMENT_SHARE) {
      thread.comments += 1;
      yield writtenPost(nextCommand(actor), actor, { root, author: thread.author });
    } else {
      saved.add(key);
      const data = { postId: root, userId: actor, campus: BENCH_CAMPUS, author: thread.author };
      yield {
        ...nextCommand(actor),
        stream: `save-${key}`,
        actor,
        events: [{ type: 'PostSaved', data }] as unknown as DomainEvent[],
      };
    }
  }
}

function writtenPost(
  command: Pick<Planned, 'commandId' | 'at'>,
  author: string,
  below: { root: string; author: string } | null,
): Planned {
  const postId = newId(command.commandId, 0);
  const data = {
    postId,
    kind: 'post',
    campus: BENCH_CAMPUS,
    author,
    root: below?.root ?? postId,
    parent: below?.root ?? null,
    ancestors: below === null ? [] : [below.root],
    text: benchText(below === null ? 6 : 2),
    media: [],
    imageCount: 0,
    category: 'all',
    parentAuthor: below?.author ?? null,
  };
  return {
    ...command,
    stream: `post-${postId}`,
    actor: author,
    events: [{ type: 'PostCreated', data }] as unknown as DomainEvent[],
  };
}
