import { stillOf } from '#domain/kernel/media.ts';
import { isSealed } from '#domain/kernel/personal.ts';
import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import { postFolder } from '#domain/post/files.ts';
import { titleOf } from '#domain/post/plainText.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { type Account, accounts, type Profile, people } from '#projections/user/collections.ts';
import { cutSummary } from '../http/cutSummary.ts';
import type { NewsItem, NewsSource } from '../http/newsFeed.ts';
import { revealed } from '../http/revealed.ts';
import { escapeHtml } from '../kernel/html.ts';
import type { OpenReads } from '../read/openReads.ts';
import { offerWords } from './offerWords.ts';
import { richTextHtml } from './richTextHtml.ts';

/** Posts of a feed: about two pages of the site's own. */
const NEWS_POSTS = 30;
/** Characters of a title: readers show one line. */
const TITLE_CHARACTERS = 100;

/** The feed of a campus, and those of its categories. Nothing of people who are erased, hidden or banned. */
export const postNews: NewsSource = {
  sectionLabel(section) {
    const category = findCategory(section);
    return category === undefined || category === ALL_CATEGORIES ? null : category.label;
  },
  async list(store, campus, section) {
    const page = { below: null, atOrAbove: null, limit: NEWS_POSTS };
    const found = await (section === null
      ? store.query(posts.name, 'feed', [campus], page)
      : store.query(posts.name, 'shelf', [campus, section], page));
    // One that could not be opened is left out: the others are no worse for it.
    const listed = found.flatMap(({ doc }) => (doc as Post | null) ?? []).filter((post) => isOpenPost(post));
    const names = await namesOf(store, new Set(listed.map(({ author }) => author)));
    return listed.flatMap((post) => {
      const name = names.get(post.author);
      return name === undefined ? [] : (itemOf(post, name) ?? []);
    });
  },
};

const isOpenPost = ({ kind, text, media }: Post) => kind === 'post' && !isSealed(text) && !isSealed(media);

/** Names of those authors whose posts a visitor may read, as far as they could be opened. */
async function namesOf(store: Pick<OpenReads, 'get'>, authors: ReadonlySet<string>): Promise<Map<string, string>> {
  const refs = [...authors].flatMap((key) => [people, accounts].map(({ name: collection }) => ({ collection, key })));
  const found = refs.length === 0 ? [] : await store.get(refs);
  const docsOf = (collection: string) => found.filter((each) => each.collection === collection);
  const banned = new Set(
    docsOf(accounts.name).flatMap(({ key, doc }) => ((doc as Account | null)?.isBanned === false ? [] : [key])),
  );
  return new Map(
    docsOf(people.name).flatMap(({ key, doc }) => {
      const person = doc as Profile | null;
      if (person === null || person.erased || banned.has(key)) return [];
      if (isSealed(person.firstName) || isSealed(person.lastName)) return [];
      return [[key, [revealed(person.firstName), revealed(person.lastName)].filter(Boolean).join(' ')] as const];
    }),
  );
}

function itemOf(post: Post, author: string): NewsItem | null {
  const text = revealed(post.text);
  if (text === null) return null;
  const [photo] = (revealed(post.media) ?? []).flatMap((file) => stillOf(file) ?? []);
  const offer = offerWords(post);
  return {
    path: `/post/${post.id}`,
    title: cutSummary(titleOf(text), TITLE_CHARACTERS) || `Post by ${author}`,
    html: (offer === '' ? '' : `<p><strong>${escapeHtml(offer)}</strong></p>`) + richTextHtml(text),
    author,
    section: post.category === ALL_CATEGORIES.value ? null : (findCategory(post.category)?.label ?? null),
    createdAt: post.createdAt,
    picture: photo === undefined ? null : { ...photo, path: `/images/${postFolder(post.id)}/${photo.name}` },
  };
}
