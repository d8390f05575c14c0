import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chatIdOf } from '#domain/chat/pair.ts';
import type { ChatState } from '#domain/chat/state.ts';
import { type Actor, actorId } from '#domain/kernel/actor.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { derivedId, eventId } from '#domain/kernel/ids.ts';
import { parseEvent } from '#domain/kernel/parseEvent.ts';
import { personal } from '#domain/kernel/personal.ts';
import type { MessageState } from '#domain/message/state.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { createDocumentSet, type DocumentSet } from '#projections/kernel/documentSet.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import {
  type Conversation,
  conversationKey,
  conversations,
  isUnread,
  type Message,
  messages,
  threadKey,
  unreadChats,
} from '#projections/message/collections.ts';
import { foldTable } from '#projections/registry.ts';
import { World } from '../../domain/world.ts';
import { id, instant, position } from '../support/events.ts';
import { documentOf } from '../support/folded.ts';

/** Pinned: a failure prints the path to its counterexample. */
const RUNS = { seed: 20_261_128, numRuns: 60 };
const ANN = id('ann');
const BOB = id('bob');
const CHAT = chatIdOf(ANN, BOB);
const SYSTEM: Actor = { kind: 'system', name: 'test' };

const acts = ['start', 'open', 'delete', 'close', 'write', 'write', 'write', 'see', 'see', 'like', 'end'] as const;
const step = fc.record({
  act: fc.constantFrom(...acts),
  isAnn: fc.boolean(),
  pick: fc.nat(40),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Two members, and everything that the two of them do, by the rules; each event is folded at once. */
class Talk {
  readonly world = new World();
  readonly events: RecordedEvent[] = [];
  readonly live: DocumentSet = createDocumentSet(foldTable.collections.values());

  constructor() {
    for (const [userId, name] of [
      [ANN, 'ann'],
      [BOB, 'bob'],
    ] as const) {
      const email = `${name}@ou.edu`;
      this.#seed(userId, 'UserRegistered', {
        ...{ userId, campus: 'ou', email: personal(email), username: personal(name) },
        ...{ firstName: personal(name), lastName: personal('X.') },
      });
      this.#seed(userId, 'EmailConfirmed', { userId, codeId: id('code') });
      const joined = { userId, campus: 'ou', previousCampus: null, schoolEmail: personal(email) };
      this.#seed(userId, 'SchoolVerified', joined);
    }
  }

  /** An event of before the story. */
  #seed(userId: string, type: string, data: object): void {
    const { version = 1 } = eventDefinitions[type] ?? {};
    const parsed = parseEvent(eventDefinitions, { type, version, data });
    if (parsed.kind !== 'event') throw new Error(`${type} does not parse.`);
    this.world.append('user', userId, parsed.event, { actor: SYSTEM, campus: 'ou', now: instant(0), uploads: [] });
    this.#fold();
  }

  take({ act, isAnn, pick }: Step): void {
    const [me, other] = isAnn ? [ANN, BOB] : [BOB, ANN];
    const said = this.world.ids('message');
    const messageId = said[pick % Math.max(1, said.length)] ?? id('nobody');
    // Now and then somebody who was offline means the round before.
    const present = (this.world.stateOf('chat', CHAT) as ChatState).round?.round ?? 1;
    const round = Math.max(1, present - (pick % 4 === 0 ? 1 : 0));
    const given = {
      start: ['StartChat', { userId: other }],
      open: ['OpenChat', { chatId: CHAT, round }],
      delete: ['DeleteChat', { chatId: CHAT, round }],
      close: ['CloseChat', { chatId: CHAT, userId: other }],
      write: ['SendMessage', { chatId: CHAT, text: `line ${this.events.length}`, media: [], postId: null }],
      see: ['SeeMessage', { messageId }],
      like: ['LikeMessage', { messageId }],
      end: ['EndMessage', { messageId: this.#ended() ?? messageId }],
    } as const;
    // An account ends seldom, and a message only with its conversation.
    if (act === 'close' && pick > 1) return;
    if (act === 'end' && this.#ended() === null) return;
    const actor: Actor = act === 'close' || act === 'end' ? SYSTEM : { kind: 'user', userId: me };
    const [type, data] = given[act];
    // The world gives each command twice: the second one changes nothing.
    this.world.dispatch(type, data, { actor, campus: 'ou', now: instant(this.events.length), uploads: [] });
    this.#fold();
  }

  /** A message of a round that is over. */
  #ended(): string | null {
    const chat = this.world.stateOf('chat', CHAT) as { round: { round: number } | null; deleted: boolean };
    return (
      this.world.ids('message').find((each) => {
        const { place, deleted } = this.world.stateOf('message', each) as MessageState;
        return !deleted && (chat.deleted || place?.round !== chat.round?.round);
      }) ?? null
    );
  }

  /** Folds what has happened since. */
  #fold(): void {
    for (const { stream, event, at, actor } of this.world.log.slice(this.events.length)) {
      const n = this.events.length + 1;
      const commandId = derivedId('command', String(n));
      const recorded: RecordedEvent = {
        ...{ id: eventId(commandId, 0), stream, revision: n, position: position(n), type: event.type, version: 1 },
        data: event.data,
        meta: { commandId, commandHash: 'test', actor: actorId(actor), campus: 'ou', at, causedBy: null },
      };
      this.events.push(recorded);
      foldInto(this.live, recorded);
    }
  }

  side(user: string): Conversation | null {
    return documentOf(this.live, conversations, conversationKey(CHAT, user)) ?? null;
  }
}

