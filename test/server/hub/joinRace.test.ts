import { expect, it } from '@jest/globals';
import type { Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { guest, hubRig, subscribeTo } from './hubRig.ts';

/** More turns of the microtask queue than joining a topic takes with stores in memory. */
const TURNS_MAX = 80;

/** Somebody joins the feed; so many turns later a post is committed and told. What do they learn of it? */
async function joinedBeside(turns: number): Promise<readonly string[]> {
  const { hub, log, publish } = await hubRig();
  log.add('UserRegistered', registration('ada'));
  await publish();
  const reader = guest(hub, id('ada'));
  const joining = reader.peer.receive('subscribe', subscribeTo(topicName.feed('ou')));
  for (let turn = 0; turn < turns; turn += 1) await null;
  log.add('PostCreated', creation(topLevel('desk', 'ada')));
  await publish();
  const answer = (await joining) as TopicAnswer;
  const told = [answer, ...reader.sent<Rows>('rows')].flatMap(({ documents }) => documents);
  return told.map(({ collection, key }) => `${collection} ${key}`);
}

it('[P5] a reader who joins while a row is told misses nothing, however the two fall together', async () => {
  const missed: number[] = [];
  for (let turns = 0; turns <= TURNS_MAX; turns += 1) {
    const told = await joinedBeside(turns);
    if (!told.includes(`posts ${id('desk')}`)) missed.push(turns);
  }
  expect(missed).toEqual([]);
});
