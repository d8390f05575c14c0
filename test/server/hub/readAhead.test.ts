import { describe, expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import type { Rows } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { creation, id, position, registration, topLevel, verification } from '#test/projections/support/events.ts';
import { type Guest, guest, hubRig, subscribeTo } from './hubRig.ts';

const FEED = topicName.feed('ut');
const DAN = `people ${id('dan')}`;

/** Dan, Eve and Fay are members of the private campus, where no post exists. */
async function withMembers() {
  const rig = await hubRig();
  rig.log.add('CampusPrivacyChanged', { campus: 'ut', privacy: 'private' });
  for (const name of ['dan', 'eve', 'fay']) {
    rig.log.add('UserRegistered', registration(name, 'ut'));
    rig.log.add('SchoolVerified', verification(name, 'ut'));
  }
  await rig.publish();
  const [eve, fay] = [guest(rig.hub, id('eve')), guest(rig.hub, id('fay'))];
  for (const { peer } of [eve, fay])
    expect(await peer.receive('subscribe', subscribeTo(FEED))).toMatchObject({ ok: true });
  return { ...rig, eve, fay };
}

/** The documents sent to a client, by identity and version. */
function sentTo({ sent }: Guest): readonly string[] {
  const documents = sent<Rows>('rows').flatMap(({ documents, refs }) => [...documents, ...refs]);
  return documents.map(({ collection, key, position }) => `${collection} ${key} ${position}`);
}

describe('read models that are ahead of the published position', () => {
  it('[P8] a card brings no version of its author that is newer than the reader’s right', async () => {
    const { hub, log, commit, eve, fay } = await withMembers();
    log.add('PostCreated', creation(topLevel('desk', 'dan', { campus: 'ut' })));
    const first = await commit();
    log.add('SchoolVerified', verification('eve', 'ou', 'ut'));
    const { position: newest } = log.add('NameChanged', {
      userId: id('dan'),
      firstName: personal('Only for UT.'),
      lastName: personal('Only for UT.'),
    });
    const second = await commit();
    await hub.publish(first);
    expect(sentTo(eve)).not.toContain(`${DAN} ${newest}`);
    expect(sentTo(fay)).toContain(`${DAN} ${newest}`);
    const packets = fay.packets.length;
    await hub.publish(second);
    expect(fay.packets).toHaveLength(packets);
    expect(hub.stats().position).toBe(position(10));
  });

  it('[P10] a row that was opened before an erasure was known is not sent open once it is', async () => {
    const { hub, log, store, commit, eve } = await withMembers();
    expect(await eve.peer.receive('subscribe', subscribeTo(topicName.person(id('dan'))))).toMatchObject({ ok: true });
    log.add('BioChanged', { userId: id('dan'), bio: personal('canary') });
    const first = await commit();
    // The card's counters are newer than the row, so the feed is read on; meanwhile Dan is erased.
    log.add('PostCreated', creation(topLevel('desk', 'dan', { campus: 'ut' })));
    await commit();
    const { feedAfter } = store;
    store.feedAfter = async (...after) => {
      store.feedAfter = feedAfter;
      log.add('SubjectErased', { userId: id('dan'), campus: null });
      await commit();
      return feedAfter.apply(store, after);
    };
    await hub.publish(first);
    expect(sentTo(eve)).toContain(`erasures ${id('dan')} ${position(10)}`);
    expect(JSON.stringify(eve.packets)).not.toContain('canary');
  });
});
