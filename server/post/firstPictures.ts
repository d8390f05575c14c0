import { isAnimated, type Media, stillOf } from '#domain/kernel/media.ts';
import { isSealed, reveal } from '#domain/kernel/personal.ts';
import { postFolder } from '#domain/post/files.ts';
import { imageSet } from '#projections/kernel/imagePath.ts';
import type { Post } from '#projections/post/collections.ts';
import { drawnSizes, galleryLayout, REEL_SIZES } from '#projections/post/galleryLayout.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { FirstPicture, FirstPictures } from '../http/firstPictures.ts';
import { documentsOf, listedPosts, listPageOf, postIdIn } from './pagePosts.ts';

/** The parameter of a shared link (`web/session/site.ts`). */
const SHARED_QUERY = 'redirect';
/** Posts at the top of a feed, whose pictures the page asks for at once (`EAGER_CARDS` in `web/post/feed/CardList.tsx`). */
const FIRST_POSTS = 3;
/** Pictures of one page that are fetched beside its code. */
const FIRST_PICTURES = 3;

/** The pictures of the first cards of a feed, and the first of an opened post. */
export const postFirstPictures: FirstPictures = (path, asker, { topics }) => {
  const { posts: found } = documentsOf(topics);
  // The campus is not this viewer's: the page says so, whatever else its address names.
  if (topics[topicName.campus(asker.campus)] === undefined) return [];
  if (path.startsWith('/post/')) {
    const post = found.find(({ id, parent }) => id === postIdIn(path) && parent === null);
    // It leads to the site of the post's own campus.
    if (post?.campus !== asker.campus && asker.query.get(SHARED_QUERY) === 'true') return [];
    const [first] = post === undefined ? [] : mediaOf(post);
    // A video there has a player of its own.
    return post === undefined || first === undefined || first.kind === 'video'
      ? []
      : pictureOf(post, first, REEL_SIZES);
  }
  const page = listPageOf(path, asker);
  if (page === null || page.kind === 'media') return [];
  const first = listedPosts(page, asker.campus, found).slice(0, FIRST_POSTS);
  return first.flatMap(galleryOf).slice(0, FIRST_PICTURES);
};

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
