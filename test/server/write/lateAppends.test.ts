import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { LATE_APPEND_MS } from '#server/write/commandOutcomes.ts';
import { type DispatchRig, dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, userActor } from '../support/people.ts';

const TEXT = [{ type: 'paragraph', children: [{ text: 'Is it still there?' }] }];

/** A member's post on a store whose appends may land late, as one over the network. */
async function withPost() {
  const rig = dispatchRig((store) => ({ ...store, appendsMayLandLate: true }));
  const ada = await registerMember(rig, 'ada');
  const media = { kind: 'image', name: 'a.webp', width: 4, height: 3 } as const;
  const folder = `profilePics/${ada}`;
  rig.uploads.set(`${folder}/a.webp`, { folder, media, owner: ada, at: '' });
  const by = userActor(ada);
  await rig.give(by, idOf('picture'), 'ChangeProfilePicture', { picture: media });
  await rig.give(by, idOf('bio'), 'ChangeBio', { bio: 'Hello.' });
  await rig.give(by, idOf('post'), 'CreatePost', { text: TEXT, media: [], category: 'all' });
  const post = newId(effectiveCommandId(ada, idOf('post')), 0);
  // Past the first minute of the process, in which every command may be from the process before.
  rig.clock.advance(LATE_APPEND_MS + 1);
  const comment = (dispatcher = rig.dispatcher) =>
    rig.give(by, idOf('comment'), 'AddComment', { text: TEXT, media: [], root: post, parent: post }, dispatcher);
  const remove = () => rig.give(by, idOf('delete'), 'DeletePost', { postId: post });
  return { ...rig, ada, post, comment, remove };
}

const streamOf = (ada: string) => `post-${newId(effectiveCommandId(ada, idOf('comment')), 0)}`;
const typesIn = async (rig: DispatchRig, stream: string) => (await rig.log.readStream(stream)).map(({ type }) => type);

describe('appends that land late', () => {
  it('[P7] does not let a command land that was refused when it was tried again', async () => {
    const rig = await withPost();
    rig.store.faults.failNextAppend('lands-late');
    await expect(rig.comment()).rejects.toBeInstanceOf(Unavailable);
    await rig.remove();
    expect(await rig.comment()).toMatchObject({ ok: false, rejection: { code: 'POST_DELETED' } });
    expect(rig.store.faults.landLate()).toBe(0);
    expect(await typesIn(rig, streamOf(rig.ada))).toEqual(['Fenced']);
  });

  it('[P7] does not let a command land that can be appended no more when it is tried again', async () => {
    const rig = await withPost();
    rig.store.faults.failNextAppend('lands-late');
    await expect(rig.comment()).rejects.toBeInstanceOf(Unavailable);
    // The key is destroyed first; no event records her erasure yet.
    await rig.vault.keys.destroy([rig.ada]);
    expect(await rig.comment()).toMatchObject({ ok: false, rejection: { code: 'USER_ERASED' } });
    expect(rig.store.faults.landLate()).toBe(0);
    expect(await typesIn(rig, streamOf(rig.ada))).toEqual(['Fenced']);
  });

  it('[P7] fences in the first minute of a process, also when the wall clock is set forth in it', async () => {
    const rig = await withPost();
    rig.store.faults.failNextAppend('lands-late');
    await expect(rig.comment()).rejects.toBeInstanceOf(Unavailable);
    await rig.remove();
    const restarted = rig.restart();
    rig.clock.step(LATE_APPEND_MS + 1);
    expect(await rig.comment(restarted)).toMatchObject({ ok: false, rejection: { code: 'POST_DELETED' } });
    expect(rig.store.faults.landLate()).toBe(0);
  });

  it('gives the first outcome when the append landed before it was tried again', async () => {
    const rig = await withPost();
    rig.store.faults.failNextAppend('lands-late');
    await expect(rig.comment()).rejects.toBeInstanceOf(Unavailable);
    expect(rig.store.faults.landLate()).toBe(1);
    await rig.remove();
    expect(await rig.comment()).toMatchObject({ ok: true });
    expect(await typesIn(rig, streamOf(rig.ada))).toEqual(['PostCreated']);
  });

  it('[P2] takes effect once when the append lands between two tries', async () => {
    const rig = await withPost();
    rig.store.faults.failNextAppend('lands-late');
    await expect(rig.comment()).rejects.toBeInstanceOf(Unavailable);
    expect(await rig.comment()).toMatchObject({ ok: true });
    rig.store.faults.landLate();
    expect(await typesIn(rig, streamOf(rig.ada))).toEqual(['PostCreated']);
  });

  it('fences a command once, however often it is tried again, so that nobody fills a stream with retries', async () => {
    const rig = await withPost();
    rig.store.faults.failNextAppend('lands-late');
    await expect(rig.comment()).rejects.toBeInstanceOf(Unavailable);
    await rig.remove();
    for (let tries = 0; tries < 3; tries += 1) expect(await rig.comment()).toMatchObject({ ok: false });
    expect(rig.store.faults.landLate()).toBe(0);
    expect(await typesIn(rig, streamOf(rig.ada))).toEqual(['Fenced']);
  });

  it('fences nothing for a command that was never uncertain, so that nobody fills a stream with refusals', async () => {
    const rig = await withPost();
    await rig.remove();
    expect(await rig.comment()).toMatchObject({ ok: false });
    expect(await typesIn(rig, streamOf(rig.ada))).toEqual([]);
  });
});
