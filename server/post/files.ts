import { fileNamesOf } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { postAccess } from '#domain/post/access.ts';
import type { PostState } from '#domain/post/state.ts';
import { revealed } from '../http/revealed.ts';
import { defineFiles } from '../media/nounFiles.ts';
import { readStandingPost } from './standingPost.ts';

/** Photos and videos of posts and comments (POST-06, POST-24, POST-25). */
export const postFiles = defineFiles<PostState>({
  kind: 'posts',
  category: 'post',
  accepts: ['jpeg', 'png', 'gif', 'webp', 'mp4', 'mov', 'avi'],
  namedAfter(event) {
    switch (event.type) {
      case 'PostCreated':
      case 'PostEdited':
        return fileNamesOf(reveal(event.data.media) ?? []);
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
    const isNamed = post !== undefined && fileNamesOf(revealed(post.media) ?? []).includes(name);
    return isNamed ? { owner: post.author, maySee: (reader) => postAccess.maySee(reader, post) } : 'unnamed';
  },
});
