import { reveal } from '#domain/kernel/personal.ts';
import { postAccess } from '#domain/post/access.ts';
import type { PostState } from '#domain/post/state.ts';
import { revealed } from '../http/revealed.ts';
import { definePictures } from '../media/pictures.ts';
import { readStandingPost } from './standingPost.ts';

/** Pictures of posts and comments (POST-06, POST-25). */
export const postPictures = definePictures<PostState>({
  kind: 'posts',
  category: 'post',
  accepts: ['jpeg', 'png', 'gif', 'webp'],
  namedAfter(event) {
    switch (event.type) {
      case 'PostCreated':
      case 'PostEdited':
        return (reveal(event.data.media) ?? []).map(({ name }) => name);
      case 'PostDeleted':
        return [];
      default:
        return null;
    }
  },
  refusesUpload({ place, deleted }, _id, userId) {
    if (deleted) return 'POST_DELETED';
    return place !== null && place.author !== userId ? 'NOT_YOUR_POST' : null;
  },
  async shown(store, id, name) {
    const post = await readStandingPost(store, id);
    if (post === null) return 'gone';
    const isNamed = post !== undefined && revealed(post.media)?.some((file) => file.name === name);
    return isNamed ? { owner: post.author, maySee: (reader) => postAccess.maySee(reader, post) } : 'unnamed';
  },
});
