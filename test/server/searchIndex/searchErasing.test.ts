import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { searches } from '#projections/registry.ts';
import { createLogBuilder, creation, id, topLevel } from '#test/projections/support/events.ts';
import { beginning, type SearchRig, searchRig } from './searchRig.ts';

/** Each collection that is searched is scanned for a part. */
const SCANS_IN_A_STEP = new Set(searches.map(({ collection }) => collection)).size;

let rig: SearchRig;
let log: ReturnType<typeof createLogBuilder>;
beforeEach(async () => {
  rig = await searchRig();
  log = createLogBuilder();
});
afterEach(() => rig.dispose());

describe('the projector of the search indexes', () => {
  it('[P10] erases a person at once from every build, before anything else of the batch', async () => {
    await rig.happen(beginning(log));
    const follower = rig.follower();
    await follower.catchUp();
    const calls: string[] = [];
    for (const name of ['erase', 'write', 'note'] as const) {
      const original = rig.index[name] as (...args: unknown[]) => Promise<unknown>;
      (rig.index as unknown as Record<string, unknown>)[name] = (...args: unknown[]) => {
        calls.push(name);
        return original(...args);
      };
    }
    await rig.happen([
      log.add('PostCreated', creation(topLevel('desk', 'ann'), 'A red desk')),
      log.add('SubjectErased', { userId: id('ann'), campus: null }),
    ]);
    await follower.catchUp();
    expect(calls[0]).toBe('erase');
    expect(await rig.found('post', 'red')).toEqual([]);
    expect(await rig.found('user', 'ann')).toEqual([]);
    expect(await rig.found('post', 'red', 'mit')).toEqual([id('lamp')]);
  });

  it('[P10] takes nothing of an erased person whose key is still there: neither into a build, nor by a later change', async () => {
    const wardrobe = topLevel('wardrobe', 'ann');
    const erasure = log.add('SubjectErased', { userId: id('ann'), campus: null });
    await rig.happen([...beginning(log), erasure, log.add('PostCreated', creation(wardrobe, 'A red wardrobe'))]);
    const follower = rig.follower();
    await follower.catchUp();
    expect(await rig.found('post', 'red')).toEqual([]);
    expect(await rig.found('user', 'ann')).toEqual([]);
    expect(await rig.found('post', 'red', 'mit')).toEqual([id('lamp')]);

    const next = rig.follower(searches, { isNewProcess: true });
    await rig.happen([log.add('PostSaleChanged', { ...wardrobe, sale: 'sold' })]);
    await next.catchUp();
    expect(await rig.found('post', 'red')).toEqual([]);
  });

  it.each([200, 2_000])(
    '[P10] carries out an order to erase after the step under way, also while it builds an index of %d posts',
    async (count) => {
      const posts = Array.from({ length: count }, (_, n) =>
        log.add('PostCreated', creation(topLevel(`bike${n}`, 'ann'), 'A red bike')),
      );
      await rig.happen([...beginning(log), ...posts]);
      const steps: string[] = [];
      let ordered: Promise<void> | null = null;
      const scan: SearchRig['store']['scan'] = async (...part) => {
        const documents = await rig.store.scan(...part);
        steps.push(part[0]);
        // The documents of this step are read, and none of them is opened yet.
        if (part[0] === 'posts') {
          ordered ??= (async () => {
            await follower.erase(id('ann'));
            steps.push('erased');
          })();
        }
        return documents;
      };
      const follower = rig.follower(searches, { scan });
      const done = follower.catchUp();
      await done;
      await ordered;
      const first = steps.indexOf('posts');
      expect(steps.slice(first).indexOf('erased')).toBeLessThanOrEqual(SCANS_IN_A_STEP);
      expect(await rig.found('post', 'red')).toEqual([]);
      expect(await rig.found('user', 'ann')).toEqual([]);
      expect(await rig.found('post', 'red', 'mit')).toEqual([id('lamp')]);
    },
  );
});
