import * as z from 'zod/mini';
import { counterFields } from '#domain/impression/actions.ts';
import { defineCollection } from '../kernel/collection.ts';
import { userTopicNames } from '../user/topicNames.ts';
import { impressionTopicNames } from './topicNames.ts';

const place = { campus: z.string(), author: z.string() };

const postFiguresSchema = z.strictObject({ id: z.string(), ...place, ...counterFields });
export type PostFigures = z.infer<typeof postFiguresSchema>;

/** The counters of a post, over all of its ads (ANLT-01, DATA-02); a post that nobody has seen has none. Key: post id. */
export const postFigures = defineCollection<PostFigures>({
  name: 'postFigures',
  schema: postFiguresSchema,
  queries: {},
  topics: ({ author }) => [userTopicNames.me(author)],
});

const adFiguresSchema = z.strictObject({ id: z.string(), post: z.string(), ...place, ...counterFields });
export type AdFigures = z.infer<typeof adFiguresSchema>;

/** The counters of an ad. Key: ad id. */
export const adFigures = defineCollection<AdFigures>({
  name: 'adFigures',
  schema: adFiguresSchema,
  queries: { byId: { equals: ['id'], order: null } },
  topics: ({ id }) => [impressionTopicNames.adFigures(id)],
});

const hourSchema = z.strictObject({ hour: z.int().check(z.minimum(0), z.maximum(23)), ...counterFields });

const figureDaySchema = z.strictObject({
  id: z.string(),
  ad: z.string(),
  ...place,
  /** Day of UTC, `2026-01-31`. */
  day: z.string(),
  ...counterFields,
  /** Its hours in which something happened, in their order. */
  hours: z.array(hourSchema),
});
export type FigureDay = z.infer<typeof figureDaySchema>;

/**
 * The counters of an ad on a day, and within each hour of it. A viewer is reached in the hour of the first view, so that the
 * hours of any span add up, and no span reaches more than it has views. Key: ad and day.
 */
export const figureDays = defineCollection<FigureDay>({
  name: 'figureDays',
  schema: figureDaySchema,
  queries: { ofAd: { equals: ['ad'], order: 'day' } },
  topics: ({ ad }) => [impressionTopicNames.figureDays(ad)],
});

const audienceSchema = z.strictObject({
  id: z.string(),
  post: z.string(),
  campus: z.string(),
  /** The hashes of those who have seen each ad of the post. */
  seen: z.array(z.strictObject({ ad: z.string(), viewers: z.array(z.string()) })),
});
export type Audience = z.infer<typeof audienceSchema>;

/** A part of the viewers of a post, so that each is reached once. For the fold alone. Key: `partKey` of the viewer. */
export const audiences = defineCollection<Audience>({
  name: 'audiences',
  schema: audienceSchema,
  queries: {},
  topics: () => [],
});

const countedSchema = z.strictObject({
  id: z.string(),
  post: z.string(),
  campus: z.string(),
  /** Viewer and session, and what was counted of them: a bit for each of the `ACTIONS`. */
  sessions: z.array(z.strictObject({ by: z.string(), counted: z.int() })),
});
export type CountedSessions = z.infer<typeof countedSchema>;

/**
 * A part of the page sessions of a post, so that each action counts once. They do not stand beside their viewers: one viewer may
 * have any number, such as all who are signed out behind one address. For the fold alone. Key: `partKey` of the session.
 */
export const countedSessions = defineCollection<CountedSessions>({
  name: 'countedSessions',
  schema: countedSchema,
  queries: {},
  topics: () => [],
});

const endedFiguresSchema = z.strictObject({ id: z.string(), campus: z.string() });

/** Deleted posts: what is counted there late makes no figures of the post (DATA-13). For the fold alone. Key: post id. */
export const endedFigures = defineCollection<z.infer<typeof endedFiguresSchema>>({
  name: 'endedFigures',
  schema: endedFiguresSchema,
  queries: {},
  topics: () => [],
});

/** Digits that the hashes of one part have in common: a million viewers of a post are 65,536 parts of some 15. */
const PART_DIGITS = 4;

/** Key of the part of a post's viewers, or of their sessions, to which one belongs. */
export function partKey(post: string, hash: string): string {
  return `${post}:${hash.slice(0, PART_DIGITS)}`;
}

/** Key of an ad's day. */
export function dayKey(ad: string, day: string): string {
  return `${ad}:${day}`;
}
