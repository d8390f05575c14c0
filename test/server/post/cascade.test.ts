import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { postFact } from '#domain/post/state.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { orderValue } from '#projections/kernel/documentSet.ts';
import { collections } from '#projections/registry.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { dependents, files } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createCascadeReactor } from '#server/post/cascade.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { createWelcomeReactor } from '#server/user/welcome.ts';
import { foldAll } from '#test/projections/support/folded.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, userActor } from '../support/people.ts';

const text = (words: string) => [{ type: 'paragraph', children: [{ text: words }] }];
/** Commands of the cascade that may be under way at once: others' go in between. */
const AT_ONCE_MAX = 32;
const image = (name: string) => ({ kind: 'image', name, width: 4, height: 3 }) as const;

/** A member with a complete profile, and a cascade on read models controlled by the test. */
async function rigWithMember() {
  const rig = dispatchRig();
  const ada = await registerMember(rig, 'ada');
  const by = userActor(ada);
  const upload = (folder: string, name: string) =>
    rig.uploads.set(`${folder}/${name}`, { folder, media: image(name), owner: ada, at: '' });
  upload(`profilePics/${ada}`, 'a.webp');
  await rig.give(by, idOf('picture'), 'ChangeProfilePicture', { picture: image('a.webp') });
  await rig.give(by, idOf('bio'), 'ChangeBio', { bio: 'Hello.' });

  const removed: string[] = [];
  const foldedAway = new Set<string>();
  /** Queries of the read models. */
  const asked: string[] = [];
  const away = { media: false };
  let folded = true;
  let commandsLeft = Number.POSITIVE_INFINITY;
  let underWay = 0;
  /** Commands that were under way at once, at most. */
  const most = { atOnce: 0, pauses: 0 };
  const reactor = createCascadeReactor({
    files,
    dependents,
    dispatcher: {
      ...rig.dispatcher,
      async dispatch(...args) {
        commandsLeft -= 1;
        if (commandsLeft < 0) throw new Unavailable('killed');
        underWay += 1;
        most.atOnce = Math.max(most.atOnce, underWay);
        try {
          return await rig.dispatcher.dispatch(...args);
        } finally {
          underWay -= 1;
        }
      },
    },
    log: rig.log,
    media: {
      async remove(folder, names) {
        if (away.media) throw new Unavailable('The media folder is away.');
        removed.push(names === undefined ? folder : `${folder}/${names.join()}`);
      },
    },
    readStore: {
      async query(collection, query, values, { below, limit }) {
        asked.push(`${collection} ${query} ${values.join()}`);
        const found = foldAll(await rig.log.readAll(START, 1_000)).query(collection, query, values);
        const order = collections.get(collection)?.queries[query]?.order ?? '';
        return found.filter((each) => below === null || orderValue(each, order) < below).slice(0, limit);
      },
      get: async (refs) => refs.map((ref) => ({ ...ref, position: '', doc: foldedAway.has(ref.key) ? null : {} })),
    },
    async pause(ms) {
      // Others run in it.
      if (ms > 0) most.pauses += 1;
    },
    projector: {
      async waitFor() {
        if (!folded) throw new Unavailable('not yet');
      },
    },
    clock: rig.clock.now,
    logger: silentLogger,
  });
  let position = START;
  /** Delivers the events that were not answered yet. */
  const run = async () => {
    for (const event of await rig.log.readAll(position, 1_000)) {
      await handOver(reactor, typedEvent(event));
      position = event.position;
    }
  };
  /** Delivers only the event that created a post or comment. */
  const deliver = async (postId: string) => {
    const written = (await rig.log.readAll(START, 1_000)).find(
      ({ type, data }) => type === 'PostCreated' && (data as { postId: string }).postId === postId,
    );
    if (written !== undefined) await handOver(reactor, typedEvent(written));
  };
  const idFor = (word: string) => newId(effectiveCommandId(ada, idOf(word)), 0);
  const post = async (word: string, files: readonly string[] = []) => {
    for (const name of files) upload(`posts/${idFor(word)}`, name);
    const data = { text: text(word), media: files.map(image), category: 'all' };
    await rig.give(by, idOf(word), 'CreatePost', data);
    return idFor(word);
  };
  const comment = async (word: string, root: string, parent = root) => {
    await rig.give(by, idOf(word), 'AddComment', { text: text(word), media: [], root, parent });
    return idFor(word);
  };
  const isDeleted = async (postId: string) => (await rig.dispatcher.stateOf(postFact(postId))).deleted;
  /** Refuses all commands after that many. */
  const killAfter = (commands: number) => {
    commandsLeft = commands;
  };
  const setFolded = (value: boolean) => {
    folded = value;
  };
  return {
    ...rig,
    ada,
    by,
    upload,
    removed,
    foldedAway,
    asked,
    away,
    run,
    deliver,
    most,
    post,
    comment,
    isDeleted,
    setFolded,
    killAfter,
  };
}

