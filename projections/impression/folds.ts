import { ACTIONS, type Action, COUNTER_OF, type Counters, countersOf, NO_ACTIONS } from '#domain/impression/actions.ts';
import type { SeenSession } from '#domain/impression/events.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Fold, type Folds, write } from '../kernel/projection.ts';
import {
  type Audience,
  adFigures,
  audiences,
  type CountedSessions,
  countedSessions,
  dayKey,
  endedFigures,
  type FigureDay,
  figureDays,
  partKey,
  postFigures,
} from './collections.ts';

/** Characters of an ISO instant that name its day. */
const DAY_CHARACTERS = 10;

const dayOf = (at: string) => at.slice(0, DAY_CHARACTERS);
const COUNTERS = Object.keys(NO_ACTIONS) as readonly (keyof Counters)[];
const bitOf = (action: Action) => 1 << ACTIONS.indexOf(action);

/** How much a batch adds, to the post and to the ad: who has seen another ad of the post is reached by this one alone. */
interface Added {
  readonly ofPost: Counters;
  readonly ofAd: Counters;
}

/** The parts of a post's viewers and sessions that a batch changes, as they are by then. */
interface Parts {
  audience(viewer: string): Audience;
  counted(session: string): CountedSessions;
  readonly audiences: Map<string, Audience>;
  readonly sessions: Map<string, CountedSessions>;
}

function partsOf(post: string, campus: string, documents: DocumentView): Parts {
  const changedAudiences = new Map<string, Audience>();
  const changedSessions = new Map<string, CountedSessions>();
  return {
    audiences: changedAudiences,
    sessions: changedSessions,
    audience(viewer) {
      const id = partKey(post, viewer);
      return changedAudiences.get(id) ?? documents.get(audiences, id) ?? { id, post, campus, seen: [] };
    },
    counted(session) {
      const id = partKey(post, session);
      return changedSessions.get(id) ?? documents.get(countedSessions, id) ?? { id, post, campus, sessions: [] };
    },
  };
}

/** The actions of a session that were not counted before; they are from now on. */
function newsOf({ viewer, session, actions }: SeenSession, parts: Parts): readonly Action[] {
  const part = parts.counted(session);
  const by = viewer + session;
  const known = part.sessions.find((each) => each.by === by);
  const before = known?.counted ?? 0;
  const news = actions.filter((action) => (before & bitOf(action)) === 0);
  if (news.length === 0) return news;
  const after = { by, counted: news.reduce((all, action) => all | bitOf(action), before) };
  const others = part.sessions.filter((each) => each !== known);
  parts.sessions.set(part.id, { ...part, sessions: [...others, after] });
  return news;
}

/** Whom a view reaches: a new viewer of the ad, or even of the post. The viewer is none from now on. */
function reachedBy(viewer: string, ad: string, parts: Parts): { readonly ofPost: boolean; readonly ofAd: boolean } {
  const part = parts.audience(viewer);
  const known = part.seen.find((each) => each.ad === ad) ?? { ad, viewers: [] };
  if (known.viewers.includes(viewer)) return { ofPost: false, ofAd: false };
  const others = part.seen.filter((each) => each.ad !== ad);
  parts.audiences.set(part.id, { ...part, seen: [...others, { ad, viewers: [...known.viewers, viewer] }] });
  return { ofPost: !others.some(({ viewers }) => viewers.includes(viewer)), ofAd: true };
}

/** Counts what one session did and was not counted before. */
function counted(seen: SeenSession, ad: string, parts: Parts, added: Added): Added {
  const news = newsOf(seen, parts);
  if (news.length === 0) return added;
  const reached = news.includes('view') ? reachedBy(seen.viewer, ad, parts) : { ofPost: false, ofAd: false };
  const counts = (counters: Counters, isReached: boolean): Counters => {
    const sum = { ...counters, accounts_reached: counters.accounts_reached + (isReached ? 1 : 0) };
    for (const action of news) sum[COUNTER_OF[action]] += 1;
    return sum;
  };
  return { ofPost: counts(added.ofPost, reached.ofPost), ofAd: counts(added.ofAd, reached.ofAd) };
}

