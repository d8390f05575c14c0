import { afterEach, describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { projections } from '#projections/registry.ts';
import { type ReadEvent, readEvents } from '#scripts/cli/events.ts';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { copyLog } from '#server/log/copyLog.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import { LATE_APPEND_MS } from '#server/write/commandOutcomes.ts';
import { readStoreBuildContract } from '../../../contract/readStoreBuild.ts';
import { type KurrentDouble, startKurrentDouble } from '../../../doubles/kurrent/server.ts';
import { PATIENT } from '../../../doubles/kurrent/underTest.ts';
import { dispatchRig } from '../../support/dispatchRig.ts';
import { idOf, registerMember, userActor } from '../../support/people.ts';

/** Projector, rebuild and verification as over any log. */
readStoreBuildContract('memory, over KurrentDB', async () => {
  const double = await startKurrentDouble();
  const events = await openKurrentEventStore({ url: double.url, ...PATIENT });
  const vault = createMemoryVault();
  const { sealed, seal } = createEventLog(events, vault.keys, eventDefinitions);
  const log = { ...sealed, seal };
  const store = createMemoryReadStore(readModels);
  const builder = createMemoryBuilder(store, log, projections);
  const dispose = async () => {
    await store.close();
    await events.close();
    await double.stop();
  };
  return { store, builder, log, events, vault, dispose };
});

/** Milliseconds after which the outcome of an append that never lands is unknown; a busy machine makes the others before it within them. */
const LATE_MS = 10_000;
const TEXT = [{ type: 'paragraph', children: [{ text: 'Is it still there?' }] }];

describe('commands over KurrentDB', () => {
  let double: KurrentDouble;
  let store: EventStore;
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  /** Ada, a member of OU with a picture and a bio, so that she may post. */
  async function withMember({ appendDeadlineMs } = PATIENT) {
    double = await startKurrentDouble();
    store = await openKurrentEventStore({ url: double.url, ...PATIENT, appendDeadlineMs });
    const rig = dispatchRig(() => store);
    const ada = await registerMember(rig, 'ada');
    const media = { kind: 'image', name: 'a.webp', width: 4, height: 3 } as const;
    const folder = `profilePics/${ada}`;
    rig.uploads.set(`${folder}/a.webp`, { folder, media, owner: ada, at: '' });
    await rig.give(userActor(ada), idOf('picture'), 'ChangeProfilePicture', { picture: media });
    await rig.give(userActor(ada), idOf('bio'), 'ChangeBio', { bio: 'I collect lamps.' });
    const post = () => rig.give(userActor(ada), idOf('post'), 'CreatePost', { text: TEXT, media: [], category: 'all' });
    return { ...rig, ada, post, postId: newId(effectiveCommandId(ada, idOf('post')), 0) };
  }

  it('[P2] takes a command once, however often it is given', async () => {
    const { post, postId, log } = await withMember();
    const first = await post();
    expect(first).toMatchObject({ ok: true });
    expect(await post()).toEqual(first);
    expect((await log.readStream(`post-${postId}`)).map(({ type }) => type)).toEqual(['PostCreated']);
  });

  it('[P7] does not let an append land that timed out and whose command was refused when it was tried again', async () => {
    const { ada, give, clock, log, post, postId } = await withMember({ ...PATIENT, appendDeadlineMs: LATE_MS });
    await post();
    // Past the first minute of the process, in which every command may be from the process before.
    clock.advance(LATE_APPEND_MS + 1);
    const data = { text: TEXT, media: [], root: postId, parent: postId };
    const comment = () => give(userActor(ada), idOf('comment'), 'AddComment', data);
    const land = double.faults.holdAppends(1);
    await expect(comment()).rejects.toBeInstanceOf(Unavailable);
    await give(userActor(ada), idOf('delete'), 'DeletePost', { postId });
    expect(await comment()).toMatchObject({ ok: false, rejection: { code: 'POST_DELETED' } });
    expect(land.waiting()).toBe(1);
    expect(land()).toBe(0);
    const stream = `post-${newId(effectiveCommandId(ada, idOf('comment')), 0)}`;
    expect((await log.readStream(stream)).map(({ type }) => type)).toEqual(['Fenced']);
  });

  it('[P10 in part] leaves nothing personal with the engine that is not sealed', async () => {
    const { post, log } = await withMember();
    await post();
    const kept = double.log.records.map(({ data, metadata, stream }) => `${stream} ${data} ${metadata}`).join('\n');
    const open = JSON.stringify(await log.readAll(START, 100));
    for (const personal of ['adalovelace', '"Ada"', 'ada@ou.edu', 'I collect lamps.', 'Is it still there?']) {
      expect(open).toContain(personal);
      expect(kept).not.toContain(personal);
    }
  });

  it('is copied into another log of its kind, ids, revisions and order kept', async () => {
    const { post } = await withMember();
    await post();
    const target = await startKurrentDouble();
    const to = await openKurrentEventStore({ url: target.url, ...PATIENT });
    const head = await store.head();
    const report = await copyLog({ from: store, to, positions: [head], pause: () => Promise.resolve() });
    const events = (await store.readAll(START, 1_000)).length;
    expect(report).toMatchObject({ events, copied: events, targetHash: report.sourceHash });
    expect(report.positions.get(head)).toBe(await to.head());
    expect(await copyLog({ from: store, to, pause: () => Promise.resolve() })).toMatchObject({ events, copied: 0 });
    await to.close();
    await target.stop();
  });

  it('is read by the verbs log and replay as any log', async () => {
    const { post } = await withMember();
    await post();
    const found: ReadEvent[] = [];
    for await (const event of readEvents(store, START)) found.push(event);
    expect(found).toEqual(await store.readAll(START, 1_000));
    expect(found.map(({ type }) => type)).toContain('PostCreated');
  });
});
