import { v7 as uuidv7 } from 'uuid';
import { chatIdOf } from '#domain/chat/pair.ts';
import type { DomainEvent } from '#domain/kernel/event.ts';
import { effectiveCommandId, eventId } from '#domain/kernel/ids.ts';
import { seededRandom } from '#scripts/demo/random.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { type Foundation, openFoundation } from '#server/roles/foundation.ts';
import { drawByShare } from '#test/model/acts.ts';
import { sentMessage } from '#test/model/message/bulk.ts';
import type { BulkAppend, BulkAsked } from '#test/model/model.ts';
import { models } from '#test/model/nouns.ts';
import { Parts } from '#test/model/parts.ts';
import { writtenPost } from '#test/model/post/bulk.ts';
import { type BulkThread, bulkThreads } from '#test/model/post/parts.ts';
import { arrival } from '#test/model/user/bulk.ts';
import { NO_MAIL } from './noMail.ts';
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

/** Draws until a person finds something that can be written. */
const TRIES = 1_000;

/** A data folder with people and everything that they wrote, by the models of the nouns. */
export interface Community {
  readonly dataDir: string;
  readonly events: number;
  /** How many events of each type are in the log. */
  readonly eventsByType: Readonly<Record<string, number>>;
  readonly people: readonly string[];
  /** Ids of top-level posts, oldest first. */
  readonly posts: readonly string[];
  /** Each post with the number of its comments, by id. */
  readonly threads: ReadonlyMap<string, BulkThread>;
}

/** The events that one command appends to the log. */
export interface Planned {
  readonly commandId: string;
  readonly at: Date;
  readonly stream: string;
  readonly actor: string;
  readonly events: readonly DomainEvent[];
}

/**
 * Writes a community straight to the log, sealed like any other: commands would take ten times as long. The
 * nouns' models say what is written, each with its share; people have equal shares.
 */
export async function makeCommunity(dataDir: string, events: number): Promise<Community> {
  const arrivals = Array.from({ length: peopleIn(events) }, (_, index) => signUp(nextCommand('visitor'), index));
  const people = arrivals.map(({ actor }) => actor);
  const parts = new Parts();
  const eventsByType: Record<string, number> = {};
  const write = async (foundation: Foundation, planned: Planned) => {
    for (const { type } of planned.events) eventsByType[type] = (eventsByType[type] ?? 0) + 1;
    await append(foundation, planned);
  };
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  try {
    // People first: their writes come after them in the log.
    await inParallel(arrivals, WRITERS, (planned) => write(foundation, planned));
    const left = events - people.length * EVENTS_PER_PERSON;
    await inParallel(life(people, parts, left), WRITERS, (planned) => write(foundation, planned));
  } finally {
    await foundation.close();
  }
  const threads = new Map(parts.of(bulkThreads).map((thread) => [thread.key, thread]));
  return { dataDir, events, eventsByType, people, posts: [...threads.keys()], threads };
}

/** Has that many more people sign up, once; answers their ids. */
export async function arrive({ dataDir, people }: Community, count: number): Promise<readonly string[]> {
  const arrivals = Array.from({ length: count }, (_, n) => signUp(nextCommand('visitor'), people.length + n));
  await writeAll({ dataDir }, arrivals);
  return arrivals.map(({ actor }) => actor);
}

/** Has people write a great many comments on one post, by one of them; answers its id. */
export async function crowd(
  { dataDir, threads }: Community,
  people: readonly string[],
  comments: number,
): Promise<string> {
  const [root, { author }] = [...threads].find(([, thread]) => people.includes(thread.author)) ?? ['', { author: '' }];
  const remarks = function* () {
    for (let n = 0; n < comments; n += 1) {
      const actor = people[n % people.length] ?? '';
      const command = nextCommand(actor);
      const asked = { commandId: command.commandId, actor, campus: BENCH_CAMPUS };
      yield { ...command, ...writtenPost(asked, { key: root, author }), actor };
    }
  };
  await writeAll({ dataDir }, remarks());
  return root;
}

/** Has two people talk in turns, in a conversation that has begun; answers its id. */
export async function converse(
  dataDir: string,
  [one, other]: readonly [string, string],
  messages: number,
): Promise<string> {
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const chatId = chatIdOf(one, other);
  const lines = function* () {
    for (let n = 0; n < messages; n += 1) {
      const [author, recipient] = n % 2 === 0 ? [one, other] : [other, one];
      const command = nextCommand(author);
      yield { ...command, ...sentMessage(command.commandId, { chatId, author, recipient }), actor: author };
    }
  };
  try {
    await inParallel(lines(), WRITERS, (planned) => append(foundation, planned));
  } finally {
    await foundation.close();
  }
  return chatId;
}

/** Has pairs of people begin conversations, where they have none; answers their ids. */
export async function beginTalks(
  dataDir: string,
  pairs: readonly (readonly [string, string])[],
): Promise<readonly string[]> {
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const dispatcher = foundation.dispatcherAt(() => new Date());
  try {
    await inParallel(pairs, WRITERS, async ([actor, userId]) => {
      const command = { id: uuidv7(), type: 'StartChat', version: 1, data: { userId } };
      const by = { actor: { kind: 'user', userId: actor }, campus: BENCH_CAMPUS, origin: 'client' } as const;
      const outcome = await dispatcher.dispatch(command, by);
      if (!outcome.ok) throw new Error(`A conversation did not begin: ${JSON.stringify(outcome)}`);
    });
  } finally {
    await foundation.close();
  }
  return pairs.map(([one, other]) => chatIdOf(one, other));
}

function peopleIn(events: number): number {
  return Math.min(PEOPLE_MAX, Math.max(64, Math.floor((events * PEOPLE_SHARE) / EVENTS_PER_PERSON)));
}

let commands = 0;

/** Writes to the log of a community, in no certain order. No server may run on it. */
export async function writeAll({ dataDir }: Pick<Community, 'dataDir'>, all: Iterable<Planned>): Promise<void> {
  const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  try {
    await inParallel(all, WRITERS, (planned) => append(foundation, planned));
  } finally {
    await foundation.close();
  }
}

/** The id and the time of the next command: as the clients make them, in the order of time. */
export function nextCommand(actor: string): Pick<Planned, 'commandId' | 'at'> {
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
const BULK = models.flatMap(({ bulk = [] }) => bulk.map((each) => [each.often, each] as const));

/** Writes of people, by the share of each kind; what they are about was planned well before them. */
function* life(people: readonly string[], parts: Parts, count: number): Generator<Planned> {
  const random = seededRandom(SEED);
  const below = (limit: number) => Math.floor(random() * limit);
  const draw = <Thing>(made: readonly Thing[]) => made[below(Math.max(0, made.length - 2 * WRITERS))];
  for (let n = 0; n < count; n += 1) {
    const actor = people[below(people.length)] ?? '';
    const command = nextCommand(actor);
    const asked = { commandId: command.commandId, actor, campus: BENCH_CAMPUS, parts, draw };
    yield { ...command, ...appendBy(below, asked), actor };
  }
}

/** The first drawn kind that the person has something for. */
function appendBy(below: (limit: number) => number, asked: BulkAsked): BulkAppend {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const append = drawByShare({ draw: below }, BULK)?.append(asked) ?? null;
    if (append !== null) return append;
  }
  throw new Error(`In ${TRIES} draws no model in test/model had anything to write.`);
}
