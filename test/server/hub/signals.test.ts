import { describe, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import { START } from '#projections/sync/position.ts';
import type { Signalled } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import {
  IGNORED_MESSAGES_MAX,
  SIGNAL_BACKLOG_MAX_PACKETS,
  SIGNALS_PER_MINUTE,
  SIGNALS_PER_USER,
} from '#server/hub/limits.ts';
import { id, registration, verification } from '#test/projections/support/events.ts';
import { type Guest, guest, hubRig, subscribeTo } from './hubRig.ts';

const [ann, bob, cyd] = [id('ann'), id('bob'), id('cyd')];
const chatId = chatIdOf(ann, bob);
const topic = topicName.messages(chatId, '1');
const round = { chatId, round: 1, starter: ann, partner: bob };
const writing = { topic, name: 'writes', data: { isWriting: true } };
/** Schemas throw where they compare its length. */
const HOSTILE = { length: { valueOf: 1, toString: 1 } };
const heard = { ...writing, from: ann };

/** A conversation of Ann and Bob, open on a page of each. */
async function talk() {
  const rig = await hubRig();
  for (const name of ['ann', 'bob', 'cyd']) rig.log.add('UserRegistered', registration(name));
  for (const name of ['ann', 'bob', 'cyd']) rig.log.add('EmailConfirmed', { userId: id(name), codeId: id('code') });
  for (const name of ['ann', 'bob']) rig.log.add('SchoolVerified', verification(name));
  rig.log.add('ChatStarted', round);
  await rig.publish();
  const [hers, his] = [guest(rig.hub, ann), guest(rig.hub, bob)];
  for (const { peer } of [hers, his])
    expect(await peer.receive('subscribe', subscribeTo(topic))).toMatchObject({ ok: true });
  return { ...rig, hers, his };
}

const say = ({ peer }: Guest, signal: unknown = writing) => peer.receive('signal', signal);
const signals = (page: Guest) => page.sent<Signalled>('signal');

describe('a signal', () => {
  it('goes to all pages of others that have joined the topic, and back to none of one’s own', async () => {
    const { hub, hers, his } = await talk();
    const [hisSecond, herSecond, elsewhere] = [guest(hub, bob), guest(hub, ann), guest(hub, bob)];
    for (const { peer } of [hisSecond, herSecond]) await peer.receive('subscribe', subscribeTo(topic));
    await elsewhere.peer.receive('subscribe', subscribeTo(topicName.chat(chatId)));
    expect(await say(hers)).toBeNull();
    expect([his, hisSecond].map(signals)).toEqual([[heard], [heard]]);
    expect([hers, herSecond, elsewhere].map(signals)).toEqual([[], [], []]);
  });

  it('reaches the pages of another hub, and comes to nobody who joins later', async () => {
    const { hub, hers, elsewhere } = await talk();
    const other = await elsewhere();
    const there = guest(other, bob);
    await there.peer.receive('subscribe', subscribeTo(topic));
    await say(hers);
    await Promise.resolve();
    expect(signals(there)).toEqual([heard]);
    const late = guest(hub, bob);
    await late.peer.receive('subscribe', subscribeTo(topic));
    expect(signals(late)).toEqual([]);
    await other.close();
  });

  it('of somebody who has not joined the topic, or cannot, reaches nobody', async () => {
    const { hub, hers, his } = await talk();
    const strangers = [guest(hub, cyd), guest(hub, null), guest(hub, ann)];
    for (const stranger of strangers.slice(0, 2)) {
      expect(await stranger.peer.receive('subscribe', subscribeTo(topic))).toMatchObject({ ok: false });
    }
    for (const stranger of strangers) await say(stranger);
    expect([signals(hers), signals(his)]).toEqual([[], []]);
    expect(hub.stats().refusedMessages).toBe(strangers.length);
  });

  it.each([
    ['no name', { topic, data: {} }],
    ['a name that there is not', { ...writing, name: 'constructor' }],
    ['other contents', { ...writing, data: { isWriting: 'yes' } }],
    ['more contents', { ...writing, data: { isWriting: true, text: 'secret' } }],
    ['more beside it', { ...writing, from: bob }],
    ['a length that cannot be compared', { ...writing, name: HOSTILE }],
    ['such a length in its contents', { ...writing, data: { isWriting: HOSTILE } }],
    ['more levels than a stack has', { ...writing, data: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) }],
    ['a topic of another kind', { ...writing, topic: topicName.chat(chatId) }],
    ['nothing', null],
    ['a text', 'writes'],
  ])('with %s reaches nobody', async (_what, signal) => {
    const { hub, hers, his } = await talk();
    await hers.peer.receive('subscribe', subscribeTo(topicName.chat(chatId)));
    await say(hers, signal);
    expect(signals(his)).toEqual([]);
    expect(hub.stats()).toMatchObject({ refusedMessages: 1, failedHandlers: 0 });
  });

  it('is asked for its right each time: a conversation that is closed or deleted carries none', async () => {
    const closed = await talk();
    closed.log.add('ChatClosed', { ...round, gone: bob });
    await closed.publish();
    await say(closed.hers);
    expect(signals(closed.his)).toEqual([]);
    const deleted = await talk();
    deleted.log.add('ChatDeleted', round);
    await deleted.publish();
    await say(deleted.hers);
    expect(signals(deleted.his)).toEqual([]);
  });

  it('of a person without a school says nothing, and neither does a session that is over', async () => {
    const { hub, log, publish, hers, his } = await talk();
    const dan = id('dan');
    log.add('UserRegistered', registration('dan'));
    log.add('EmailConfirmed', { userId: dan, codeId: id('code') });
    const withDan = chatIdOf(dan, bob);
    log.add('ChatStarted', { chatId: withDan, round: 1, starter: bob, partner: dan });
    await publish();
    const there = topicName.messages(withDan, '1');
    const dans = guest(hub, dan);
    for (const { peer } of [dans, his])
      expect(await peer.receive('subscribe', subscribeTo(there))).toMatchObject({ ok: true });
    await say(dans, { ...writing, topic: there });
    hub.endUser(ann);
    await say(hers);
    expect(signals(his)).toEqual([]);
  });

  it('waits for nobody: a page for which much waits gets none', async () => {
    const { hers, his } = await talk();
    his.backlog = { bytes: 0, packets: SIGNAL_BACKLOG_MAX_PACKETS + 1 };
    await say(hers);
    his.backlog = { bytes: 0, packets: 0 };
    expect(signals(his)).toEqual([]);
    await say(hers);
    expect(signals(his)).toEqual([heard]);
  });

  it('counts for all pages of somebody together, so that many of them are no flood for the others', async () => {
    const { hub, hers, his, clock } = await talk();
    const pages = [hers, guest(hub, ann), guest(hub, ann)];
    for (const page of pages) {
      await page.peer.receive('subscribe', subscribeTo(topic));
      for (let count = 0; count < SIGNALS_PER_MINUTE; count += 1) await say(page);
    }
    expect(pages.length * SIGNALS_PER_MINUTE).toBeGreaterThan(SIGNALS_PER_USER);
    expect(signals(his)).toHaveLength(SIGNALS_PER_USER);
    clock.advance(60_000);
    await say(hers);
    expect(signals(his)).toHaveLength(SIGNALS_PER_USER + 1);
  });

  it('counts apart: too many are dropped and starve no question, and a flood ends its connection', async () => {
    const { hers, his, clock } = await talk();
    for (let count = 0; count < SIGNALS_PER_MINUTE + 10; count += 1) await say(hers);
    expect(signals(his)).toHaveLength(SIGNALS_PER_MINUTE);
    const need = { refs: [], notBefore: START };
    expect(await hers.peer.receive('need', need)).toMatchObject({ ok: true });
    clock.advance(60_000);
    await say(hers);
    expect(signals(his)).toHaveLength(SIGNALS_PER_MINUTE + 1);
    for (let count = 0; count < SIGNALS_PER_MINUTE + IGNORED_MESSAGES_MAX; count += 1) await say(hers);
    expect(hers.ended).toEqual(['flood']);
    expect(his.ended).toEqual([]);
  });
});
