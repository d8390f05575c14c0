import { describe, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import { chatFact } from '#domain/chat/state.ts';
import type { Actor } from '#domain/kernel/actor.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { messageFact } from '#domain/message/state.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { orderValue } from '#projections/kernel/documentSet.ts';
import { conversationKey, conversations, unreadChats } from '#projections/message/collections.ts';
import { collections } from '#projections/registry.ts';
import { createLateChatReactor } from '#server/chat/lateChats.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { createMessageEndings } from '#server/message/endings.ts';
import { dependents } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { endDependents } from '#server/reactors/endDependents.ts';
import { createAnswer, handOver } from '#server/reactors/reactor.ts';
import { documentOf, foldAll } from '#test/projections/support/folded.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, SYSTEM, userActor } from '../support/people.ts';

const DAY_MS = 86_400_000;
const ALL = 1_000;

/** Two members who talk, and the reactors of conversations and messages over what the log says. */
async function talking() {
  const rig = dispatchRig();
  const ada = await registerMember(rig, 'ada');
  const bob = await registerMember(rig, 'bob');
  const chatId = chatIdOf(ada, bob);
  const whole = () => rig.log.readAll(START, ALL);
  const away = { folds: false };
  const parts = {
    dispatcher: rig.dispatcher,
    projector: {
      async waitFor() {
        if (away.folds) throw new Unavailable('not yet');
      },
    },
    readStore: {
      get: async () => [],
      async query(
        collection: string,
        query: string,
        values: readonly string[],
        page: { below: string | null; limit: number },
      ) {
        const found = foldAll(await whole()).query(collection, query, values);
        const order = collections.get(collection)?.queries[query]?.order ?? '';
        return found.filter((each) => page.below === null || orderValue(each, order) < page.below).slice(0, page.limit);
      },
    },
    pause: async () => undefined,
    logger: silentLogger,
  } as unknown as Parameters<typeof createMessageEndings>[0];
  const reactors = [createMessageEndings(parts), createLateChatReactor(parts)];
  let position = START;
  /** Hands over the events that were not handled yet. */
  const run = async () => {
    for (const event of await whole()) {
      if (event.position <= position) continue;
      for (const reactor of reactors) await handOver(reactor, typedEvent(event));
      position = event.position;
    }
  };
  const by = (actor: Actor, word: string, type: string, data: object) => rig.give(actor, idOf(word), type, data);
  const give = async (userId: string, word: string, type: string, data: object) => {
    expect(await by(userActor(userId), word, type, data)).toMatchObject({ ok: true });
  };
  const say = async (by: string, word: string) => {
    await give(by, word, 'SendMessage', { chatId, text: word, media: [], postId: null });
    return newId(effectiveCommandId(by, idOf(word)), 0);
  };
  const start = (word: string) => give(ada, word, 'StartChat', { userId: bob });
  const remove = (word: string) => give(bob, word, 'DeleteChat', { chatId, round: 1 });
  const stands = async (messageId: string) => !(await rig.dispatcher.stateOf(messageFact(messageId))).deleted;
  const gone = async () => (await rig.dispatcher.stateOf(chatFact(chatId))).gone;
  return { ...rig, ada, bob, chatId, whole, parts, away, run, by, give, say, start, remove, stands, gone };
}

describe('the end of a conversation', () => {
  it('[CHAT-12 in part] [DATA-13 in part] ends all its messages, each by an event of its own, and no other', async () => {
    const rig = await talking();
    await rig.start('first');
    const said: string[] = [];
    for (let n = 0; n < 40; n += 1) said.push(await rig.say(n % 2 === 0 ? rig.ada : rig.bob, `line ${n}`));
    await rig.remove('delete');
    await rig.start('second');
    const anew = await rig.say(rig.ada, 'anew');
    await rig.run();
    expect(await Promise.all(said.map(rig.stands))).toEqual(said.map(() => false));
    expect(await rig.stands(anew)).toBe(true);
    // Handed over once more, after a crash: nothing is ended twice.
    const before = (await rig.whole()).length;
    for (const event of await rig.whole()) await handOver(createMessageEndings(rig.parts), typedEvent(event));
    expect(await rig.whole()).toHaveLength(before);
  });

  it('[CHAT-12 in part] waits until the read models know of the deletion', async () => {
    const rig = await talking();
    await rig.start('first');
    const said = await rig.say(rig.ada, 'one');
    await rig.run();
    await rig.remove('delete');
    rig.away.folds = true;
    await expect(rig.run()).rejects.toThrow(Unavailable);
    expect(await rig.stands(said)).toBe(true);
    rig.away.folds = false;
    await rig.run();
    expect(await rig.stands(said)).toBe(false);
  });

  it('[CHAT-12 in part] ends a message that was written while it was deleted, also after a new beginning (Q46)', async () => {
    for (const isBegunAgain of [false, true]) {
      const rig = await talking();
      await rig.start('first');
      const said = await rig.say(rig.ada, 'late');
      await rig.remove('delete');
      if (isBegunAgain) await rig.start('second');
      // Its own event alone: the deletion was handled before.
      const [late] = (await rig.whole()).filter(({ type }) => type === 'MessageSent');
      if (late !== undefined) await handOver(createMessageEndings(rig.parts), typedEvent(late));
      expect([isBegunAgain, await rig.stands(said)]).toEqual([isBegunAgain, false]);
    }
  });
});

describe('the end of an account (D53)', () => {
  it('closes its conversations and ends its messages, and leaves those of the other one', async () => {
    const rig = await talking();
    await rig.start('first');
    const [own, others] = [await rig.say(rig.ada, 'mine'), await rig.say(rig.bob, 'yours')];
    await rig.give(rig.ada, 'request', 'RequestDeletion', {});
    rig.clock.advance(7 * DAY_MS);
    await rig.by(SYSTEM, 'begin', 'BeginDeletion', { userId: rig.ada });
    const begun = (await rig.whole()).findLast(({ type }) => type === 'DeletionBegun');
    if (begun === undefined) throw new Error('No deletion has begun.');
    const answer = createAnswer('deletion', rig.dispatcher, silentLogger);
    for (const each of dependents.filter(({ of }) => of === 'user')) {
      await endDependents(typedEvent(begun), each, rig.ada, answer, rig.parts);
    }
    expect(await rig.gone()).toEqual([rig.ada]);
    expect([await rig.stands(own), await rig.stands(others)]).toEqual([false, true]);
    const documents = foldAll(await rig.whole());
    expect(documentOf(documents, conversations, conversationKey(rig.chatId, rig.bob))).toMatchObject({ closed: true });
    expect(documentOf(documents, unreadChats, rig.bob)).toMatchObject({ chats: 0 });
    // One that was begun or written meanwhile ends as well.
    await rig.run();
    expect(await rig.gone()).toEqual([rig.ada]);
  });

  it('closes it for both where both accounts end, one after the other', async () => {
    const rig = await talking();
    await rig.start('first');
    for (const [name, person] of Object.entries({ ada: rig.ada, bob: rig.bob })) {
      await rig.by(SYSTEM, `erase ${name}`, 'EraseUser', { userId: person });
      await rig.run();
    }
    expect(await rig.gone()).toEqual([rig.ada, rig.bob]);
    const documents = foldAll(await rig.whole());
    for (const person of [rig.ada, rig.bob]) {
      expect(documentOf(documents, conversations, conversationKey(rig.chatId, person))).toBeNull();
    }
  });

  it('closes one that is begun while the account of the other one is ending', async () => {
    const rig = await talking();
    await rig.give(rig.bob, 'request', 'RequestDeletion', {});
    rig.clock.advance(7 * DAY_MS);
    await rig.by(SYSTEM, 'begin', 'BeginDeletion', { userId: rig.bob });
    await rig.start('first');
    await rig.run();
    expect(await rig.gone()).toEqual([rig.bob]);
  });

  it('closes those of somebody whom the operator erases', async () => {
    const rig = await talking();
    await rig.start('first');
    await rig.by(SYSTEM, 'erase', 'EraseUser', { userId: rig.bob });
    await rig.run();
    expect(await rig.gone()).toEqual([rig.bob]);
    const late = { chatId: rig.chatId, text: 'Hello?', media: [], postId: null };
    expect(await rig.by(userActor(rig.ada), 'late', 'SendMessage', late)).toMatchObject({
      ok: false,
      rejection: { code: 'CHAT_CLOSED' },
    });
  });

  it('ends a message of its own that comes too late', async () => {
    const rig = await talking();
    await rig.start('first');
    const said = await rig.say(rig.ada, 'late');
    await rig.by(SYSTEM, 'close', 'CloseChat', { chatId: rig.chatId, userId: rig.ada });
    await rig.run();
    expect(await rig.stands(said)).toBe(false);
  });
});