/** The counters of something after what was added. */
function sum(before: Counters | undefined, added: Counters): Counters {
  const all = countersOf(before);
  for (const name of COUNTERS) all[name] += added[name];
  return all;
}

/** The documents of a post itself. */
const ofPost = (key: string): readonly DocumentRef[] => [
  { collection: postFigures.name, key },
  { collection: endedFigures.name, key },
];

const actionsCounted: Fold<'ActionsCounted'> = {
  reads: ({ data: { adId, postId, sessions }, meta }) => [
    ...ofPost(postId),
    { collection: adFigures.name, key: adId },
    { collection: figureDays.name, key: dayKey(adId, dayOf(meta.at)) },
    ...partsIn(
      audiences.name,
      postId,
      sessions.map(({ viewer }) => viewer),
    ),
    ...partsIn(
      countedSessions.name,
      postId,
      sessions.map(({ session }) => session),
    ),
  ],
  fold({ data: { adId: ad, postId: post, campus, author, sessions }, meta }, documents) {
    const parts = partsOf(post, campus, documents);
    let added: Added = { ofPost: NO_ACTIONS, ofAd: NO_ACTIONS };
    for (const each of sessions) added = counted(each, ad, parts, added);
    if (parts.sessions.size === 0) return [];
    return [
      ...[...parts.audiences].map(([key, part]) => write(audiences, key, part)),
      ...[...parts.sessions].map(([key, part]) => write(countedSessions, key, part)),
      ...figures({ ad, post, campus, author, at: meta.at }, added, documents),
    ];
  },
};

/** The parts of a post to which some hashes belong. */
function partsIn(collection: string, post: string, hashes: readonly string[]): readonly DocumentRef[] {
  return [...new Set(hashes.map((hash) => partKey(post, hash)))].map((key) => ({ collection, key }));
}

/** The counters of post, ad and day after what was added. */
function figures(
  of: { readonly ad: string; readonly post: string; readonly campus: string; readonly author: string; at: string },
  { ofPost, ofAd }: Added,
  documents: DocumentView,
) {
  const { ad, post, at, ...place } = of;
  const day = dayOf(at);
  const id = dayKey(ad, day);
  const before = documents.get(figureDays, id);
  const hours = withHour(before?.hours ?? [], new Date(at).getUTCHours(), ofAd);
  const isEnded = documents.get(endedFigures, post) !== undefined;
  const ofThePost = { id: post, ...place, ...sum(documents.get(postFigures, post), ofPost) };
  return [
    ...(isEnded ? [] : [write(postFigures, post, ofThePost)]),
    write(adFigures, ad, { id: ad, post, ...place, ...sum(documents.get(adFigures, ad), ofAd) }),
    write(figureDays, id, { id, ad, day, ...place, ...sum(before, ofAd), hours }),
  ];
}

/** The hours of a day after something was added to one of them. */
function withHour(hours: FigureDay['hours'], hour: number, added: Counters): FigureDay['hours'] {
  const before = hours.find((each) => each.hour === hour);
  const others = hours.filter((each) => each.hour !== hour);
  return [...others, { hour, ...sum(before, added) }].toSorted((a, b) => a.hour - b.hour);
}

/** The figures of a post go with it; those of its ads stay beside what the owner paid for them (DATA-13, D55). */
const postDeleted: Fold<'PostDeleted'> = {
  reads: ({ data: { postId, parent } }) => (parent === null ? ofPost(postId) : []),
  fold({ data: { postId, parent, campus } }, documents) {
    if (parent !== null) return [];
    return [
      write(endedFigures, postId, { id: postId, campus }),
      ...(documents.get(postFigures, postId) === undefined ? [] : [write(postFigures, postId, null)]),
    ];
  },
};

/** How what people do changes the figures. What was counted before changes nothing, in whatever batch it comes again. */
export const impressionFolds: Folds = { ActionsCounted: actionsCounted, PostDeleted: postDeleted };
