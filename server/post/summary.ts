import { findCampus } from '#domain/campus/face.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { stillOf } from '#domain/kernel/media.ts';
import { postAccess } from '#domain/post/access.ts';
import { postFolder } from '#domain/post/files.ts';
import { plainText, titleOf } from '#domain/post/plainText.ts';
import { type Account, accounts, type Profile, people } from '#projections/user/collections.ts';
import { cutSummary } from '../http/cutSummary.ts';
import type { Summarise } from '../http/pageSummary.ts';
import { revealed } from '../http/revealed.ts';
import { readReader } from '../read/reader.ts';
import { schemaOffer } from './schemaOffer.ts';
import { readStandingPost } from './standingPost.ts';

const PATH = /^\/(?:post|media)\/([^/]+)\/?$/;
/** Characters of the title: other sites cut longer ones. */
const TITLE_CHARACTERS = 70;

/** A post that visitors may see: its title, author, price, first photo and offer (FEED-25). A deleted one is missing. */
export const summarisePost: Summarise = async ({ store }, path) => {
  const [, postId] = PATH.exec(path) ?? [];
  if (postId === undefined) return null;
  const { success: isId } = idSchema.safeParse(postId);
  const post = isId ? ((await readStandingPost(store, postId)) ?? null) : null;
  if (post === null) return 'missing';
  const campus = findCampus(post.campus);
  if (campus === undefined || post.parent !== null || post.kind !== 'post') return null;
  if (!postAccess.maySee(await readReader(store, null), post)) return null;
  const found = await store.get([people, accounts].map(({ name }) => ({ collection: name, key: post.author })));
  const docOf = (collection: string) => found.find((each) => each.collection === collection)?.doc ?? null;
  const author = docOf(people.name) as Profile | null;
  const account = docOf(accounts.name) as Account | null;
  // Texts of erased people are absent, and people who are about to be erased are hidden.
  const text = revealed(post.text);
  if (author === null || author.erased || text === null) return null;
  const name = [revealed(author.firstName), revealed(author.lastName)].filter(Boolean).join(' ');
  const words = plainText(text).replace(/\s+/g, ' ').trim();
  const byAuthor = `Post by ${name}`;
  const [photo] = (revealed(post.media) ?? []).flatMap((file) => stillOf(file) ?? []);
  return {
    campus,
    path: `/post/${post.id}`,
    type: 'article',
    title: words === '' ? byAuthor : cutSummary(titleOf(text), TITLE_CHARACTERS),
    description: words === '' ? `On ${campus.name} Quad` : cutSummary(words),
    author: { name, path: `/${revealed(author.username) ?? ''}` },
    priceCents: post.price?.cents ?? null,
    // Nobody buys from somebody who is banned.
    offer: account === null || account.isBanned ? null : schemaOffer(post),
    picture:
      photo === undefined
        ? null
        : {
            path: `/images/${postFolder(post.id)}/${photo.name}`,
            width: photo.width,
            height: photo.height,
            alt: `Photo by ${name}`,
          },
  };
};
