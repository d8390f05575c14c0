import { ACTIONS, type Action, COUNTER_OF, type Counters, countersOf, NO_ACTIONS } from '#domain/impression/actions.ts';
import type { SeenSession } from '#domain/impression/events.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Fold, type Folds, write } from '../kernel/projection.ts';
import {
  type Audience,
  adFigures,
  audienceKey,
  audiences,
  dayKey,
  endedFigures,
  type FigureDay,
  figureDays,
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

type Viewer = Audience['viewers'][number];

/** A list with a new item, in the place of one that it follows from. */
function withItem<Item>(list: readonly Item[], before: Item | undefined, after: Item): Item[] {
  return before === undefined ? [...list, after] : list.map((each) => (each === before ? after : each));
}

/** Counts what one session did and was not counted before. @param place of the ad in the audience's list */
function counted({ viewer, session, actions }: SeenSession, place: number, audience: Audience, added: Added) {
  const found = audience.viewers.find((each) => each.viewer === viewer);
  const known: Viewer = found ?? { viewer, seen: [], sessions: [] };
  const open = known.sessions.find((each) => each.session === session);
  const before = open?.counted ?? 0;
  const news = actions.filter((action) => (before & bitOf(action)) === 0);
  if (news.length === 0) return { audience, added };
  const isReached = news.includes('view') && !known.seen.includes(place);
  const counts = (counters: Counters, reached: boolean): Counters => {
    const sum = { ...counters, accounts_reached: counters.accounts_reached + (reached ? 1 : 0) };
    for (const action of news) sum[COUNTER_OF[action]] += 1;
    return sum;
  };
  const bits = news.reduce((all, action) => all | bitOf(action), before);
  const after: Viewer = {
    viewer,
    seen: isReached ? [...known.seen, place] : known.seen,
    sessions: withItem(known.sessions, open, { session, counted: bits }),
  };
  return {
    audience: { ...audience, viewers: withItem(audience.viewers, found, after) },
    added: {
      ofPost: counts(added.ofPost, isReached && known.seen.length === 0),
      ofAd: counts(added.ofAd, isReached),
    },
  };
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
    ...[...new Set(sessions.map(({ viewer }) => audienceKey(postId, viewer)))].map(
      (key): DocumentRef => ({ collection: audiences.name, key }),
    ),
  ],
  fold({ data: { adId: ad, postId: post, campus, author, sessions }, meta }, documents) {
    const parts = new Map<string, Audience>();
    let added: Added = { ofPost: NO_ACTIONS, ofAd: NO_ACTIONS };
    for (const each of sessions) {
      const id = audienceKey(post, each.viewer);
      const before = parts.get(id) ?? documents.get(audiences, id) ?? { id, post, campus, ads: [], viewers: [] };
      const known = before.ads.includes(ad) ? before : { ...before, ads: [...before.ads, ad] };
      const after = counted(each, known.ads.indexOf(ad), known, added);
      if (after.added === added) continue;
      parts.set(id, after.audience);
      added = after.added;
    }
    if (parts.size === 0) return [];
    return [
      ...[...parts].map(([key, audience]) => write(audiences, key, audience)),
      ...figures({ ad, post, campus, author, at: meta.at }, added, documents),
    ];
  },
};

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
