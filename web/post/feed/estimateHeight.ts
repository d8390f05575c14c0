import { reveal } from '#domain/kernel/personal.ts';
import { PREVIEW_CHARACTERS } from '#domain/post/limits.ts';
import { plainText } from '#domain/post/plainText.ts';
import type { Post } from '#projections/post/collections.ts';
import { galleryLayout } from '#projections/post/galleryLayout.ts';
import { reasonOf } from '../card/reasons.ts';
import { isOffer } from '../offer/isOffer.ts';

/** Approximate pixels of a card's parts: the virtualiser measures the drawn ones. */
const FRAME_PX = 118;
const REASON_PX = 22;
/** Price, condition, category and state of the sale: one line, as long as they fit. */
const OFFER_PX = 36;
const LINE_PX = 21;
const CHARACTER_PX = 7.2;
const GALLERY_MAX_WIDTH_PX = 500;
const GALLERY_MAX_HEIGHT_PX = 400;
/** Avatar and padding, over which a gallery reaches on a phone. */
const BESIDE_CONTENT_PX = 84;
const SEE_MORE_PX = 26;
const BANNER_PX = 65;
/** A card whose document is not there yet. */
const UNKNOWN_PX = 200;

/** About how high a card will be in a column of the given content width, before it is drawn. */
export function estimateCardHeight(post: Post | undefined, width: number): number {
  if (post === undefined) return UNKNOWN_PX;
  if (post.kind === 'new user') return BANNER_PX;
  const text = plainText(reveal(post.text) ?? []);
  const shown = text.slice(0, PREVIEW_CHARACTERS);
  const perLine = Math.max(1, Math.floor(width / CHARACTER_PX));
  const lines =
    shown === '' ? 0 : shown.split('\n').reduce((sum, line) => sum + Math.ceil((line.length || 1) / perLine), 0);
  const { tiles, aspect } = galleryLayout(reveal(post.media) ?? []);
  const isPhone = width + BESIDE_CONTENT_PX <= GALLERY_MAX_WIDTH_PX;
  const galleryWidth = isPhone ? width + BESIDE_CONTENT_PX : Math.min(width, GALLERY_MAX_WIDTH_PX);
  const gallery = tiles.length === 0 ? 0 : Math.min(GALLERY_MAX_HEIGHT_PX, galleryWidth / aspect) + 8;
  const frame = FRAME_PX + (reasonOf(post) === null ? 0 : REASON_PX) + (isOffer(post) ? OFFER_PX : 0);
  return frame + lines * LINE_PX + (text.length > shown.length ? SEE_MORE_PX : 0) + gallery;
}
