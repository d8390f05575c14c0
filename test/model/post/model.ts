import { fileNamesOf } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { postFolder } from '#domain/post/files.ts';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { conditions, saleSchema } from '#domain/post/sale.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import type { Post } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { drawFrom, type Given, type Known } from '../acts.ts';
import { mayLookInto } from '../campus/parts.ts';
import type { DocumentHistory, EventKinds, NounModel, Quiet } from '../model.ts';
import { maySeeProfile } from '../user/model.ts';
import { postAnswers } from './answers.ts';
import { postBulk } from './bulk.ts';
import { firstPost, postCommandModels } from './commands.ts';
import { postDocuments } from './documents.ts';
import { postSteps } from './history.ts';
import { postRights } from './rights.ts';
import { postRule } from './rule.ts';
import { postStory } from './story.ts';

const kinds: Readonly<Record<string, EventKinds>> = {
  PostCreated: {
    all: ['welcome', 'post', 'comment', 'reply'],
    kindOf(event) {
      const { kind, ancestors } = (event as Extract<PostEvent, { type: 'PostCreated' }>).data;
      return kind === 'new user' ? 'welcome' : (['post', 'comment', 'reply'][Math.min(ancestors.length, 2)] ?? '');
    },
  },
  PostSaleChanged: {
    all: ['available', 'pending', 'sold'],
    kindOf: (event) => (event as Extract<PostEvent, { type: 'PostSaleChanged' }>).data.sale,
  },
  PostDeleted: {
    all: ['deleted by author', 'deleted by cascade', 'deleted by moderator'],
    kindOf: (event) => `deleted by ${(event as Extract<PostEvent, { type: 'PostDeleted' }>).data.cause}`,
  },
};

/** Comments below a post are visible as long as the post exists. */
function isGone(history: DocumentHistory, key: string, position: string): boolean {
  const root = (history.last('posts', key) as Post | undefined)?.root ?? key;
  return history.at('posts', root, position) === null;
}

const posts = ({ all }: Known) => all<Post>('posts');
const standing = (known: Known) => posts(known).filter(({ doc }) => doc !== null && !doc.deleted);

/** A target for a command: an existing post or comment, or any at all where errors are allowed. */
function some(known: Known, isMeant: (post: Post) => boolean): { key: string; doc: Post | null } | undefined {
  if (known.mayErr) return drawFrom(known, posts(known));
  return drawFrom(
    known,
    standing(known).filter(({ doc }) => doc !== null && isMeant(doc)),
  );
}

/** Position of a new post or comment. */
const makes =
  ({ me, campus }: Known, above?: { readonly root: string; readonly parent: string }): Given['makes'] =>
  (key) => ({
    collection: 'posts',
    doc: { author: me, campus, deleted: false, root: above?.root ?? key, parent: above?.parent ?? null },
  });

const content = (known: Known) => ({ text: richTextOf(known.words()), media: [] });

/** Terms of a post, drawn from all that there is. */
function terms(known: Known) {
  const price = { cents: known.draw(5) * 1_000, orBestOffer: false };
  return {
    category: drawFrom(known, ['all', 'furniture', 'tickets']) ?? 'all',
    price: known.draw(2) === 0 ? null : price,
    condition: drawFrom(known, [null, ...conditions]) ?? null,
  };
}

function post(known: Known, files = 0): Given {
  return { type: 'CreatePost', data: { ...content(known), ...terms(known) }, files, makes: makes(known) };
}

function comment(known: Known, files = 0): Given | null {
  const parent = some(known, () => true);
  if (parent === undefined) return null;
  const above = { root: parent.doc?.root ?? parent.key, parent: parent.key };
  return { type: 'AddComment', data: { ...content(known), ...above }, files, makes: makes(known, above) };
}

function edit(known: Known): Given | null {
  const own = some(known, ({ author }) => author === known.me);
  if (own === undefined) return null;
  const offered = own.doc?.parent === null ? terms(known) : {};
  return { type: 'EditPost', data: { ...content(known), ...offered, postId: own.key } };
}

/** An own post that offers something is agreed on, sold, or offered again. */
function sell(known: Known): Given | null {
  const isOffer = ({ author, parent, kind }: Post) => author === known.me && parent === null && kind !== 'new user';
  const own = some(known, isOffer);
  const sale = drawFrom(known, saleSchema.options) ?? 'sold';
  if (own === undefined) return null;
  const set = (to: Post['sale']) => ({ type: 'SetSale', data: { postId: own.key, sale: to } });
  return { ...set(sale), undo: set(own.doc?.sale ?? 'available') };
}

function remove(known: Known): Given | null {
  const own = some(known, ({ author }) => author === known.me);
  return own === undefined ? null : { type: 'DeletePost', data: { postId: own.key }, undo: 'unsent' };
}

