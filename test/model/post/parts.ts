import type { PostEvent } from '#domain/post/events.ts';
import type { Place } from '#test/projections/support/events.ts';
import type { Part, Parts } from '../parts.ts';

export type Created = Extract<PostEvent, { type: 'PostCreated' }>['data'];

/** Posts and comments by the log, by id. */
export const postLedger: Part<Map<string, Created & { deleted: boolean; sale: string }>> = { begin: () => new Map() };

/** Terms of a post, as text: equal ones are equal. */
export function termsOf({ category, price, condition }: Pick<Created, 'category' | 'price' | 'condition'>): string {
  const cost = price === null ? 'none' : `${price.cents}${price.orBestOffer ? ' or best offer' : ''}`;
  return [category, cost, condition ?? 'none'].join(' | ');
}

/** The terms of everything that offers nothing. */
export const NOTHING_OFFERED = 'all | none | none';

/** A post or comment in a history. */
export interface Written {
  readonly place: Place;
  readonly author: string;
  deleted: boolean;
}

export const writtenPosts: Part<Written[]> = { begin: () => [] };

/** Some post or comment of those that a history has. */
export function somePost(parts: Parts, what: number): Written | undefined {
  const posts = parts.of(writtenPosts);
  return posts[what % Math.max(1, posts.length)];
}

/** A post of a large community, and the number of its comments. */
export interface BulkThread {
  readonly key: string;
  readonly author: string;
  comments: number;
}

/** The posts of a large community, oldest first. */
export const bulkThreads: Part<BulkThread[]> = { begin: () => [] };
