import type * as z from 'zod/mini';
import { measureJson } from '#domain/kernel/jsonLimits.ts';
import { type DocumentRef, refId, topicsOf, type Versioned } from '#projections/kernel/collection.ts';
import { holdsSealed } from '#projections/kernel/erasure.ts';
import { ownTopic } from '#projections/kernel/ownTopic.ts';
import { laterPosition } from '#projections/sync/position.ts';
import {
  type CommandAnswer,
  commandAnswerSchema,
  type Freshness,
  type NeedAnswer,
  needSchema,
  pageSchema,
  type Refused,
  subscribeSchema,
  type TopicAnswer,
  unsubscribeSchema,
} from '#projections/sync/protocol.ts';
import { firstProblem } from '../kernel/echo.ts';
import { edgeRefusal } from '../kernel/refusal.ts';
import { readWithCertainty, waitForNamed } from '../read/certainty.ts';
import { isFinalNo, refused } from '../read/snapshot.ts';
import { wireDocument } from '../read/topicAnswer.ts';
import { newer } from './catchUp.ts';
import type { Connection } from './connection.ts';
import type { Joiner, JoinQuestion } from './joiner.ts';
import { TOPICS_PER_CONNECTION } from './limits.ts';
import type { HubOptions } from './ports.ts';
import type { Rooms } from './rooms.ts';
import type { Turn } from './turns.ts';

/** The parts of the hub that handlers need. */
export interface MessageTools {
  readonly options: HubOptions;
  readonly rooms: Rooms;
  readonly joiner: Joiner;
  /** Position up to which rows are published. */
  readonly published: () => string;
  /** Generation that the published rows are of. */
  readonly generation: () => string;
  /** The newest published version of a document. */
  readonly newestOf: (id: string) => Versioned | undefined;
  /** Waits until rows up to a position are published; `false` when that takes too long. */
  readonly waitFor: (position: string) => Promise<boolean>;
  /** Sends a mark of progress once everything up to the position was sent. */
  readonly markWhenSent: (connection: Connection, position: string) => void;
}

/** The reader asks again. */
const NOT_NOW = refused(edgeRefusal('UNAVAILABLE'));

export type Handler = (connection: Connection, payload: unknown, turn: Turn) => Promise<unknown>;

/** Handlers of the clients' messages, by event. They may throw: the hub turns that into a refusal. */
export function createHandlers(tools: MessageTools): Readonly<Record<string, Handler>> {
  return {
    subscribe: checked(subscribeSchema, async (connection, { topic, since, floor, ...freshness }, turn) => {
      const isNew = !connection.subscriptions.has(topic) && !connection.asks.has(topic);
      const topics = new Set([...connection.subscriptions.keys(), ...connection.asks.keys()]);
      if (isNew && topics.size >= TOPICS_PER_CONNECTION) {
        return refused(edgeRefusal('TOPICS_TOO_MANY', { limit: TOPICS_PER_CONNECTION }));
      }
      return ask(tools, connection, { name: topic, since, floor, below: null }, freshness, turn);
    }),
    unsubscribe: checked(unsubscribeSchema, async (connection, { topic }) => {
      connection.asks.delete(topic);
      const subscription = connection.subscriptions.get(topic);
      if (subscription !== undefined) tools.rooms.drop(subscription);
      return { ok: true };
    }),
    page: checked(pageSchema, (connection, { topic, floor, ...freshness }, turn) =>
      page(tools, connection, { topic, floor, freshness }, turn),
    ),
    need: checked(needSchema, (connection, { refs, ...freshness }, turn) =>
      need(tools, connection, { refs, freshness }, turn),
    ),
    command: (connection, payload) => command(tools, connection, payload),
  };
}

function checked<Message>(
  schema: z.ZodMiniType<Message>,
  handle: (connection: Connection, message: Message, turn: Turn) => Promise<unknown>,
): Handler {
  return async (connection, payload, turn) => {
    if (!measureJson(payload).withinLimits) {
      return refused(edgeRefusal('REQUEST_INVALID', { field: 'message', problem: 'Too complex' }));
    }
    const message = schema.safeParse(payload);
    if (message.success) return handle(connection, message.data, turn);
    return refused(edgeRefusal('REQUEST_INVALID', firstProblem(message.error, 'message')));
  };
}

