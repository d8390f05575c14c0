import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import type { Media } from '../kernel/media.ts';
import { reveal } from '../kernel/personal.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import type { PostEvent } from './events.ts';
import type { PostKind } from './kind.ts';
import type { RichText } from './richText.ts';
import type { Sale } from './sale.ts';
import { NO_TERMS, type Terms } from './terms.ts';

/** Campus and ancestors of a post or comment; the same in all its events. */
export interface PostPlace {
  readonly postId: string;
  readonly kind: PostKind;
  readonly campus: string;
  readonly author: string;
  readonly root: string;
  readonly parent: string | null;
  readonly ancestors: readonly string[];
}

/** State for decisions about a post, and about the comments and saves below it. */
export interface PostState extends Counted {
  /** `null`: there never was such a post. */
  readonly place: PostPlace | null;
  readonly deleted: boolean;
  /** The author has been informed that the pictures could not be deleted (D29). */
  readonly imagesNotDeleted: boolean;
  /** `null`: no post, or its author was erased. */
  readonly text: RichText | null;
  readonly media: readonly Media[] | null;
  readonly terms: Terms;
  readonly sale: Sale;
}

export const initialPost: PostState = {
  place: null,
  deleted: false,
  imagesNotDeleted: false,
  text: null,
  media: null,
  terms: NO_TERMS,
  sale: 'available',
  eventCount: 0,
};

/** A post or comment as a fact of a command. */
export const postFact = streamFact<PostState>('post');

/** The state after an event. */
export function evolvePost(post: PostState, event: PostEvent): PostState {
  switch (event.type) {
    case 'PostCreated': {
      const { postId, kind, campus, author, root, parent, ancestors } = event.data;
      const place = { postId, kind, campus, author, root, parent, ancestors };
      return {
        ...post,
        place,
        text: reveal(event.data.text),
        media: reveal(event.data.media),
        terms: termsOf(event.data),
      };
    }
    case 'PostEdited':
      return { ...post, text: reveal(event.data.text), media: reveal(event.data.media) };
    case 'PostTermsChanged':
      return { ...post, terms: termsOf(event.data) };
    case 'PostSaleChanged':
      return { ...post, sale: event.data.sale };
    case 'PostDeleted':
      return { ...post, deleted: true, text: null, media: null };
    case 'PostImagesNotDeleted':
      return { ...post, imagesNotDeleted: true };
    default:
      return assertNever(event);
  }
}

function termsOf({ category, price, condition }: Terms): Terms {
  return { category, price, condition };
}
