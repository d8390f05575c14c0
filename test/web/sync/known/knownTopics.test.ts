import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { createKnownTopics, KNOWN_MAX_MS, KNOWN_TOPICS_MAX } from '#web/sync/known/knownTopics.ts';

function answer(floor: string): TopicAnswer {
  return {
    ok: true,
    cursor: { generation: 'g', era: 'e', position: '0000000000000001' },
    fresh: false,
    documents: [],
    floor,
  };
}

beforeEach(() => {
  Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
});

const shown = (topics: Record<string, TopicAnswer>, refused: readonly string[] = []) => ({ topics, refused });

describe('topics that a browser keeps', () => {
  it('are those of their viewer, as they were last shown', async () => {
    const known = createKnownTopics();
    await known.keep('ada', shown({ 'feed:ou': answer('1') }));
    await known.keep('ada', shown({ 'feed:ou': answer('2') }));
    expect(await known.recall('ada', 'feed:ou')).toEqual(answer('2'));
    expect(await known.recall(null, 'feed:ou')).toBeNull();
    expect(await known.recall('bob', 'feed:ou')).toBeNull();
    expect(await known.recall('ada', 'me:ada')).toBeNull();
  });

  it('go with a log-out; those of a visitor stay', async () => {
    const known = createKnownTopics();
    for (const viewer of [null, 'ada']) await known.keep(viewer, shown({ 'feed:ou': answer('1') }));
    await known.forget('ada');
    expect(await known.recall('ada', 'feed:ou')).toBeNull();
    expect(await known.recall(null, 'feed:ou')).not.toBeNull();
  });

  it.each(['bob', null])('are no more when the browser is %s’s, however the session ended', async (next) => {
    const known = createKnownTopics();
    await known.keep('ada', shown({ 'me:ada': answer('1') }));
    await known.keep(next, shown({}));
    expect(await known.recall('ada', 'me:ada')).toBeNull();
  });

  it('are no more when the hub refuses them', async () => {
    const known = createKnownTopics();
    await known.keep('ada', shown({ 'post:1': answer('1'), 'post:2': answer('1') }));
    await known.keep('ada', shown({}, ['post:1']));
    expect(await known.recall('ada', 'post:1')).toBeNull();
    expect(await known.recall('ada', 'post:2')).not.toBeNull();
  });

  it(`are at most ${KNOWN_TOPICS_MAX} a viewer, the last, and none is older than a week`, async () => {
    let now = 1_000;
    const known = createKnownTopics(() => now);
    for (let n = 0; n <= KNOWN_TOPICS_MAX; n += 1) {
      now += 1;
      await known.keep('ada', shown({ [`wall:ou:${n}`]: answer('1') }));
    }
    expect(await known.recall('ada', 'wall:ou:0')).toBeNull();
    expect(await known.recall('ada', 'wall:ou:1')).not.toBeNull();
    now += KNOWN_MAX_MS + 1;
    expect(await known.recall('ada', `wall:ou:${KNOWN_TOPICS_MAX}`)).toBeNull();
    // They are swept out with the next that is kept.
    await known.keep('ada', shown({ 'feed:ou': answer('1') }));
    now -= KNOWN_MAX_MS;
    expect(await known.recall('ada', `wall:ou:${KNOWN_TOPICS_MAX}`)).toBeNull();
  });

  it('are none where a browser stores nothing, and that is said once', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const denied = () => {
      throw new Error('The operation is insecure.');
    };
    Object.assign(globalThis, { indexedDB: { open: denied } });
    const known = createKnownTopics();
    await known.keep('ada', shown({ 'feed:ou': answer('1') }));
    expect(await known.recall('ada', 'feed:ou')).toBeNull();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
