import { type Personal, reveal } from '#domain/kernel/personal.ts';
import { COMMENTS_PER_DAY, POSTS_PER_DAY } from '#domain/post/limits.ts';
import { plainText } from '#domain/post/plainText.ts';
import type { RichText } from '#domain/post/richText.ts';
import { posts } from '#projections/post/collections.ts';
import { perDay } from '../fairness/rate.ts';
import { defineServerNoun } from '../noun.ts';
import { endsWith } from '../reactors/dependents.ts';
import { createCascadeReactor } from './cascade.ts';
import { categoryRoutes } from './categoryRoutes.ts';
import { postFiles } from './files.ts';
import { postFirstAnswers } from './firstAnswers.ts';
import { postFirstPictures } from './firstPictures.ts';
import { postFirstView } from './firstView.ts';
import { listPosts } from './listPosts.ts';
import { postNews } from './news.ts';
import { postPlainView } from './plainView.ts';
import { galleryRoutes } from './routes.ts';
import { summarisePost } from './summary.ts';

function wordsOf(text: Personal<RichText>): string | null {
  const written = reveal(text);
  return written === null ? null : plainText(written);
}

/** Posts and comments: their pictures, and the cascade when one of them ends. */
export const postNoun = defineServerNoun({
  name: 'post',
  routes: (parts) => [galleryRoutes(parts), categoryRoutes(parts)],
  rates: [
    { name: 'posts', commands: ['CreatePost'], rate: perDay(POSTS_PER_DAY) },
    { name: 'comments', commands: ['AddComment'], rate: perDay(COMMENTS_PER_DAY) },
  ],
  reactors: { cascade: createCascadeReactor },
  dependents: [
    // Comments too: one with replies stays as "[deleted]" for them.
    endsWith('user', posts, 'ofAuthor', ({ id: postId }) => ({ type: 'DeletePost', data: { postId } })),
  ],
  archive: {
    PostCreated: ({ data: { kind, parent, text } }) => ({
      what: kind === 'new user' ? 'You were announced' : parent === null ? 'You wrote a post' : 'You wrote a comment',
      text: wordsOf(text),
    }),
    PostEdited: ({ data: { parent, text } }) => ({
      what: parent === null ? 'You changed a post' : 'You changed a comment',
      text: wordsOf(text),
    }),
    PostTermsChanged: () => ({ what: 'You changed the category, price or condition of a post' }),
    PostSaleChanged: ({ data: { sale } }) => ({ what: `You marked a post as ${sale}` }),
    PostDeleted: ({ data: { parent } }) => ({ what: parent === null ? 'A post was deleted' : 'A comment was deleted' }),
  },
  files: postFiles,
  firstView: postFirstView,
  firstAnswers: postFirstAnswers,
  plainView: postPlainView,
  firstPictures: postFirstPictures,
  summarise: summarisePost,
  listPages: listPosts,
  news: postNews,
});
