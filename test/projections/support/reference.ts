import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { Place } from './events.ts';

/** What a naive reading of the rules says of a history: no documents, no increments, only sets and counting. */
export interface Reference {
  /** Ids of posts and comments that stand; `deleted` ones among them are shown as "[deleted]". */
  readonly standing: ReadonlyMap<string, { readonly place: Place; readonly deleted: boolean }>;
  /** Ids of posts and comments that are gone. */
  readonly gone: ReadonlySet<string>;
  /** Position at which something was last written in a thread, by its root; what ended deleted at once never counted. */
  readonly written: ReadonlyMap<string, string>;
  /** The comment that last bumped a thread, by its root; `null` without one, and once that one is deleted. */
  lastComment(root: string): { readonly id: string; readonly author: string } | null;
  comments(postId: string): number;
  /** Comments that were ever written below, oldest first. */
  everBelow(postId: string): readonly string[];
  /** `<post> <user>` of the saves that there are: those of deleted posts end by events of their own. */
  readonly kept: ReadonlySet<string>;
  saves(postId: string): number;
  totalPosts(author: string): number;
  members(campus: string): number;
}

interface Post {
  readonly place: Place;
  deleted: boolean;
}

export function referenceOf(events: readonly RecordedEvent[]): Reference {
  const standing = new Map<string, Post>();
  const gone = new Set<string>();
  const written = new Map<string, string>();
  const lastComments = new Map<string, Place>();
  const saved = new Set<string>();
  const kept = new Set<string>();
  const ever: Place[] = [];
  const closed = new Set<string>();
  const memberOf = new Map<string, string>();
  const isBelow = (post: Post, ancestor: string) => post.place.ancestors.includes(ancestor);
  const livingBelow = (postId: string) =>
    [...standing.values()].filter((post) => isBelow(post, postId) && !post.deleted).length;
  const drop = (postId: string) => {
    standing.delete(postId);
    gone.add(postId);
  };

  function remove(place: Place): void {
    if (!standing.has(place.postId)) return;
    // What stands below a post stays until its own deletion comes: nobody is shown it meanwhile.
    if (place.parent === null) {
      drop(place.postId);
      return;
    }
    const post = standing.get(place.postId);
    if (post !== undefined) post.deleted = true;
    // Whatever is marked as deleted and holds nothing goes, from the leaves up, until nothing more does.
    for (let isDone = false; !isDone; ) {
      const empty = [...standing].filter(([postId, { deleted }]) => deleted && livingBelow(postId) === 0);
      for (const [postId] of empty) drop(postId);
      isDone = empty.length === 0;
    }
  }

  for (const { type, data, position } of events) {
    const fields = data as Place & { readonly userId: string; readonly campus: string };
    if (type === 'PostCreated') {
      if (fields.ancestors.every((ancestor) => standing.has(ancestor))) {
        standing.set(fields.postId, { place: fields, deleted: false });
        written.set(fields.root, position);
        ever.push(fields);
        if (fields.parent !== null) lastComments.set(fields.root, fields);
      } else gone.add(fields.postId);
    }
    if (type === 'PostDeleted') remove(fields);
    if (type === 'PostSaved') {
      saved.add(`${fields.postId} ${fields.userId}`);
      if (!closed.has(fields.postId)) kept.add(`${fields.postId} ${fields.userId}`);
    }
    if (type === 'PostUnsaved') {
      saved.delete(`${fields.postId} ${fields.userId}`);
      kept.delete(`${fields.postId} ${fields.userId}`);
    }
    if (type === 'PostDeleted' && fields.parent === null) closed.add(fields.postId);
    if (type === 'SchoolVerified') memberOf.set(fields.userId, fields.campus);
    if (type === 'SubjectErased') memberOf.delete(fields.userId);
  }
  const own = ({ place }: Post, author: string) =>
    place.author === author && place.parent === null && place.kind === 'post';
  return {
    standing,
    gone,
    written,
    lastComment(root) {
      const last = lastComments.get(root);
      if (last === undefined || standing.get(last.postId)?.deleted !== false) return null;
      return { id: last.postId, author: last.author };
    },
    comments: livingBelow,
    everBelow: (postId) => ever.filter(({ ancestors }) => ancestors.includes(postId)).map((place) => place.postId),
    kept,
    saves: (postId) => [...saved].filter((save) => save.startsWith(`${postId} `)).length,
    totalPosts: (author) => [...standing.values()].filter((post) => own(post, author)).length,
    members: (campus) => [...memberOf.values()].filter((each) => each === campus).length,
  };
}
