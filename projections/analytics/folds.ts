import { findCampus } from '#domain/campus/face.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import { optOuts, type ProductUse, productUse } from './collections.ts';

/** Characters of an ISO instant that name its day. */
const DAY_CHARACTERS = 10;

const optOutRef = (key: string): DocumentRef => ({ collection: optOuts.name, key });

/** Day and campus of something that counts. */
const keyOf = (at: string, campus: string) => `${at.slice(0, DAY_CHARACTERS)}_${campus}`;
const useRef = (at: string, campus: string): DocumentRef => ({ collection: productUse.name, key: keyOf(at, campus) });

/** One more of something, on a day on a campus. */
function count(
  documents: DocumentView,
  at: string,
  campus: string,
  what: 'registrations' | 'posts' | 'logins',
): readonly Write[] {
  if (findCampus(campus)?.isCounted !== true) return [];
  const id = keyOf(at, campus);
  const day = at.slice(0, DAY_CHARACTERS);
  const none: ProductUse = { id, list: 'all', day, campus, registrations: 0, posts: 0, logins: 0 };
  const before = documents.get(productUse, id) ?? none;
  return [write(productUse, id, { ...before, [what]: before[what] + 1 })];
}

/** Nobody is opted out before they have an account. */
const userRegistered: Fold<'UserRegistered'> = {
  reads: ({ data, meta }) => [useRef(meta.at, data.campus)],
  fold: ({ data, meta }, documents) => count(documents, meta.at, data.campus, 'registrations'),
};

const postCreated: Fold<'PostCreated'> = {
  reads: ({ data, meta }) => [optOutRef(data.author), useRef(meta.at, data.campus)],
  fold({ data: { author, campus, kind, parent }, meta }, documents) {
    const isOptedOut = documents.get(optOuts, author) !== undefined;
    return kind !== 'post' || parent !== null || isOptedOut ? [] : count(documents, meta.at, campus, 'posts');
  },
};

/** Whether the account counts was decided when it logged in. */
const loginCounted: Fold<'LoginCounted'> = {
  reads: ({ data, meta }) => [useRef(meta.at, data.campus)],
  fold: ({ data, meta }, documents) => count(documents, meta.at, data.campus, 'logins'),
};

/** How each event changes the statistics. What an account did before it was opted out stays counted. */
export const analyticsFolds: Folds = {
  AnalyticsOptedOut: {
    reads: ({ data }) => [optOutRef(data.userId)],
    fold: ({ data: { userId: id, by }, meta: { at } }) => [write(optOuts, id, { id, list: 'all', by, at })],
  },
  AnalyticsOptedIn: {
    reads: ({ data }) => [optOutRef(data.userId)],
    fold: ({ data: { userId } }) => [write(optOuts, userId, null)],
  },
  UserRegistered: userRegistered,
  PostCreated: postCreated,
  LoginCounted: loginCounted,
  SubjectErased: {
    reads: ({ data }) => [optOutRef(data.userId)],
    fold: ({ data: { userId } }, documents) =>
      documents.get(optOuts, userId) === undefined ? [] : [write(optOuts, userId, null)],
  },
};
