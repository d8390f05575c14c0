import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { SaveEvent } from '#domain/save/events.ts';
import type { Post } from '#projections/post/collections.ts';
import { type Save, saveKey } from '#projections/save/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { id, saving } from '#test/projections/support/events.ts';
import { drawFrom, type Known } from '../acts.ts';
import { mayLookInto } from '../campus/parts.ts';
import {
  type Asked,
  type BulkAppend,
  type BulkAsked,
  commandModel,
  type Happened,
  type History,
  isHouse,
  must,
  mustAcross,
  type NaiveDocuments,
  type NounModel,
  type Quiet,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { bulkThreads, postLedger, somePost } from '../post/parts.ts';
import { someone, userLedger } from '../user/parts.ts';
import { saveAnswers } from './answers.ts';
import { saveRights } from './rights.ts';
import { saveStory } from './story.ts';

/** `<post>-<user>` of the existing saves. */
const saved: Part<Set<string>> = { begin: () => new Set() };

const ofPost = (posts: readonly string[], { pick }: Asked) => posts[pick % posts.length] ?? id('nobody');
const nothing = fc.constant(null);
/** One in this many saves is of a comment, or of a deleted post. */
const ERRING = 4;

function* check({ event, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { type, data } = event as SaveEvent;
  const key = saveKey(data.postId, data.userId);
  const kept = ledgers.of(saved);
  yield must(kept.has(key) === (type === 'PostUnsaved'), `${type} of ${key} changes nothing`);
  yield must(isHouse(actor) || actor === data.userId, `${actor} saved for ${data.userId}`);
  yield mustAcross(ledgers.of(userLedger).confirmed.has(data.userId), `${data.userId} saves without an address`);
  const post = ledgers.of(postLedger).get(data.postId);
  // Only the house ends the saves of a post that is deleted, and only those.
  const isEnded = type === 'PostUnsaved' && isHouse(actor);
  yield mustAcross(post?.deleted === isEnded, `${type} of ${key} by ${actor}, whose post is deleted: ${post?.deleted}`);
  yield must(
    post?.kind === 'post' && post.parent === null && post.campus === data.campus && post.author === data.author,
    `${key} is of something else than a post, or of another one`,
  );
  if (type === 'PostSaved') kept.add(key);
  else kept.delete(key);
}

function save({ log, parts }: History, who: number, what: number): void {
  const post = somePost(parts, what);
  const person = someone(parts, who);
  const key = saveKey(post?.place.postId ?? '', id(person.name));
  if (post === undefined || post.place.parent !== null || parts.of(saved).has(key)) return;
  parts.of(saved).add(key);
  log.add('PostSaved', saving(post.place, person.name));
}

function unsave({ log, parts }: History, who: number, what: number): void {
  const post = somePost(parts, what);
  const person = someone(parts, who);
  if (post === undefined || !parts.of(saved).delete(saveKey(post.place.postId, id(person.name)))) return;
  log.add('PostUnsaved', saving(post.place, person.name));
}

/** Saves that are kept: of posts that are not deleted, or were not when they were made. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const kept = new Map<string, Pick<Save, 'post' | 'user' | 'campus' | 'order'>>();
  const closed = new Set<string>();
  for (const { type, data, position: order } of history) {
    const fields = data as { postId: string; userId: string; parent: string | null; campus: string };
    const { postId, userId, parent, campus } = fields;
    const key = saveKey(postId, userId);
    if (type === 'PostSaved' && !closed.has(postId)) kept.set(key, { post: postId, user: userId, campus, order });
    if (type === 'PostUnsaved') kept.delete(key);
    if (type === 'PostDeleted' && parent === null) closed.add(postId);
  }
  const lists = Map.groupBy(kept, ([, { campus, user }]) => `${campus}:${user}`);
  return {
    documents: [...kept].map(([key, doc]) => ({ collection: 'saves', key, doc: { id: key, ...doc } })),
    whole: ['saves'],
    // A save made again is a new one: the map has it in its old place.
    windows: [...lists].map(([list, own]) => {
      const newest = own.toSorted(([, a], [, b]) => (a.order > b.order ? -1 : 1));
      return { collection: 'saves', query: 'list', values: [list], keys: newest.map(([key]) => key) };
    }),
  };
}

function topLevel(known: Known): string | undefined {
  const posts = known.all<Post>('posts');
  const standing = posts.filter(({ key, doc }) => doc !== null && doc.root === key);
  return drawFrom(known, known.mayErr && known.draw(ERRING) === 0 ? posts : standing)?.key;
}

const saveIt = (type: string) => (known: Known) => {
  const postId = topLevel(known);
  return postId === undefined ? null : { type, data: { postId } };
};

/** A save of a post that the person has not saved yet. */
function saveOnce({ actor, campus, parts, draw }: BulkAsked): BulkAppend | null {
  const post = draw(parts.of(bulkThreads));
  const kept = parts.of(saved);
  const key = saveKey(post?.key ?? '', actor);
  if (post === undefined || kept.has(key)) return null;
  kept.add(key);
  const data = { postId: post.key, userId: actor, campus, author: post.author };
  return { stream: `save-${key}`, events: [{ type: 'PostSaved', data }] };
}

/** A save of a deleted post ends, by the house. */
function* unfinished({ documents }: Quiet): Iterable<string> {
  for (const { key, doc } of documents.all('saves')) {
    const isGone = doc !== null && documents.get('posts', (doc as Save).post)?.doc === null;
    if (isGone) yield `the save ${key} is left of a deleted post`;
  }
}

/** Saves of posts: each is its user's own affair. */
export const saveModel: NounModel = {
  noun: 'save',
  rights: saveRights,
  commands: {
    SavePost: commandModel({
      by: 'person',
      often: 2,
      mayDoNothing: true,
      lawful: { postId: id('desk') },
      fields: nothing,
      payload: (ask) => ({ data: { postId: ofPost(ask.world.ids('post'), ask) } }),
    }),
    UnsavePost: commandModel({
      by: 'person',
      often: 2,
      mayDoNothing: true,
      lawful: { postId: id('desk') },
      fields: nothing,
      payload: (ask) => {
        const { world, userId } = ask;
        const own = world.ids('post').filter((post) => world.ids('save').includes(`${post}-${userId}`));
        return { data: { postId: ofPost(own, ask) } };
      },
    }),
    EndSave: commandModel({
      by: 'house',
      lawful: { postId: id('desk'), userId: id('ada') },
      fields: nothing,
      payload: (ask) => {
        const { world, userId } = ask;
        const deleted = world.ids('post').filter((post) => world.post(post).deleted);
        return { data: { postId: ofPost(deleted, ask), userId } };
      },
    }),
  },
  rule: { category: 'save', check },
  steps: { save: { often: 2, act: save }, unsave: { often: 1, act: unsave } },
  documents,
  // Who liked a post is for those who may see the post (Q41).
  access: {
    saves: ({ viewer, doc }) => (doc as Save).user === viewer.userId || mayLookInto(viewer, (doc as Save).campus),
  },
  hidden: ['closedPosts'],
  unfinished,
  answers: saveAnswers,
  topics: (known) => [
    [2, topicName.saved(known.campus, known.me)],
    [1, topicName.likes(known.campus, drawFrom(known, known.people) ?? known.me)],
    [1, topicName.likedBy(topLevel(known) ?? id('nobody'))],
  ],
  acts: {
    save: { often: 4, command: saveIt('SavePost') },
    unsave: { often: 3, command: saveIt('UnsavePost') },
  },
  story: saveStory,
  bulk: [{ often: 8, append: saveOnce }],
};
