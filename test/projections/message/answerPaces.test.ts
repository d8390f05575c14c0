import { describe, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import { personal } from '#domain/kernel/personal.ts';
import { answerPaces, answerTimes } from '#projections/message/collections.ts';
import { createLogBuilder, id } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

const START = Date.parse('2026-03-02T12:00:00.000Z');
const MINUTE = 60_000;

/** Bob, and people who write to him. */
function questions() {
  const log = createLogBuilder();
  const times: string[] = [];
  let messages = 0;
  const dataOf = (name: string, round: number) => {
    return { chatId: chatIdOf(id(name), id('bob')), round, starter: id(name), partner: id('bob') };
  };
  const add = (type: string, data: object, minute: number) => {
    log.add(type, data);
    times.push(new Date(START + minute * MINUTE).toISOString());
  };
  const documents = () =>
    foldAll(log.events.map((event, index) => ({ ...event, meta: { ...event.meta, at: times[index] ?? '' } })));
  const said = (author: string, recipient: string, minute: number, round: number) => {
    messages += 1;
    const chatId = chatIdOf(id(author), id(recipient));
    const place = { messageId: id(`message${messages}`), chatId, round, author: id(author), recipient: id(recipient) };
    const words = { text: personal('Hello'), media: personal([]), hasMedia: false, post: null };
    add('MessageSent', { ...place, ...words }, minute);
  };
  return {
    asks(name: string, minute: number, round = 1) {
      add('ChatStarted', dataOf(name, round), minute);
      said(name, 'bob', minute, round);
    },
    says: (name: string, minute: number, round = 1) => said(name, 'bob', minute, round),
    answers: (name: string, minute: number, round = 1) => said('bob', name, minute, round),
    deletes: (name: string, round = 1, minute = 505) => add('ChatDeleted', dataOf(name, round), minute),
    judged: () => documentOf(documents(), answerPaces, id('bob')),
    closes: (name: string) => add('ChatClosed', { ...dataOf(name, 1), gone: id('bob') }, 600),
    pace: () => documentOf(documents(), answerPaces, id('bob'))?.within ?? null,
    list: () => documentOf(documents(), answerTimes, id('bob'))?.list ?? [],
  };
}

describe('how soon somebody answers', () => {
  it('[SHOP-A3 in part] is the time within which three of four got their first answer, once three have asked', () => {
    const bob = questions();
    for (const [index, name] of ['ann', 'cid'].entries()) {
      bob.asks(name, index);
      bob.answers(name, index + 60);
    }
    expect(bob.pace()).toBeNull();
    bob.asks('dee', 100);
    bob.answers('dee', 160);
    expect(bob.pace()).toBe('hour');
    bob.asks('eve', 200);
    bob.answers('eve', 200 + 5 * 60);
    expect(bob.pace()).toBe('hour');
    bob.asks('fay', 600);
    bob.answers('fay', 600 + 25 * 60);
    expect(bob.pace()).toBe('day');
  });

  it('a question without an answer counts once its time is over, and not before', () => {
    const bob = questions();
    for (const name of ['ann', 'cid', 'dee']) {
      bob.asks(name, 0);
      bob.answers(name, 5);
    }
    bob.asks('eve', 10);
    bob.asks('fay', 11);
    expect(bob.pace()).toBe('hour');
    // An hour later two of five have waited for longer than that.
    bob.asks('gus', 72);
    expect(bob.pace()).toBe('hours');
    bob.asks('hal', 72 + 8 * 24 * 60);
    expect(bob.pace()).toBeNull();
  });

  it('the first message of a round asks, whoever began it, and only the first one back answers', () => {
    const bob = questions();
    bob.asks('ann', 0);
    bob.says('ann', 1);
    bob.answers('ann', 30);
    bob.answers('ann', 500);
    expect(bob.list().map(({ minutes }) => minutes)).toEqual([30]);
    bob.deletes('ann');
    bob.answers('ann', 510);
    bob.asks('ann', 600, 2);
    bob.answers('ann', 607, 2);
    // A conversation counts once, by its last round.
    expect(bob.list().map(({ round, minutes }) => [round, minutes])).toEqual([[2, 7]]);
  });

  it('nobody ruins it by questions that are taken back, nor makes it alone', () => {
    const bob = questions();
    for (const name of ['ann', 'cid', 'dee']) {
      bob.asks(name, 0);
      bob.answers(name, 5);
    }
    for (let round = 1; round <= 20; round += 1) {
      bob.asks('mal', round * 100, round);
      bob.deletes('mal', round, round * 100 + 1);
    }
    expect([bob.list().length, bob.pace()]).toEqual([3, 'hour']);
    const eve = questions();
    for (let round = 1; round <= 4; round += 1) {
      eve.asks('friend', round * 100, round);
      eve.answers('friend', round * 100 + 1, round);
      eve.deletes('friend', round, round * 100 + 2);
    }
    expect([eve.list().length, eve.pace()]).toEqual([1, null]);
  });

  it('says on which day it was judged, and no more than that', () => {
    const bob = questions();
    for (const name of ['ann', 'cid', 'dee', 'eve']) {
      bob.asks(name, 0);
      bob.answers(name, 5);
    }
    expect(bob.judged()).toEqual({ id: id('bob'), within: 'hour', day: '2026-03-02' });
    bob.asks('fay', 2 * 24 * 60);
    expect(bob.judged()?.day).toBe('2026-03-04');
  });

  it('[P10 in part] the last twenty count, and nothing is left of who has gone', () => {
    const bob = questions();
    for (let index = 0; index < 25; index += 1) bob.asks(`person${index}`, index);
    expect(bob.list()).toHaveLength(20);
    bob.closes('person3');
    expect(bob.list()).toEqual([]);
    expect(bob.pace()).toBeNull();
  });
});
