import { findCampus } from '#domain/campus/face.ts';
import { categories, findCategory } from '#domain/post/categories.ts';
import { plainText } from '#domain/post/plainText.ts';
import type { Post } from '#projections/post/collections.ts';
import type { PageSearchAnswer } from '../http/pageSearch.ts';
import type { PlainItem, PlainLink, PlainView, PlainViewOf } from '../http/plainView.ts';
import type { CategoryCounts } from './categoryCounts.ts';
import { offerWords } from './offerWords.ts';
import { documentsOf, listedPosts, listPageOf, type PageDocuments, postIdIn } from './pagePosts.ts';
import { richTextHtml } from './richTextHtml.ts';
import { shownPost } from './shownPost.ts';

/** How the address of a search begins, by which its answer comes with a page. */
const SEARCHES = '/api/search?';

/** Feed and media feed of a campus, a category of it, a post with its comments, and what a search found, without scripts. */
export const postPlainView: PlainViewOf = (path, { campus, query }, { topics, answers }) => {
  const postId = postIdIn(path);
  const documents = documentsOf(topics);
  if (postId !== null) return viewOfPost(postId, documents);
  if (path === '/search') return viewOfSearch(query, documents, hitsIn(answers));
  const page = listPageOf(path, { query });
  if (page === null) return null;
  const items = listedPosts(page, campus, documents.posts).flatMap(
    (post) => itemOf(post, documents.people, 'listed') ?? [],
  );
  if (items.length === 0) return null;
  const name = findCampus(campus)?.fullName ?? '';
  const label = page.category === null ? null : findCategory(page.category)?.label;
  const heading = label == null ? name : `${label} · ${name}`;
  return { heading, items, more: categoryLinks(answers[`/api/categories/${campus}`] as CategoryCounts | undefined) };
};

function viewOfPost(postId: string, { posts: found, people: authors }: PageDocuments): PlainView | null {
  const post = found.find(({ id, parent }) => id === postId && parent === null);
  const shown = post === undefined ? null : shownPost(post, authors.get(post.author));
  if (post === undefined || shown === null) return null;
  const comments = found
    .filter(({ parent, thread, deleted }) => parent !== null && thread === postId && !deleted)
    .toSorted((a, b) => (a.place < b.place ? 1 : -1));
  const items = [post, ...comments].flatMap((each) => itemOf(each, authors, 'whole') ?? []);
  return { heading: shown.title, items, more: [] };
}

/** The hits of the search that came with the page, by its request's address; `null`: none came. */
function hitsIn(answers: Readonly<Record<string, unknown>>): readonly string[] | null {
  const [, answer] = Object.entries(answers).find(([address]) => address.startsWith(SEARCHES)) ?? [];
  return (answer as PageSearchAnswer['answer'] | undefined)?.hits.map(({ key }) => key) ?? null;
}

/** Posts that a search found, in its order. People are found by their pages. */
function viewOfSearch(
  query: URLSearchParams,
  { posts: found, people: authors }: PageDocuments,
  hits: readonly string[] | null,
): PlainView | null {
  if (hits === null || query.get('show') === 'people') return null;
  const byId = new Map(found.map((post) => [post.id, post]));
  const items = hits.flatMap((id) => {
    const post = byId.get(id);
    return post === undefined || post.deleted ? [] : (itemOf(post, authors, 'listed') ?? []);
  });
  const text = (query.get('q') ?? '').trim();
  const heading = items.length === 0 ? 'No results' : 'Results';
  return { heading: text === '' ? heading : `${heading} for “${text}”`, items, more: [] };
}

/** A post with its title as the link to its page, or as it is on that page; `null`: it cannot be shown. */
function itemOf(post: Post, authors: PageDocuments['people'], as: 'listed' | 'whole'): PlainItem | null {
  const shown = shownPost(post, authors.get(post.author));
  if (shown === null) return null;
  const { title, text, author, pictures } = shown;
  return {
    link: as === 'listed' ? { text: title, path: `/post/${post.id}` } : null,
    line: offerWords(post),
    // A title that is all of the words says them once.
    html: as === 'listed' && plainText(text).trim() === title ? '' : richTextHtml(text),
    pictures: as === 'listed' ? pictures.slice(0, 1) : pictures,
    author,
    at: post.createdAt,
  };
}

/** The categories of a campus that have posts, in their order. */
function categoryLinks(counted: CategoryCounts | undefined): readonly PlainLink[] {
  return categories.flatMap(({ value, label }) =>
    counted?.counts[value] === undefined
      ? []
      : [{ text: label, path: `/home?${new URLSearchParams({ category: value })}` }],
  );
}
