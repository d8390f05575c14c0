import fc from 'fast-check';
import type { CampusEvent } from '#domain/campus/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { fileNamesOf } from '#domain/kernel/media.ts';
import { personal, reveal } from '#domain/kernel/personal.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import type { PreviewEvent } from '#domain/preview/events.ts';
import { previewFolder } from '#domain/preview/files.ts';
import { firstWebLink, linkOf, type PreviewState } from '#domain/preview/state.ts';
import type { Preview } from '#projections/preview/collections.ts';
import { canary, id } from '#test/projections/support/events.ts';
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
import { previewAnswers } from './answers.ts';
import { previewRights } from './rights.ts';
import { previewStory } from './story.ts';

/** Posts with a card, by the log or the history. */
const standing: Part<Set<string>> = { begin: () => new Set() };

const SHOP = 'https://shop.example/lamp';
const PICTURE = { kind: 'image', name: `${id('shown')}.webp`, width: 4, height: 3 } as const;
const cardOf = (title: string, has: boolean) => ({
  url: SHOP,
  title,
  site: 'The Shop',
  picture: has ? PICTURE : null,
});
const nothing = fc.constant(null);

function* check({ event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as PreviewEvent;
  const { postId, campus, author } = event.data;
  const cards = ledgers.of(standing);
  const post = ledgers.of(postLedger).get(postId);
  yield must(
    post?.kind === 'post' && post.parent === null && post.campus === campus && post.author === author,
    `${event.type} of ${postId}, which is no post, or another one`,
  );
  if (event.type === 'LinkPreviewed') {
    yield must(isHouse(actor), `${actor} made a card`);
    yield mustAcross(post?.deleted === false, `a card is made of the deleted post ${postId}`);
    cards.add(postId);
    return;
  }
  const { cause } = event.data;
  yield must(cards.delete(postId), `${postId} has no card that could go`);
  yield must(cause === 'author' ? actor === author : isHouse(actor), `${actor} took the card of ${postId}: ${cause}`);
  yield mustAcross((cause === 'post deleted') === post?.deleted || cause === 'author', `${cause} at ${postId}`);
}

function preview({ log, parts }: History, _who: number, what: number): void {
  const post = somePost(parts, what);
  if (post === undefined || post.place.parent !== null || post.place.kind !== 'post') return;
  const { postId, campus } = post.place;
  parts.of(standing).add(postId);
  const card = personal(cardOf(canary(post.author), what % 2 === 0));
  log.add('LinkPreviewed', { postId, campus, author: id(post.author), card });
}

function remove({ log, parts }: History, _who: number, what: number): void {
  const post = somePost(parts, what);
  if (post === undefined || !parts.of(standing).delete(post.place.postId)) return;
  const { postId, campus } = post.place;
  const cause = post.deleted ? 'post deleted' : what % 2 === 0 ? 'author' : 'link changed';
  log.add('PreviewRemoved', { postId, campus, author: id(post.author), cause });
}

/** Cards by the last event of each. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const last = new Map<string, RecordedEvent>();
  for (const event of history) {
    const { postId = '' } = event.data as { postId?: string };
    if (event.type === 'LinkPreviewed' || event.type === 'PreviewRemoved') last.set(postId, event);
  }
  const kept = [...last].filter(([, { type }]) => type === 'LinkPreviewed');
  return {
    documents: kept.map(([key, { data }]) => {
      const { campus, author } = data as PreviewEvent['data'];
      return { collection: 'previews', key, doc: { id: key, campus, author } };
    }),
    whole: ['previews'],
  };
}

/** Some post of those that fit, by its id. */
function among({ world, pick }: Asked, fits: (postId: string) => boolean): string {
  const posts = world.ids('post').filter(fits);
  return posts[pick % posts.length] ?? id('nobody');
}

const cardIn = ({ world }: Asked, postId: string) => world.stateOf('preview', postId) as PreviewState;
const linkIn = ({ world }: Asked, postId: string) => linkOf(world.post(postId));

/** A new post with a link. */
function link(known: Known) {
  const terms = { category: 'all', price: null, condition: null };
  const text = richTextOf(`${known.words()} https://shop.example/${known.draw(3)}`);
  return {
    type: 'CreatePost',
    data: { text, media: [], ...terms },
    makes: (key: string) => ({
      collection: 'posts',
      doc: { author: known.me, campus: known.campus, deleted: false, root: key, parent: null },
    }),
  };
}

/** The card of an own post is taken away. */
function unlink(known: Known) {
  const cards = known.all<Preview>('previews');
  const own = cards.filter(({ doc }) => doc?.author === known.me);
  const card = drawFrom(known, known.mayErr ? cards : own);
  return card === undefined ? null : ({ type: 'RemovePreview', data: { postId: card.key }, undo: 'unsent' } as const);
}

/** A card of a deleted post ends, and a post whose campus was never closed gets the card of its link, by the house. */
function* unfinished({ history, documents }: Quiet): Iterable<string> {
  for (const { key, doc } of documents.all('previews')) {
    const isGone = doc !== null && documents.get('posts', key)?.doc === null;
    if (isGone) yield `the card of ${key} is left of a deleted post`;
  }
  for (const [postId, link] of linksIn(history)) {
    if (!hasDoc(documents.get('previews', postId))) yield `the card of ${link} below ${postId} is missing`;
  }
}

const hasDoc = (found: { readonly doc: unknown } | undefined) => found !== undefined && found.doc !== null;

/** The links of which the house makes cards, by post: of the text as it is, unless its author took that card away. */
function linksIn(history: readonly RecordedEvent[]): ReadonlyMap<string, string> {
  const links = new Map<string, { readonly link: string | null; readonly campus: string }>();
  const cards = new Map<string, string | undefined>();
  const unwanted = new Map<string, string | undefined>();
  const closed = new Set<string>();
  for (const recorded of history) {
    const event = recorded as RecordedEvent & (PostEvent | PreviewEvent | CampusEvent);
    if (event.type === 'CampusPrivacyChanged' && event.data.privacy === 'private') closed.add(event.data.campus);
    if (event.type === 'PostCreated' || event.type === 'PostEdited') {
      const { postId, campus, parent, text } = event.data;
      links.set(postId, { link: parent === null ? firstWebLink(reveal(text) ?? []) : null, campus });
    }
    if (event.type === 'PostDeleted') links.delete(event.data.postId);
    if (event.type === 'LinkPreviewed') cards.set(event.data.postId, reveal(event.data.card)?.url);
    if (event.type === 'PreviewRemoved' && event.data.cause === 'author') {
      unwanted.set(event.data.postId, cards.get(event.data.postId));
    }
  }
  return new Map(
    [...links].flatMap(([postId, { link, campus }]) =>
      link === null || closed.has(campus) || unwanted.get(postId) === link ? [] : [[postId, link] as const],
    ),
  );
}

/** One post has one card at most. */
function previewOnce({ parts, campus, draw }: BulkAsked): BulkAppend | null {
  const post = draw(parts.of(bulkThreads));
  const cards = parts.of(standing);
  if (post === undefined || cards.has(post.key)) return null;
  cards.add(post.key);
  const data = { postId: post.key, campus, author: post.author, card: cardOf('A lamp', false) };
  return { stream: `preview-${post.key}`, events: [{ type: 'LinkPreviewed', data }] };
}

/** Cards of links: the house makes them, the author of the post takes them away. */
export const previewModel: NounModel = {
  noun: 'preview',
  rights: previewRights,
  commands: {
    RecordPreview: commandModel({
      by: 'house',
      often: 3,
      mayDoNothing: true,
      lawful: { postId: id('desk'), card: cardOf('A lamp', true) },
      fields: fc.record({ title: fc.constantFrom('A lamp', 'מנורה 🪔', 'x'.repeat(120)), has: fc.boolean() }),
      payload(ask) {
        const postId = among(ask, (each) => linkIn(ask, each) !== null);
        const { title, has } = ask.fields;
        return { data: { postId, card: { ...cardOf(title, has), url: linkIn(ask, postId) ?? SHOP } } };
      },
    }),
    EndPreview: commandModel({
      by: 'house',
      often: 3,
      mayDoNothing: true,
      lawful: { postId: id('desk') },
      fields: nothing,
      payload(ask) {
        const isOutdated = (each: string) => cardIn(ask, each).card?.url !== linkIn(ask, each);
        return { data: { postId: among(ask, (each) => cardIn(ask, each).stands && isOutdated(each)) } };
      },
    }),
    RemovePreview: commandModel({
      by: 'person',
      mayDoNothing: true,
      lawful: { postId: id('desk') },
      fields: nothing,
      payload: (ask) => ({ data: { postId: among(ask, (each) => cardIn(ask, each).stands) } }),
      owner: (ask) => ask.world.post(among(ask as Asked, (each) => cardIn(ask as Asked, each).stands)).place?.author,
    }),
  },
  kinds: {
    PreviewRemoved: {
      all: ['card removed: author', 'card removed: link changed', 'card removed: post deleted'],
      kindOf(event) {
        const { cause } = (event as Extract<PreviewEvent, { type: 'PreviewRemoved' }>).data;
        return `card removed: ${cause}`;
      },
    },
  },
  rule: { category: 'preview', check },
  steps: { preview: { often: 1, act: preview }, unpreview: { often: 1, act: remove } },
  documents,
  access: {
    previews: ({ viewer, key, doc, position, history }) =>
      mayLookInto(viewer, (doc as Preview).campus) && history.at('posts', key, position) !== null,
  },
  files: {
    previews(doc) {
      const { id: postId, card } = doc as Preview;
      const picture = reveal(card)?.picture ?? null;
      return { folder: previewFolder(postId), names: picture === null ? [] : fileNamesOf([picture]) };
    },
  },
  unfinished,
  answers: previewAnswers,
  topics: () => [],
  acts: { 'linked-post': { often: 1, command: link }, 'remove-card': { often: 1, command: unlink } },
  story: previewStory,
  bulk: [{ often: 1, append: previewOnce }],
};
