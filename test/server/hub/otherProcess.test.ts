import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Rows } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { FEED_POLL_EVERY_MS, FEED_RETRY_MS } from '#server/hub/limits.ts';
import {
  below,
  creation,
  deletion,
  id,
  position,
  registration,
  saving,
  topLevel,
  verification,
} from '#test/projections/support/events.ts';
import { type Guest, guest, type HubRig, hubRig, subscribeTo } from './hubRig.ts';

const SEED = 20_260_303;
const FEED = topicName.feed('ou');
const LAMP = topLevel('lamp', 'ada');

/** Ada and her post; Bob follows the feed at a hub beside the projector and at one in another process. */
async function withReaders() {
  const rig = await hubRig();
  rig.log.add('UserRegistered', registration('ada'));
  rig.log.add('PostCreated', creation(LAMP));
  await rig.publish();
  const other = await rig.elsewhere();
  const [here, there] = [guest(rig.hub, id('bob')), guest(other, id('bob'))];
  for (const { peer } of [here, there]) {
    expect(await peer.receive('subscribe', subscribeTo(FEED))).toMatchObject({ ok: true });
  }
  return { ...rig, other, here, there };
}

/** The other process polls. */
async function look({ clock }: Pick<HubRig, 'clock'>, milliseconds = FEED_POLL_EVERY_MS): Promise<void> {
  clock.advance(milliseconds);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

/** Every document that was sent, in order. */
const sentDocuments = ({ sent }: Guest) =>
  sent<Rows>('rows').flatMap(({ documents }) =>
    documents.map(({ collection, key, position: at }) => `${at} ${collection} ${key}`),
  );

describe('a hub in another process than the projector', () => {
  it('[P5] sends every row once and in order, as a hub does that is handed them, at any order of commits and polls', async () => {
    type Step = 'post' | 'comment' | 'save' | 'commit' | 'hand over' | 'look';
    const steps = fc.array(fc.constantFrom<Step>('post', 'comment', 'save', 'commit', 'hand over', 'look'), {
      minLength: 4,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const rig = await withReaders();
        const { log, hub, here, there } = rig;
        for (const [n, step] of story.entries()) {
          if (step === 'post') log.add('PostCreated', creation(topLevel(`post ${n}`, 'ada')));
          if (step === 'comment') log.add('PostCreated', creation(below(LAMP, `comment ${n}`, 'ada')));
          if (step === 'save') log.add('PostSaved', saving(LAMP, `reader ${n}`));
          // A commit that is not published here: the next row does not follow the last one sent.
          if (step === 'commit') await rig.commit();
          if (step === 'hand over') await hub.publish(await rig.commit());
          if (step === 'look') await look(rig);
        }
        await hub.publish(await rig.commit());
        await hub.publish();
        await look(rig);
        expect(sentDocuments(there)).toEqual(sentDocuments(here));
        expect(new Set(sentDocuments(there)).size).toBe(sentDocuments(there).length);
        expect(sentDocuments(there)).toEqual(
          sentDocuments(there).toSorted((a, b) => (a.slice(0, 16) < b.slice(0, 16) ? -1 : 0)),
        );
        expect(rig.other.stats().position).toBe(await rig.store.checkpoint());
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it('[P5] sends the corrections of a rebuild, at a position that was published already', async () => {
    const rig = await withReaders();
    const post = rig.store.documents.get('posts', id('lamp'));
    if (post === undefined) throw new Error('There is no lamp.');
    const at = await rig.store.checkpoint();
    await rig.correct([{ ...post, position: at, before: post.position, topics: [FEED], left: [] }]);
    await look(rig);
    expect(sentDocuments(rig.there)).toEqual([`${at} posts ${id('lamp')}`]);
    await look(rig);
    expect(sentDocuments(rig.there)).toHaveLength(1);
  });

  it('[P5] says that something is not there only when the read models have reached the end of the log', async () => {
    const rig = await withReaders();
    rig.log.add('PostCreated', creation(topLevel('desk', 'ada')));
    const asked = rig.there.peer.receive('subscribe', subscribeTo(topicName.post(id('desk'))));
    await look(rig);
    await rig.commit();
    await look(rig);
    expect(await asked).toMatchObject({ ok: true });
    const never = await rig.there.peer.receive('subscribe', subscribeTo(topicName.post(id('never'))));
    expect(never).toMatchObject({ ok: false, refusal: { code: 'POST_UNKNOWN', retry: false } });
  });

  it('sends everybody away when another generation takes the place of its own, and goes on from there', async () => {
    const rig = await withReaders();
    const documents = rig.store.documents;
    rig.store.begin({ documents, folded: [], parked: [], position: await rig.store.checkpoint() });
    await look(rig);
    expect(rig.there.ended).toEqual(['hub-lost-track']);
    const again = guest(rig.other, id('bob'));
    expect(await again.peer.receive('subscribe', subscribeTo(FEED))).toMatchObject({
      cursor: { generation: rig.store.generation },
    });
    rig.log.add('PostDeleted', deletion(LAMP));
    await rig.commit();
    await look(rig);
    expect(sentDocuments(again)).toContain(`${position(3)} posts ${id('lamp')}`);
  });

  it('[P4 in part] serves nobody while the read models are of a newer release, and everybody once they are its own', async () => {
    const rig = await withReaders();
    const { store, log } = rig;
    const { stale } = store;
    const swap = async () => {
      store.begin({ documents: store.documents, folded: [], parked: [], position: await store.checkpoint() });
    };
    store.stale = async () => ['post'];
    await swap();
    await look(rig);
    expect(rig.there.ended).toEqual(['hub-lost-track']);
    const comer = guest(rig.other, id('bob'));
    expect(await comer.peer.receive('subscribe', subscribeTo(FEED))).toMatchObject({
      ok: false,
      refusal: { code: 'UNAVAILABLE', retry: true },
    });
    log.add('PostDeleted', deletion(LAMP));
    await rig.commit();
    await look(rig, FEED_RETRY_MS);
    expect(comer.ended).toEqual(['hub-lost-track']);
    expect([...sentDocuments(rig.there), ...sentDocuments(comer)]).toEqual([]);

    store.stale = stale;
    await swap();
    await look(rig, FEED_RETRY_MS);
    const again = guest(rig.other, id('bob'));
    expect(await again.peer.receive('subscribe', subscribeTo(FEED))).toMatchObject({
      cursor: { generation: store.generation },
    });
  });

  it('sends nothing while the store can’t be read, and everything afterwards', async () => {
    const rig = await withReaders();
    let isBusy = false;
    const orBusy = async <T>(read: () => Promise<T>): Promise<T> => {
      if (isBusy) throw new Error('The store is busy.');
      return read();
    };
    const { feedAfter, feedEnd } = rig.store;
    rig.store.feedAfter = (mark, limit) => orBusy(() => feedAfter.call(rig.store, mark, limit));
    rig.store.feedEnd = () => orBusy(() => feedEnd.call(rig.store));
    isBusy = true;
    const from = await rig.store.checkpoint();
    await rig.store.commit({ from, to: position(3), recording: null, rows: [], parked: [] });
    await rig.hub.publish();
    await look(rig);
    const positions = () => [rig.hub, rig.other].map((each) => each.stats().position);
    expect(positions()).toEqual([position(2), position(2)]);
    isBusy = false;
    await look(rig, FEED_RETRY_MS);
    expect(positions()).toEqual([position(3), position(3)]);
  });
});

it('a hub beside the projector reads nothing of the feed that it is handed, its generation neither', async () => {
  const { log, store, hub, commit, here } = await withReaders();
  store.feedAfter = async () => {
    throw new Error('The feed was read.');
  };
  for (let n = 0; n < 3; n += 1) {
    log.add('PostCreated', creation(topLevel(`post ${n}`, 'ada')));
    const committed = await commit();
    const { feedEnd } = store;
    store.feedEnd = store.feedAfter as () => never;
    await hub.publish(committed);
    store.feedEnd = feedEnd;
  }
  expect(here.sent('rows')).toHaveLength(3);
  expect(here.ended).toEqual([]);
  await hub.close();
});

it('a hub that has read ahead of a commit that it is handed reads it no second time, nor the one that follows', async () => {
  const { log, store, hub, commit, here } = await withReaders();
  const post = (name: string) => log.add('PostCreated', creation(topLevel(name, 'ada')));
  post('ahead');
  const ahead = await commit();
  // As a publication does that needs a document which is newer than its rows.
  await hub.publish();
  post('next');
  const next = await commit();
  store.feedAfter = async () => {
    throw new Error('The feed was read.');
  };
  await hub.publish(ahead);
  await hub.publish(next);
  const posts = sentDocuments(here).filter((sent) => sent.includes(' posts '));
  expect(posts).toEqual([`${position(3)} posts ${id('ahead')}`, `${position(4)} posts ${id('next')}`]);
  expect(here.ended).toEqual([]);
  await hub.close();
});

describe('rights, in another process than the projector', () => {
  it('[P8] are applied before the rows, also of commits that are read together', async () => {
    const rig = await hubRig();
    rig.log.add('CampusPrivacyChanged', { campus: 'ut', privacy: 'private' });
    for (const name of ['dan', 'eve', 'fay']) {
      rig.log.add('UserRegistered', registration(name, 'ut'));
      rig.log.add('SchoolVerified', verification(name, 'ut'));
    }
    await rig.commit();
    const other = await rig.elsewhere();
    const [eve, fay] = [guest(other, id('eve')), guest(other, id('fay'))];
    for (const { peer } of [eve, fay]) {
      expect(await peer.receive('subscribe', subscribeTo(topicName.feed('ut')))).toMatchObject({ ok: true });
    }
    rig.log.add('PostCreated', creation(topLevel('before', 'dan', { campus: 'ut' })));
    await rig.commit();
    rig.log.add('SchoolVerified', verification('eve', 'ou', 'ut'));
    await rig.commit();
    rig.log.add('PostCreated', creation(topLevel('after', 'dan', { campus: 'ut' })));
    await rig.commit();
    await look(rig);
    expect(sentDocuments(fay).join()).toContain(id('after'));
    expect(sentDocuments(eve).join()).not.toContain(id('after'));
    expect(eve.sent('revoked')).toHaveLength(1);
    await other.close();
  });
});
