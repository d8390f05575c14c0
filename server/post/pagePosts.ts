import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { type Profile, people } from '#projections/user/collections.ts';
import type { Asker } from '../http/firstView.ts';

const POST_PATH = /^\/(?:post|media)\/([0-9a-f-]{36})$/;

/** The documents of all topics of a page, those of a kind together. */
export interface PageDocuments {
  readonly posts: readonly Post[];
  readonly people: ReadonlyMap<string, Profile>;
}

export function documentsOf(topics: Readonly<Record<string, TopicAnswer>>): PageDocuments {
  const all = Object.values(topics).flatMap(({ documents }) => documents);
  const docsOf = <Doc>(name: string) =>
    new Map(
      all.flatMap(({ collection, key, doc }) => (collection === name && doc !== null ? [[key, doc as Doc]] : [])),
    );
  return { posts: [...docsOf<Post>(posts.name).values()], people: docsOf<Profile>(people.name) };
}

/** The post whose page has this path; `null`: it is no post's. */
export function postIdIn(path: string): string | null {
  return POST_PATH.exec(path)?.[1] ?? null;
}

/** A page that lists posts. */
export interface ListPage {
  readonly kind: 'feed' | 'media';
  /** Its name; `null`: all categories. */
  readonly category: string | null;
}

/** The list at a path; `null`: that of another page. */
export function listPageOf(path: string, { query }: Pick<Asker, 'query'>): ListPage | null {
  if (path === '/media') return { kind: 'media', category: null };
  if (path !== '/' && path !== '/home') return null;
  const category = findCategory(query.get('category') ?? '');
  return { kind: 'feed', category: category === undefined || category === ALL_CATEGORIES ? null : category.value };
}

/** The posts of a list among those of a page, in its order. */
export function listedPosts({ kind, category }: ListPage, campus: string, found: readonly Post[]): readonly Post[] {
  return found
    .filter(
      (post) =>
        post.kind === 'post' &&
        (kind === 'media' ? post.mediaFeed : post.feed) === campus &&
        (category === null || post.category === category),
    )
    .toSorted((a, b) => (a.activity < b.activity ? 1 : -1));
}
