import { findCampus } from '#domain/campus/face.ts';
import { stillOf } from '#domain/kernel/media.ts';
import { isSealed, type Personal, reveal } from '#domain/kernel/personal.ts';
import { ALL_CATEGORIES, categories, findCategory } from '#domain/post/categories.ts';
import { postFolder } from '#domain/post/files.ts';
import { plainText, titleOf } from '#domain/post/plainText.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { type Profile, people } from '#projections/user/collections.ts';
import { cutSummary } from '../http/cutSummary.ts';
import type { PlainItem, PlainLink, PlainView, PlainViewOf } from '../http/plainView.ts';
import type { CategoryCounts } from './categoryCounts.ts';
import { offerWords } from './offerWords.ts';
import { richTextHtml } from './richTextHtml.ts';

/** Characters of a title in a list: whole words stand below it. */
const TITLE_CHARACTERS = 100;
const POST_PATH = /^\/(?:post|media)\/([0-9a-f-]{36})$/;

/** Feed and media feed of a campus, a category of it, and a post with its comments, without scripts. */
export const postPlainView: PlainViewOf = (path, { campus, query }, { topics, answers }) => {
  const [, postId] = POST_PATH.exec(path) ?? [];
  const documents = documentsOf(topics);
  if (postId !== undefined) return viewOfPost(postId, documents);
  if (path !== '/' && path !== '/home' && path !== '/media') return null;
  const category = path === '/media' ? undefined : findCategory(query.get('category') ?? '');
  const isListed = (post: Post) =>
    post.kind === 'post' &&
    (path === '/media' ? post.mediaFeed : post.feed) === campus &&
    (category === undefined || category === ALL_CATEGORIES || post.category === category.value);
  const items = documents.posts
    .filter(isListed)
    .toSorted((a, b) => (a.activity < b.activity ? 1 : -1))
    .flatMap((post) => itemOf(post, documents, 'listed') ?? []);
  if (items.length === 0) return null;
  const name = findCampus(campus)?.fullName ?? '';
  const heading = category === undefined || category === ALL_CATEGORIES ? name : `${category.label} · ${name}`;
  return { heading, items, more: categoryLinks(answers[`/api/categories/${campus}`] as CategoryCounts | undefined) };
};

/** The documents of all topics of a page, those of a kind together. */
interface Documents {
  readonly posts: readonly Post[];
  readonly people: ReadonlyMap<string, Profile>;
}

function documentsOf(topics: Readonly<Record<string, TopicAnswer>>): Documents {
  const all = Object.values(topics).flatMap(({ documents }) => documents);
  const docsOf = <Doc>(name: string) =>
    new Map(
      all.flatMap(({ collection, key, doc }) => (collection === name && doc !== null ? [[key, doc as Doc]] : [])),
    );
  return { posts: [...docsOf<Post>(posts.name).values()], people: docsOf<Profile>(people.name) };
}

function viewOfPost(postId: string, documents: Documents): PlainView | null {
  const post = documents.posts.find(({ id }) => id === postId);
  const item = post === undefined || post.parent !== null ? null : itemOf(post, documents, 'whole');
  if (post === undefined || item === null) return null;
  const comments = documents.posts
    .filter(({ parent, thread, deleted }) => parent !== null && thread === postId && !deleted)
    .toSorted((a, b) => (a.place < b.place ? 1 : -1))
    .flatMap((comment) => itemOf(comment, documents, 'whole') ?? []);
  const title = titleOf(shown(post.text));
  return { heading: title === '' ? `Post by ${item.author?.text}` : title, items: [item, ...comments], more: [] };
}

/** A post with its title as the link to its page, or as it is on that page; `null`: nothing of it is left, or of its author. */
function itemOf(post: Post, { people: authors }: Documents, as: 'listed' | 'whole'): PlainItem | null {
  const [text, person] = [shown(post.text), authors.get(post.author)];
  if (text === null || person === undefined || person.erased) return null;
  const name = [shown(person.firstName), shown(person.lastName)].filter(Boolean).join(' ');
  const title = titleOf(text);
  const shownTitle = cutSummary(title, TITLE_CHARACTERS) || `Post by ${name}`;
  const stills = (shown(post.media) ?? []).flatMap((file) => stillOf(file) ?? []);
  return {
    link: as === 'listed' ? { text: shownTitle, path: `/post/${post.id}` } : null,
    line: offerWords(post),
    // A title that is all of the words says them once.
    html: as === 'listed' && plainText(text).trim() === shownTitle ? '' : richTextHtml(text),
    pictures: stills
      .slice(0, as === 'listed' ? 1 : stills.length)
      .map((photo) => ({ ...photo, path: `/images/${postFolder(post.id)}/${photo.name}`, alt: `Photo by ${name}` })),
    author: { text: name, path: `/${shown(person.username) ?? ''}` },
    at: post.createdAt,
  };
}

/** Personal data that is there; `null`: it is sealed, or erased. */
function shown<T>(value: Personal<T>): T | null {
  return isSealed(value) ? null : reveal(value);
}

/** The categories of a campus that have posts, in their order. */
function categoryLinks(counted: CategoryCounts | undefined): readonly PlainLink[] {
  return categories.flatMap(({ value, label }) =>
    counted?.counts[value] === undefined
      ? []
      : [{ text: label, path: `/home?${new URLSearchParams({ category: value })}` }],
  );
}