describe('cascade reactor', () => {
  it('[POST-18] [SAVE-10 in part] ends more comments and saves than it takes at once, also after a kill', async () => {
    const rig = await rigWithMember();
    const post = await rig.post('post');
    const first = await rig.comment('first', post);
    for (let n = 0; n < 80; n += 1) await rig.comment(`comment ${n}`, post, n % 3 === 0 ? first : post);
    await rig.give(rig.by, idOf('save'), 'SavePost', { postId: post });
    await rig.run();
    await rig.give(rig.by, idOf('delete'), 'DeletePost', { postId: post });
    rig.killAfter(50);
    await expect(rig.run()).rejects.toBeInstanceOf(Unavailable);
    rig.killAfter(Number.POSITIVE_INFINITY);
    await rig.run();
    expect(rig.most.atOnce).toBeLessThanOrEqual(AT_ONCE_MAX);
    expect(rig.most.pauses).toBeGreaterThanOrEqual(Math.floor(81 / AT_ONCE_MAX));
    const documents = foldAll(await rig.log.readAll(START, 1_000));
    expect(documents.query('posts', 'ofRoot', [post])).toEqual([]);
    expect(documents.query('saves', 'byPost', [post])).toEqual([]);
    expect([...documents.all('posts')].every(({ doc }) => doc === null)).toBe(true);
    expect([...documents.all('postCounters')].every(({ doc }) => doc === null)).toBe(true);
  });

  it('[POST-18] [DATA-13 in part] ends the comments of a deleted post and deletes the files of all of them', async () => {
    const rig = await rigWithMember();
    const post = await rig.post('post', ['p.webp']);
    const comment = await rig.comment('comment', post);
    const reply = await rig.comment('reply', post, comment);
    const other = await rig.post('other');
    await rig.run();
    await rig.give(rig.by, idOf('delete'), 'DeletePost', { postId: post });
    await rig.run();
    expect(await Promise.all([comment, reply, other].map(rig.isDeleted))).toEqual([true, true, false]);
    await rig.run();
    expect(new Set(rig.removed)).toEqual(new Set([post, comment, reply].map((id) => `posts/${id}`)));
  });

  it('[DATA-13 in part] ends the likes of a deleted comment, and those of comments that go with their post', async () => {
    const rig = await rigWithMember();
    const post = await rig.post('post');
    const [doomed, below] = [await rig.comment('doomed', post), await rig.comment('below', post)];
    for (const commentId of [doomed, below]) await rig.give(rig.by, idOf(commentId), 'LikeComment', { commentId });
    const likesOf = async (commentId: string) =>
      foldAll(await rig.log.readAll(START, 1_000)).query('likes', 'byComment', [commentId]).length;
    await rig.give(rig.by, idOf('delete comment'), 'DeletePost', { postId: doomed });
    await rig.run();
    expect(await Promise.all([doomed, below].map(likesOf))).toEqual([0, 1]);
    await rig.give(rig.by, idOf('delete post'), 'DeletePost', { postId: post });
    // The deletions of the comments are events of their own.
    await rig.run();
    await rig.run();
    expect(await likesOf(below)).toBe(0);
  });

  it('asks for what can hang on a post or on a comment alone, not for everything of each', async () => {
    const rig = await rigWithMember();
    const post = await rig.post('post');
    const comment = await rig.comment('comment', post);
    await rig.run();
    await rig.give(rig.by, idOf('delete'), 'DeletePost', { postId: post });
    await rig.run();
    expect(rig.asked).toEqual(
      ['posts ofRoot', 'saves byPost', 'ads ofPost', 'notifications ofTarget'].map((query) => `${query} ${post}`),
    );
    await rig.run();
    expect(rig.asked.slice(4)).toEqual([`likes byComment ${comment}`, `notifications ofTarget ${comment}`]);
  });

  it('[P7] ends a reply that was written while the comment above it was being deleted, unless it is seen', async () => {
    const rig = await rigWithMember();
    const post = await rig.post('post');
    const comment = await rig.comment('comment', post);
    const seen = await rig.comment('seen', post, comment);
    const late = await rig.comment('late', post, comment);
    await rig.give(rig.by, idOf('delete'), 'DeletePost', { postId: comment });
    rig.foldedAway.add(late);
    await rig.run();
    expect(await Promise.all([post, seen, late].map(rig.isDeleted))).toEqual([false, false, true]);
    await rig.run();
    expect(rig.removed).toContain(`posts/${late}`);
  });

  it('[POST-18] notifies the author once when the pictures resist for 10 minutes (D29), and retries on', async () => {
    const rig = await rigWithMember();
    const informed = async () => {
      const events = await rig.log.readAll(START, 1_000);
      return events.flatMap(({ type, data }) =>
        type === 'PostImagesNotDeleted' ? [(data as { postId: string; author: string }).postId] : [],
      );
    };
    const [first, plain, second, comment] = [
      await rig.post('first', ['1.webp']),
      await rig.post('plain'),
      await rig.post('second', ['2.webp']),
      await rig.comment('comment', await rig.post('standing')),
    ];
    await rig.run();
    rig.away.media = true;
    for (const [word, postId] of Object.entries({ first, plain, second })) {
      await rig.give(rig.by, idOf(`delete ${word}`), 'DeletePost', { postId });
    }
    await expect(rig.run()).rejects.toThrow('away');
    rig.clock.advance(10 * 60_000 - 1);
    await expect(rig.run()).rejects.toThrow('away');
    expect(await informed()).toEqual([]);
    await rig.give(rig.by, idOf('delete comment'), 'DeletePost', { postId: comment });
    rig.clock.advance(1);
    // Authors waiting behind it are informed, too, except one without pictures.
    for (let n = 0; n < 3; n += 1) await expect(rig.run()).rejects.toThrow('away');
    expect(await informed()).toEqual([first, second]);
    rig.away.media = false;
    await rig.run();
    expect(rig.removed).toEqual(expect.arrayContaining([`posts/${first}`, `posts/${second}`]));
    expect(await informed()).toEqual([first, second]);
  });

  it('waits for the read models to have folded the deletion, and is repeated until they have', async () => {
    const rig = await rigWithMember();
    const post = await rig.post('post');
    const comment = await rig.comment('comment', post);
    await rig.run();
    await rig.give(rig.by, idOf('delete'), 'DeletePost', { postId: post });
    rig.setFolded(false);
    await expect(rig.run()).rejects.toBeInstanceOf(Unavailable);
    expect(await rig.isDeleted(comment)).toBe(false);
    rig.setFolded(true);
    await rig.run();
    expect(await rig.isDeleted(comment)).toBe(true);
  });

  it('ends a comment that was written while its post was being deleted (D19)', async () => {
    const rig = await rigWithMember();
    const post = await rig.post('post');
    const comment = await rig.comment('late', post);
    await rig.give(rig.by, idOf('delete'), 'DeletePost', { postId: post });
    await rig.run();
    expect(await rig.isDeleted(comment)).toBe(true);
  });

  it('ends a reply that was written while the post was being deleted, before the comment above it has ended', async () => {
    const rig = await rigWithMember();
    const post = await rig.post('post');
    const comment = await rig.comment('comment', post);
    const late = await rig.comment('late', post, comment);
    await rig.give(rig.by, idOf('delete'), 'DeletePost', { postId: post });
    // The read models never had it: only its own event leads to it.
    await rig.deliver(late);
    expect(await Promise.all([comment, late].map(rig.isDeleted))).toEqual([false, true]);
  });

  it('deletes files that an edit no longer names, and no others (D17)', async () => {
    const rig = await rigWithMember();
    const post = await rig.post('post', ['a.webp', 'b.webp']);
    rig.upload(`posts/${post}`, 'c.webp');
    const data = { postId: post, text: text('new'), media: [image('b.webp'), image('c.webp')] };
    await rig.give(rig.by, idOf('edit'), 'EditPost', data);
    await rig.run();
    expect(rig.removed).toEqual([`posts/${post}/a.webp`]);
  });

  it('[PROF-28] deletes the profile picture that was replaced', async () => {
    const rig = await rigWithMember();
    rig.upload(`profilePics/${rig.ada}`, 'b.webp');
    await rig.give(rig.by, idOf('second picture'), 'ChangeProfilePicture', { picture: image('b.webp') });
    await rig.run();
    expect(rig.removed).toEqual([`profilePics/${rig.ada}/a.webp`]);
  });
});

describe('welcome reactor', () => {
  it('[VERF-14] writes one banner for a new member, and none when only the address changes', async () => {
    const rig = await rigWithMember();
    const reactor = createWelcomeReactor(rig.dispatcher, silentLogger);
    for (let n = 0; n < 2; n += 1) {
      for (const event of await rig.log.readAll(START, 1_000)) await handOver(reactor, typedEvent(event));
    }
    const banners = (await rig.log.readAll(START, 1_000)).filter(({ type }) => type === 'PostCreated');
    expect(banners.map(({ data, meta }) => [data, meta.actor])).toEqual([
      [expect.objectContaining({ kind: 'new user', author: rig.ada, campus: 'ou' }), 'reactor:welcome'],
    ]);
    expect(banners[0]?.meta.causedBy).not.toBeNull();
  });
});
