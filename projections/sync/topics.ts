import { maySeeCampus } from '#domain/campus/access.ts';
import { findCampus } from '#domain/campus/registry.ts';
import type { Viewer } from '#domain/kernel/access.ts';
import { FEED_PAGE_POSTS, PROFILE_PAGE_POSTS, SAVED_PAGE_POSTS, threadLimits } from '#domain/kernel/limits.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import type { Post } from '../post/collections.ts';
import type { Person } from '../user/collections.ts';

/** Why a topic can't be joined; the texts stand in `server/` beside the other edge answers. */
export type TopicRefusal = 'TOPIC_UNKNOWN' | 'TOPIC_FORBIDDEN' | 'POST_DELETED' | 'POST_UNKNOWN' | 'PERSON_UNKNOWN';

/** What a topic is made of and who may join it. Access is decided here for every channel (P8). */
export interface Topic {
  readonly collection: string;
  readonly query: string;
  readonly values: readonly string[];
  /** Field of the documents by which the window is cut, greatest value first; `null`: the topic is one document. */
  readonly order: string | null;
  /** Documents in the first page, and in each further one. */
  readonly firstPage: number;
  readonly page: number;
  /** A document on which the right to join depends; it is read before `refuse` is asked. */
  readonly gate: DocumentRef | null;
  /** `null`: may join. `gate` is `undefined` when the document never was and `null` when it is gone. */
  refuse(viewer: Viewer, gate: unknown): TopicRefusal | null;
}

const oneDocument = { order: null, firstPage: 1, page: 1 } as const;
const forbidUnless = (allowed: boolean): TopicRefusal | null => (allowed ? null : 'TOPIC_FORBIDDEN');

/** What stands below a post is told to those who may see the post, and to nobody when it is gone. */
function behindPost(postId: string): Pick<Topic, 'gate' | 'refuse'> {
  return {
    gate: { collection: 'posts', key: postId },
    refuse: (viewer, gate) => {
      if (gate === undefined) return 'POST_UNKNOWN';
      if (gate === null) return 'POST_DELETED';
      const post = gate as Post;
      if (post.root !== postId) return 'POST_UNKNOWN';
      return forbidUnless(maySeeCampus(viewer, post.campus));
    },
  };
}

/** What a topic's name stands for, or `null` when it stands for nothing. */
export function findTopic(name: string): Topic | null {
  const [kind, first, second, ...rest] = name.split(':');
  if (first === undefined || first === '' || rest.length > 0) return null;
  const hasSecond = kind === 'wall' || kind === 'saved' || kind === 'replies';
  if (hasSecond !== (second !== undefined)) return null;

  switch (kind) {
    case 'feed': {
      const campus = findCampus(first);
      if (campus === undefined) return null;
      return {
        collection: 'posts',
        query: 'feed',
        values: [first],
        order: 'activity',
        firstPage: campus.firstPagePosts,
        page: FEED_PAGE_POSTS,
        gate: null,
        refuse: (viewer) => forbidUnless(maySeeCampus(viewer, first)),
      };
    }
    case 'post':
      return {
        collection: 'posts',
        query: 'thread',
        values: [first],
        order: 'place',
        firstPage: threadLimits.firstPage,
        page: threadLimits.page,
        ...behindPost(first),
      };
    case 'replies':
      return {
        collection: 'posts',
        query: 'replies',
        values: [first, second ?? ''],
        order: 'place',
        firstPage: threadLimits.page,
        page: threadLimits.page,
        ...behindPost(first),
      };
    case 'latest':
      return {
        collection: 'posts',
        query: 'latest',
        values: [first],
        order: 'created',
        firstPage: threadLimits.latest,
        page: threadLimits.latest,
        ...behindPost(first),
      };
    case 'wall':
      return {
        collection: 'posts',
        query: 'wall',
        values: [`${first}:${second}`],
        order: 'activity',
        firstPage: PROFILE_PAGE_POSTS,
        page: PROFILE_PAGE_POSTS,
        gate: null,
        refuse: (viewer) => forbidUnless(maySeeCampus(viewer, first)),
      };
    case 'saved':
      return {
        collection: 'saves',
        query: 'list',
        values: [`${first}:${second}`],
        order: 'order',
        firstPage: SAVED_PAGE_POSTS,
        page: SAVED_PAGE_POSTS,
        gate: null,
        refuse: (viewer) => forbidUnless(viewer.userId === second && maySeeCampus(viewer, first)),
      };
    case 'me':
      return {
        collection: 'accounts',
        query: 'byId',
        values: [first],
        ...oneDocument,
        gate: null,
        refuse: (viewer) => forbidUnless(viewer.userId === first),
      };
    case 'person':
      return {
        collection: 'people',
        query: 'byId',
        values: [first],
        ...oneDocument,
        gate: { collection: 'people', key: first },
        refuse: (viewer, gate) => {
          const person = gate as Person | null | undefined;
          if (person === undefined || person === null || person.erased) return 'PERSON_UNKNOWN';
          return forbidUnless(viewer.userId === first || maySeeCampus(viewer, person.campus));
        },
      };
    case 'campus':
      if (findCampus(first) === undefined) return null;
      return {
        collection: 'campuses',
        query: 'byId',
        values: [first],
        ...oneDocument,
        gate: null,
        refuse: (viewer) => forbidUnless(maySeeCampus(viewer, first)),
      };
    default:
      return null;
  }
}
