import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import { reveal } from '../kernel/personal.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { webLinks } from '../kernel/webLinks.ts';
import type { PostState } from '../post/state.ts';
import type { Card } from './card.ts';
import type { PreviewEvent } from './events.ts';
import { LINK_MAX_CHARACTERS } from './limits.ts';

/** State of a post's card, for decisions. */
export interface PreviewState extends Counted {
  /** `null`: the post never had a card. */
  readonly place: { readonly postId: string; readonly campus: string; readonly author: string } | null;
  /** A card stands below the post. */
  readonly stands: boolean;
  /** The last card; `null`: none, or its author was erased. */
  readonly card: Card | null;
  /** The address of which the author wants no card. */
  readonly unwanted: string | null;
}

export const initialPreview: PreviewState = { place: null, stands: false, card: null, unwanted: null, eventCount: 0 };

/** The card of a post as a fact. */
export const previewFact = streamFact<PreviewState>('preview');

/** The state after an event. */
export function evolvePreview(preview: PreviewState, event: PreviewEvent): PreviewState {
  switch (event.type) {
    case 'LinkPreviewed': {
      const { postId, campus, author, card } = event.data;
      return { ...preview, place: { postId, campus, author }, stands: true, card: reveal(card) };
    }
    case 'PreviewRemoved': {
      const isUnwanted = event.data.cause === 'author';
      return { ...preview, stands: false, unwanted: isUnwanted ? (preview.card?.url ?? null) : preview.unwanted };
    }
    default:
      return assertNever(event);
  }
}

/**
 * The address of which a post is to have a card: its first link. `null`: it has none, is deleted, or is no post of a
 * person. Comments get no cards: a thread stays as short as it was written.
 */
export function linkOf({ place, deleted, text }: Pick<PostState, 'place' | 'deleted' | 'text'>): string | null {
  if (place?.kind !== 'post' || place.parent !== null || deleted || text === null) return null;
  const link = firstWebLink(text);
  return link !== null && link.length <= LINK_MAX_CHARACTERS ? link : null;
}

/** The first web address of a text, as a browser would follow it; `null`: there is none. */
export function firstWebLink(text: NonNullable<PostState['text']>): string | null {
  for (const { children } of text) {
    for (const leaf of children) {
      const link = webLinks(leaf.text).find(({ kind }) => kind === 'web');
      if (link !== undefined) return link.href;
    }
  }
  return null;
}
