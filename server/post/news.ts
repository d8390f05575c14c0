import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { type Account, accounts, type Profile, people } from '#projections/user/collections.ts';
import type { NewsItem, NewsSource } from '../http/newsFeed.ts';
import { escapeHtml } from '../kernel/html.ts';
import type { OpenReads } from '../read/openReads.ts';
import { offerWords } from './offerWords.ts';
import { richTextHtml } from './richTextHtml.ts';
import { shownPost } from './shownPost.ts';

/** Posts of a feed: about two pages of the site's own. */
const NEWS_POSTS = 30;

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
    const listed = found.flatMap(({ doc }) => (doc as Post | null) ?? []).filter(({ kind }) => kind === 'post');
    const authors = await authorsOf(store, new Set(listed.map(({ author }) => author)));
    // One that could not be opened is left out: the others are no worse for it.
    return listed.flatMap((post) => itemOf(post, authors.get(post.author)) ?? []);
  },
};

/** Those authors who are not banned, by their ids. */
async function authorsOf(store: Pick<OpenReads, 'get'>, ids: ReadonlySet<string>): Promise<Map<string, Profile>> {
  const refs = [...ids].flatMap((key) => [people, accounts].map(({ name: collection }) => ({ collection, key })));
  const found = refs.length === 0 ? [] : await store.get(refs);
  const docsOf = (collection: string) => found.filter((each) => each.collection === collection);
  const banned = new Set(
    docsOf(accounts.name).flatMap(({ key, doc }) => ((doc as Account | null)?.isBanned === false ? [] : [key])),
  );
  return new Map(
    docsOf(people.name).flatMap(({ key, doc }) =>
      doc === null || banned.has(key) ? [] : [[key, doc as Profile] as const],
    ),
  );
}

function itemOf(post: Post, person: Profile | undefined): NewsItem | null {
  const shown = shownPost(post, person);
  if (shown === null) return null;
  const { title, text, author, pictures } = shown;
  const offer = offerWords(post);
  return {
    ...{ path: `/post/${post.id}`, title, author: author.text },
    html: (offer === '' ? '' : `<p><strong>${escapeHtml(offer)}</strong></p>`) + richTextHtml(text),
    section: post.category === ALL_CATEGORIES.value ? null : (findCategory(post.category)?.label ?? null),
    createdAt: post.createdAt,
    picture: pictures[0] ?? null,
  };
}
