import { rejection } from '#domain/kernel/rejection.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import { findTopic } from '#projections/registry.ts';
import { START } from '#projections/sync/position.ts';
import type { Cursor, Freshness, Refused, TopicAnswer } from '#projections/sync/protocol.ts';
import type { Collections } from '#projections/sync/window.ts';
import { createSharedTurns } from '../fairness/sharedTurns.ts';
import { edgeRefusal, refusalOf } from '../kernel/refusal.ts';
import { type LogReach, readWithCertainty, waitForNamed } from './certainty.ts';
import type { KnownEras } from './knownEras.ts';
import { READS_PER_CLIENT } from './limits.ts';
import type { OpenReads } from './openReads.ts';
import { type Rights, readRights } from './rights.ts';
import type { ShareRead } from './sharedReads.ts';
import { topicAnswer } from './topicAnswer.ts';
import { readWindow, type WindowBounds, type WindowRead, withViewer } from './windowRead.ts';

/** Reads of a topic during which another generation may take the place of the live one: releases are far apart. */
const GENERATION_ATTEMPTS = 3;

/** Dependencies of reading topics. */
export interface TopicSource {
  readonly store: OpenReads;
  readonly collections: Collections;
  readonly share: ShareRead;
}

/** A request for a topic. */
export interface TopicQuestion extends WindowBounds {
  readonly name: string;
  /** The reader's cursor; `null`: it has no documents yet. */
  readonly since: Cursor | null;
}

/** A topic as read. The hub adds rows published meanwhile before it makes the answer. */
export interface TopicRead {
  readonly topic: Topic;
  readonly rights: Rights;
  readonly window: WindowRead;
  readonly generation: string;
  /** Position up to which the read is complete. */
  readonly position: string;
  /** Position from which the reader lacks changes; `null`: it gets all documents. */
  readonly since: string | null;
  readonly left: readonly Versioned[];
}

/** A refusal as an answer. */
export function refused(refusal: Refused['refusal']): Refused {
  return { ok: false, refusal };
}

/** Whether the reader takes a refusal as final, although an event that is not folded yet may make it untrue. */
export function isFinalNo(answer: object): boolean {
  if (!('refusal' in answer)) return false;
  const { code, retry } = answer.refusal as Refused['refusal'];
  return !retry && code !== 'TOPIC_UNKNOWN';
}

/**
 * Reads a topic for a user. If another generation takes the place of the live one meanwhile, it is read again: no
 * answer has documents of one generation under the name of the other.
 */
export async function readTopic(
  source: TopicSource,
  question: TopicQuestion,
  userId: string | null,
): Promise<TopicRead | Refused> {
  for (let attempt = 0; attempt < GENERATION_ATTEMPTS; attempt += 1) {
    const read = await readOnce(source, question, userId);
    if (read !== null) return read;
  }
  return refused(edgeRefusal('UNAVAILABLE'));
}

/**
 * First the end of the feed, then the documents, and the rights before and after these, so that a right that ends
 * meanwhile still counts (P8). Reads that are the same for every reader are shared.
 *
 * @returns `null`: another generation has taken the place of the one that was read
 */
async function readOnce(
  { store, collections, share }: TopicSource,
  question: TopicQuestion,
  userId: string | null,
): Promise<TopicRead | Refused | null> {
  const topic = findTopic(question.name);
  if (topic === null) return refused(edgeRefusal('TOPIC_UNKNOWN'));
  const feedEnd = () => share('feed end', () => store.feedEnd());
  const [{ generation, position }, feedFloor] = await Promise.all([
    feedEnd(),
    question.since === null ? START : share('feed floor', () => store.feedFloor()),
  ]);
  const since = usableSince(question.since, generation, feedFloor);
  const before = await readRights(store, topic, userId);
  if (before.refusal !== null) return refused(refusalOf(rejection(before.refusal)));
  if (since !== null && since > position) return refused(edgeRefusal('UNAVAILABLE'));

  const { name, floor, below } = question;
  // The feed does not say what has left a topic that names its documents.
  const mayResume = since !== null && below === null && topic.some === undefined;
  const everybodys = await share(JSON.stringify(['window', generation, name, floor, below]), () =>
    readWindow(store, collections, topic, { floor, below }),
  );
  // Documents that left are read after the window, so that one that leaves in between is among them. Otherwise the
  // reader would learn of it neither here nor by a row, since the hub does not count it as held (P5).
  const [window, left] = await Promise.all([
    withViewer(store, collections, everybodys, userId),
    mayResume ? share(JSON.stringify(['left', generation, name, since]), () => store.leftSince(name, since)) : [],
  ]);
  const isResume = mayResume && !window.isCut;

  const [rights, after] = await Promise.all([readRights(store, topic, userId), feedEnd()]);
  if (after.generation !== generation) return null;
  if (rights.refusal !== null) return refused(refusalOf(rejection(rights.refusal)));
  return { topic, rights, window, generation, position, since: isResume ? since : null, left: isResume ? left : [] };
}

/** The position from which the feed has all changes, or `null` when a fresh snapshot is needed. */
function usableSince(since: Cursor | null, generation: string, feedFloor: string): string | null {
  if (since === null || since.generation !== generation) return null;
  return since.position < feedFloor ? null : since.position;
}

/** A request for a topic that is read once. */
export interface OnceQuestion {
  readonly topic: string;
  readonly floor: string | null;
  /** Position and era that the answer must not be older than; `null`: any. */
  readonly notBefore: Freshness | null;
  /** Network address of who asks. */
  readonly address: string;
}

/** Runs something in a turn that others wait for. */
export type InTurn = <T>(make: () => Promise<T>) => Promise<T>;

/**
 * A function that reads topics once, with the answer that a joining socket would get (`GET /api/topics/:topic`). Few
 * windows are read at a time for one user, or for the visitors of one address; each read is one turn of the caller
 * (`inTurn`), and none is held while the read models fall behind.
 */
export function createTopicReader(
  source: TopicSource & { readonly eras: KnownEras },
  reach: LogReach,
): (question: OnceQuestion, userId: string | null, inTurn?: InTurn) => Promise<TopicAnswer | Refused> {
  const turns = createSharedTurns(READS_PER_CLIENT);
  return async ({ topic, floor, notBefore, address }, userId, inTurn = (make) => make()) => {
    if (notBefore !== null && !(await waitForNamed(reach, await source.eras.believed(notBefore))))
      return refused(edgeRefusal('UNAVAILABLE'));
    const client = userId === null ? `address ${address}` : `user ${userId}`;
    const look = () =>
      inTurn(async () => {
        const done = await turns.begin(client, JSON.stringify([topic, floor]));
        try {
          return await readTopic(source, { name: topic, floor: null, below: floor, since: null }, userId);
        } finally {
          done();
        }
      });
    const read = (await readWithCertainty(reach, look, isFinalNo)) ?? refused(edgeRefusal('UNAVAILABLE'));
    return 'ok' in read
      ? read
      : topicAnswer(source.collections, read.window, { ...read, era: source.eras.present(), userId });
  };
}