/** Something that a rule forbids. */
function mistake(known: Known): Given {
  const empty = { media: [], category: 'all' };
  const others = standing(known).filter(({ doc }) => doc?.author !== known.me);
  const other = drawFrom(known, others);
  const mistakes: (Given | null)[] = [
    { type: 'CreatePost', data: { ...empty, text: richTextOf('') }, mistake: 'POST_EMPTY' },
    {
      type: 'CreatePost',
      data: { ...empty, text: richTextOf('x'.repeat(TEXT_MAX_CHARACTERS + 1)) },
      mistake: 'TEXT_TOO_LONG',
    },
    {
      type: 'CreatePost',
      data: { ...content(known), category: 'all', price: { cents: -1, orBestOffer: false }, condition: null },
      mistake: 'PRICE_NEGATIVE',
    },
    ...(other === undefined
      ? []
      : [
          { type: 'DeletePost', data: { postId: other.key }, mistake: 'NOT_YOUR_POST' },
          { type: 'SetSale', data: { postId: other.key, sale: 'sold' }, mistake: 'NOT_YOUR_POST' },
          { type: 'EditPost', data: { ...content(known), postId: other.key }, mistake: 'NOT_YOUR_POST' },
        ]),
  ];
  return drawFrom(known, mistakes) as Given;
}

/** Most that is uploaded for one post. */
const FILES_MAX = 3;

/** Comments below a deleted post end, by the house, and the files of everything that ended go, unless a noun holds them. */
function* unfinished({ history, documents, uploads, isHeld }: Quiet): Iterable<string> {
  const ended = new Set(history.filter(({ type }) => type === 'PostDeleted').map(({ stream }) => stream));
  const isGone = (postId: string) => documents.get('posts', postId)?.doc === null;
  for (const { type, stream, data } of history) {
    if (type !== 'PostCreated' || ended.has(stream)) continue;
    const { postId, root, ancestors } = data as Post & { readonly postId: string };
    if (!isGone(postId) && !isGone(root)) continue;
    yield `${postId} below ${ancestors.join()} is seen by nobody and was not ended`;
  }
  for (const file of uploads) {
    const isLeft = ended.has(file.folder.replace('posts/', 'post-')) && !isHeld(file);
    if (isLeft) yield `${file.name} of ${file.folder} is left of a deleted post`;
  }
}

/** Posts, the comments below them and the replies to those. */
export const postModel: NounModel = {
  noun: 'post',
  rights: postRights,
  commands: postCommandModels,
  kinds,
  prologue: firstPost,
  rule: postRule,
  steps: postSteps,
  documents: postDocuments,
  access: {
    posts: ({ viewer, key, doc, position, history }) =>
      mayLookInto(viewer, (doc as Post).campus) && !isGone(history, key, position),
    postCounters({ viewer, key, position, history }) {
      const post = history.last('posts', key) as Post | undefined;
      return !isGone(history, key, position) && (post === undefined || mayLookInto(viewer, post.campus));
    },
    authorCounters: maySeeProfile,
  },
  files: {
    posts(doc) {
      const { id, media } = doc as Post;
      return { folder: postFolder(id), names: fileNamesOf(reveal(media) ?? []) };
    },
  },
  unfinished,
  answers: postAnswers,
  topics(known) {
    const { campus } = known;
    const post = drawFrom(known, posts(known));
    const root = post?.doc?.root ?? post?.key ?? 'none';
    const heads = posts(known).filter(({ doc }) => doc?.parent === root);
    const head = drawFrom(known, heads)?.key ?? root;
    const somebody = drawFrom(known, known.people) ?? known.me;
    return [
      [2, topicName.feed(campus)],
      [2, topicName.shelf(campus, 'furniture')],
      [1, topicName.mediaFeed(campus)],
      [1, topicName.wall(campus, somebody)],
      [1, topicName.wallSold(campus, somebody)],
      [1, topicName.wallPhotos(campus, somebody)],
      [1, topicName.wallReplies(campus, somebody)],
      [3, topicName.post(root)],
      [2, topicName.replies(root, head)],
      [2, topicName.latest(root)],
      [1, topicName.someComments(campus, namesOf([head, drawFrom(known, posts(known))?.key ?? head]))],
      [1, topicName.somePosts(campus, namesOf([root, head]))],
    ];
  },
  acts: {
    post: { often: 2, command: (known) => post(known) },
    picture: { often: 2, command: (known) => post(known, 1 + known.draw(FILES_MAX)) },
    comment: { often: 5, command: (known) => comment(known) },
    'comment-picture': { often: 1, command: (known) => comment(known, 1) },
    edit: { often: 1, command: edit },
    sell: { often: 2, command: sell },
    delete: { often: 1, command: remove },
    mistake: { often: 1, command: mistake },
  },
  story: postStory,
  bulk: postBulk,
};