function foldInto(documents: DocumentSet, event: RecordedEvent): void {
  const { changes, failures } = foldEvent(foldTable, event, documents);
  expect(failures).toEqual([]);
  for (const { collection, key, doc } of changes) documents.put({ collection, key, position: event.position, doc });
}

const shown = (documents: DocumentSet, round: number) =>
  documents.query(messages.name, 'thread', [threadKey(CHAT, round)]).map(({ doc }) => doc as Message);

describe('two people who talk', () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });

  it('[CHAT-15] [DATA-14 in part] [CHAT-12 in part] see the same messages in the same order, each once, and none of a deleted round', () => {
    let rounds = 0;
    fc.assert(
      fc.property(steps, (story) => {
        const talk = new Talk();
        for (const each of story) {
          talk.take(each);
          const present = [talk.side(ANN), talk.side(BOB)].flatMap((side) => (side === null ? [] : [side]));
          // Either of them reads the one thread of the present round.
          expect(new Set(present.map(({ round }) => round)).size).toBeLessThanOrEqual(1);
          for (const { round, lastMessage } of present) {
            const sent = talk.events.filter(
              ({ type, data }) => type === 'MessageSent' && (data as { round: number }).round === round,
            );
            const lines = shown(talk.live, round);
            expect(lines.map(({ id: key }) => key)).toEqual(
              sent.map(({ data }) => (data as { messageId: string }).messageId).reverse(),
            );
            expect(lastMessage?.id).toBe(lines[0]?.id);
            rounds = Math.max(rounds, round);
          }
        }
      }),
      RUNS,
    );
    expect(rounds).toBeGreaterThan(2);
  });

  it('[DATA-15 in part] [CHAT-18] have as many unread as their lists show, by a count of what was sent and seen', () => {
    const counts = new Set<number>();
    fc.assert(
      fc.property(steps, (story) => {
        const talk = new Talk();
        for (const each of story) {
          talk.take(each);
          for (const user of [ANN, BOB]) {
            const side = talk.side(user);
            const said = documentOf(talk.live, unreadChats, user)?.chats ?? 0;
            counts.add(said);
            expect(said).toBe(side !== null && isUnread(side) ? 1 : 0);
            expect(said).toBe(isUnreadByCount(talk.events, user) ? 1 : 0);
          }
        }
      }),
      RUNS,
    );
    expect([...counts].sort()).toEqual([0, 1]);
  });

  it('[CHAT-10 in part] never see a mark go back, and the marks of both agree', () => {
    fc.assert(
      fc.property(steps, (story) => {
        const talk = new Talk();
        let before = new Map<string, Conversation>();
        for (const each of story) {
          talk.take(each);
          const now = new Map<string, Conversation>();
          for (const user of [ANN, BOB]) {
            const side = talk.side(user);
            if (side === null) continue;
            now.set(user, side);
            const last = before.get(user);
            if (last?.round !== side.round) continue;
            expect(side.sentSeen).toBeGreaterThanOrEqual(last.sentSeen);
            expect(side.receivedSeen).toBeGreaterThanOrEqual(last.receivedSeen);
          }
          const [ann, bob] = [now.get(ANN), now.get(BOB)];
          if (ann !== undefined && bob !== undefined) {
            expect([ann.sentSeen, ann.sent]).toEqual([bob.receivedSeen, bob.received]);
            expect([bob.sentSeen, bob.sent]).toEqual([ann.receivedSeen, ann.received]);
          }
          before = now;
        }
      }),
      RUNS,
    );
  });
});

/** Whether the conversation is unread for one of the two, by the log alone. */
function isUnreadByCount(events: readonly RecordedEvent[], user: string): boolean {
  const begun = events.findLast(({ type }) => type === 'ChatStarted');
  if (begun === undefined) return false;
  const own = events.slice(events.indexOf(begun));
  const { round, starter } = begun.data as { round: number; starter: string };
  if (own.some(({ type }) => type === 'ChatDeleted' || type === 'ChatClosed')) return false;
  const ofRound = (type: string, isMine: (data: { author: string; recipient: string }) => boolean) =>
    own
      .filter((event) => event.type === type && (event.data as { round: number }).round === round)
      .map(({ data }) => data as { messageId: string; author: string; recipient: string })
      .filter(isMine)
      .map(({ messageId }) => messageId);
  const sent = ofRound('MessageSent', ({ recipient }) => recipient === user);
  const seen = new Set(ofRound('MessageSeen', ({ recipient }) => recipient === user));
  const isOpened = starter === user || seen.size > 0 || own.some(({ type }) => type === 'ChatOpened');
  return !isOpened || sent.slice(sent.findLastIndex((each) => seen.has(each)) + 1).length > 0;
}
