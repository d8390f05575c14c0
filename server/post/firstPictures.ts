import { SHARED_QUERY } from '#domain/kernel/addresses.ts';
import { isAnimated, type Media, stillOf } from '#domain/kernel/media.ts';
import { isSealed, reveal } from '#domain/kernel/personal.ts';
import { postFolder } from '#domain/post/files.ts';
import { imageSet } from '#projections/kernel/imagePath.ts';
import type { Post } from '#projections/post/collections.ts';
import { drawnSizes, EAGER_CARDS, galleryLayout, REEL_SIZES } from '#projections/post/galleryLayout.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { FirstPicture, FirstPictures } from '../http/firstPictures.ts';
import type { Asker } from '../http/firstView.ts';
import { documentsOf, listedPosts, listPageOf, postIdIn } from './pagePosts.ts';

/** Pictures of one page that are fetched beside its code. */
const FIRST_PICTURES = 3;

/** The pictures of the first cards of a feed, and the first of an opened post. */
export const postFirstPictures: FirstPictures = (path, asker, { topics }) => {
  // The campus is not this viewer's: the page says so, whatever else its address names.
  if (topics[topicName.campus(asker.campus)] === undefined) return [];
  const page = listPageOf(path, asker);
  if (page?.kind === 'feed') {
    const first = listedPosts(page, asker.campus, documentsOf(topics).posts).slice(0, EAGER_CARDS);
    return first.flatMap(galleryOf).slice(0, FIRST_PICTURES);
  }
  const postId = path.startsWith('/post/') ? postIdIn(path) : null;
  if (postId === null) return [];
  const post = documentsOf(topics).posts.find(({ id, parent }) => id === postId && parent === null);
  return post === undefined ? [] : reelOf(post, asker);
};

/** The first photo of an opened post (`web/post/media/MediaReel.tsx`); a video there has a player of its own. */
function reelOf(post: Post, { campus, query }: Asker): readonly FirstPicture[] {
  // It leads to the site of the post's own campus.
  if (post.campus !== campus && query.get(SHARED_QUERY) === 'true') return [];
  const [first] = mediaOf(post);
  return first === undefined || first.kind === 'video' ? [] : pictureOf(post, first, REEL_SIZES);
}

/** The tiles of a card (`web/post/media/Gallery.tsx`). */
function galleryOf(post: Post): readonly FirstPicture[] {
  const media = mediaOf(post);
  const layout = galleryLayout(media);
  return layout.tiles.flatMap((tile, index) => {
    const file = media[index];
    return file === undefined ? [] : pictureOf(post, file, drawnSizes(file, tile, layout, true));
  });
}

/** The files of a post; none where they cannot be opened. */
function mediaOf({ media, deleted }: Post): readonly Media[] {
  return deleted || isSealed(media) ? [] : (reveal(media) ?? []);
}

/** A photo, or the poster of a video. One that moves is another to people who want less motion: the page asks for it. */
function pictureOf({ id }: Post, file: Media, sizes: string): readonly FirstPicture[] {
  const still = stillOf(file);
  return still === null || isAnimated(still) ? [] : [{ srcset: imageSet(postFolder(id), still), sizes }];
}
