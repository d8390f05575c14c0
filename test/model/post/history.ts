import { personal } from '#domain/kernel/personal.ts';
import { conditions } from '#domain/post/sale.ts';
import {
  below,
  canary,
  creation,
  deletion,
  type Place,
  photo,
  text,
  topLevel,
} from '#test/projections/support/events.ts';
import type { History, HistoryStep } from '../model.ts';
import { someone } from '../user/parts.ts';
import { somePost, type Written, writtenPosts } from './parts.ts';

const campusOf = (what: number) => ({ campus: what % 4 === 0 ? 'ut' : 'ou' });
const nextName = ({ parts }: History) => `p${parts.of(writtenPosts).length}`;

/** Every third of what is written has a picture, and every other edit gives one. */
const pictures = (has: boolean) => ({ media: personal(has ? [photo('shown')] : []), imageCount: has ? 1 : 0 });

function write({ log, parts }: History, place: Place, author: string): void {
  const written = parts.of(writtenPosts);
  written.push({ place, author, deleted: false });
  const offered = isOffering(place) ? terms(written.length) : {};
  log.add('PostCreated', { ...creation(place, canary(author)), ...pictures(written.length % 3 === 0), ...offered });
}

const isOffering = ({ parent, kind }: Place) => parent === null && kind === 'post';

/** Terms of a post: nothing, a thing without a price, one with a price. */
function terms(what: number) {
  return {
    category: ['all', 'furniture', 'tickets'][what % 3] ?? 'all',
    price: what % 2 === 0 ? null : { cents: (what % 5) * 1_000, orBestOffer: what % 5 > 2 },
    condition: conditions[what % (conditions.length + 1)] ?? null,
  };
}

/** A step about what an existing post offers. */
function ofSomeOffer(act: (history: History, place: Place, what: number) => void): HistoryStep['act'] {
  return (history, _who, what) => {
    const post = somePost(history.parts, what);
    if (post !== undefined && !post.deleted && isOffering(post.place)) act(history, post.place, what);
  };
}

/** A step about an existing post or comment. */
function ofSome(act: (history: History, post: Written, who: number) => void): HistoryStep['act'] {
  return (history, who, what) => {
    const post = somePost(history.parts, what);
    if (post !== undefined) act(history, post, who);
  };
}

/**
 * Steps on the stream of a post. Rules about other streams are broken now and then, because facts may be slightly
 * outdated: a comment below a deleted post, a post of an erased author.
 */
export const postSteps: Readonly<Record<string, HistoryStep>> = {
  post: {
    often: 2,
    act(history, who, what) {
      const { name } = someone(history.parts, who);
      write(history, topLevel(nextName(history), name, campusOf(what)), name);
    },
  },
  banner: {
    often: 1,
    act(history, who, what) {
      const { name } = someone(history.parts, who);
      write(history, topLevel(nextName(history), name, { ...campusOf(what), kind: 'new user' }), name);
    },
  },
  comment: {
    often: 4,
    act: ofSome((history, post, who) => {
      const { name } = someone(history.parts, who);
      write(history, below(post.place, nextName(history), name), name);
    }),
  },
  edit: {
    often: 1,
    act: ofSome(({ log }, { place, author, deleted }) => {
      if (deleted) return;
      log.add('PostEdited', {
        ...place,
        text: text(`${canary(author)} again`),
        ...pictures(log.events.length % 2 === 0),
      });
    }),
  },
  terms: {
    often: 1,
    act: ofSomeOffer(({ log }, place) => log.add('PostTermsChanged', { ...place, ...terms(log.events.length) })),
  },
  sale: {
    often: 2,
    act: ofSomeOffer(({ log }, place, what) => {
      const sale = (['sold', 'available', 'pending'] as const)[(what + log.events.length) % 3] ?? 'sold';
      log.add('PostSaleChanged', { ...place, sale });
    }),
  },
  delete: {
    often: 2,
    act: ofSome(({ log }, post, what) => {
      if (post.deleted) return;
      post.deleted = true;
      log.add('PostDeleted', deletion(post.place, what % 4 === 0 ? 'moderator' : 'author'));
    }),
  },
  cascade: {
    often: 1,
    act({ log, parts }) {
      const posts = parts.of(writtenPosts);
      const isRootGone = ({ root }: Place) => posts.some(({ place, deleted }) => deleted && place.postId === root);
      const next = posts.find(({ place, deleted }) => !deleted && place.parent !== null && isRootGone(place));
      if (next === undefined) return;
      next.deleted = true;
      log.add('PostDeleted', deletion(next.place, 'cascade'));
    },
  },
  resist: {
    often: 1,
    act: ofSome(({ log }, { place, deleted }) => {
      if (deleted) log.add('PostImagesNotDeleted', place);
    }),
  },
};