/** Joins a topic. The answer to an earlier request for it joins nothing any more. */
async function ask(
  tools: MessageTools,
  connection: Connection,
  asked: JoinQuestion,
  freshness: Freshness,
  turn: Turn,
): Promise<TopicAnswer | Refused> {
  const { options, joiner, published, generation, waitFor } = tools;
  connection.askCount += 1;
  const number = connection.askCount;
  connection.asks.set(asked.name, number);
  const isWanted = () => connection.isOpen && connection.asks.get(asked.name) === number;
  try {
    const { question, notBefore } = await proven(tools, asked, freshness);
    if (!(await waitForNamed({ ...options, published, waitFor }, notBefore)) || !(await turn.begin()))
      return refused(edgeRefusal('UNAVAILABLE'));
    const join = async () => {
      await turn.reading(JSON.stringify([question.name, question.floor]));
      // A newer request has come while this one waited.
      if (!isWanted()) return NOT_NOW;
      return joiner.join(connection, question, { isWanted, published, generation, ready: turn.ready });
    };
    return (await readWithCertainty({ ...options, published, waitFor }, join, isFinalNo, turn.rest)) ?? NOT_NOW;
  } finally {
    if (isWanted()) connection.asks.delete(asked.name);
  }
}

/** The request without a cursor that the log does not prove, and the position that its answer must not be older than. */
async function proven(
  { options: { eras }, generation }: MessageTools,
  { since, ...asked }: JoinQuestion,
  freshness: Freshness,
): Promise<{ readonly question: JoinQuestion; readonly notBefore: string }> {
  const known = since !== null && (await eras.isProven(since)) ? since : null;
  const wanted = await eras.believed(freshness);
  const isSameLine = known?.generation === generation();
  return {
    question: { ...asked, since: known },
    notBefore: isSameLine ? laterPosition(known.position, wanted) : wanted,
  };
}

/** The next page of a joined window, without a gap. A newer request for the window makes it void. */
async function page(
  { options, joiner, published, generation, waitFor }: MessageTools,
  connection: Connection,
  { topic, floor, freshness }: { readonly topic: string; readonly floor: string; readonly freshness: Freshness },
  turn: Turn,
): Promise<TopicAnswer | Refused> {
  const subscription = connection.subscriptions.get(topic);
  if (subscription === undefined || floor < subscription.floor) return refused(edgeRefusal('UNAVAILABLE'));
  const notBefore = await options.eras.believed(freshness);
  if (!(await waitForNamed({ ...options, published, waitFor }, notBefore)) || !(await turn.begin()))
    return refused(edgeRefusal('UNAVAILABLE'));
  const isWanted = () => connection.isOpen && connection.subscriptions.get(topic) === subscription;
  const question = { name: topic, since: null, floor: null, below: floor };
  await turn.reading(JSON.stringify([topic, null, floor]));
  return joiner.join(connection, question, { isWanted, published, generation, ready: turn.ready });
}

/** Reads documents of the viewer's own; all others are answered as if they did not exist (P8). */
async function need(
  { options, published, newestOf, waitFor, markWhenSent }: MessageTools,
  connection: Connection,
  { refs, freshness }: { readonly refs: readonly DocumentRef[]; readonly freshness: Freshness },
  turn: Turn,
): Promise<NeedAnswer | Refused> {
  const notBefore = await options.eras.believed(freshness);
  markWhenSent(connection, notBefore);
  if (!(await waitForNamed({ ...options, published, waitFor }, notBefore)) || !(await turn.begin()))
    return refused(edgeRefusal('UNAVAILABLE'));
  const { userId } = connection;
  if (userId === null || refs.length === 0) {
    return { ok: true, position: await options.store.checkpoint(), documents: [] };
  }
  const me = ownTopic(userId);
  const wanted = [...new Map(refs.map((ref) => [refId(ref), ref])).values()].filter(({ collection }) =>
    options.collections.has(collection),
  );
  const look = async () => {
    await turn.reading(JSON.stringify(refs));
    return { position: await options.store.checkpoint(), read: await options.store.get(wanted) };
  };
  const isAnyMissing = ({ read }: { readonly read: readonly Versioned[] }) => read.length < wanted.length;
  const looked = await readWithCertainty({ ...options, published, waitFor }, look, isAnyMissing, turn.rest);
  if (looked === null) return NOT_NOW;
  const { position, read } = looked;
  // A rebuild's correction of a document may have been published meanwhile, at the version that was read.
  const found = read.map((document) => newer(document, newestOf(refId(document))) ?? document);
  const own = found.filter(
    ({ collection, doc }) =>
      doc !== null &&
      !holdsSealed(options.collections.get(collection), doc) &&
      topicsOf(options.collections.get(collection), doc).includes(me),
  );
  return { ok: true, position, documents: own.map(wireDocument) };
}

async function command(
  { options, markWhenSent }: MessageTools,
  connection: Connection,
  payload: unknown,
): Promise<CommandAnswer | Refused> {
  const { userId, campus, address } = connection;
  const answer = await options.dispatch(payload, { userId, campus, address });
  const done = commandAnswerSchema.safeParse(answer);
  if (done.success && done.data.position !== null) markWhenSent(connection, done.data.position);
  return answer;
}
