import * as z from 'zod/mini';
import { plainFileSchema } from '#domain/kernel/media.ts';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { defineCollection } from '../kernel/collection.ts';
import { userTopicNames } from './topicNames.ts';

const profileSchema = z.strictObject({
  id: z.string(),
  username: personalField(z.string()),
  firstName: personalField(z.string()),
  lastName: personalField(z.string()),
  /** `null` also when there is none; see `hasPicture`. */
  picture: personalField(plainFileSchema),
  hasPicture: z.boolean(),
  hasBio: z.boolean(),
  /** The e-mail address is confirmed. */
  verified: z.boolean(),
  /** The person was erased, or will be and is hidden until then: only the id is left. */
  erased: z.boolean(),
});
export type Profile = z.infer<typeof profileSchema>;

/**
 * A person as cards show them. Cards refer to it, so that a rename is one write (DATA-12), and all readers of a card are
 * sent it: what the profile page alone shows is in `introductions`, `homes` and `authorCounters`. Key: user id.
 */
export const people = defineCollection<Profile>({
  name: 'people',
  schema: profileSchema,
  subject: 'id',
  personal: personalFields(profileSchema),
  queries: {},
  topics: () => [],
});

const homeSchema = z.strictObject({
  id: z.string(),
  /** Campus of the sign-up; once the person is a verified member, the campus of that membership. */
  campus: z.string(),
  /** Campus of which the person is a school-verified member, else `null`. */
  memberOf: z.nullable(z.string()),
  /** ISO instant of sign-up (PROF-10). */
  joinedAt: z.string(),
  /** The account is going to be deleted: the person is hidden until then. */
  hidden: z.boolean(),
});
export type Home = z.infer<typeof homeSchema>;

/**
 * Where people belong: what the rules of sight ask about a person. No card refers to it, so an old public post of a
 * member of a private campus does not say where they are (CAMP-08). Published with the profile, to those who may see it;
 * a tombstone once the person is erased. Key: user id.
 */
export const homes = defineCollection<Home>({
  name: 'homes',
  schema: homeSchema,
  queries: {},
  topics: () => [],
  refs: (home) => [{ collection: 'people', key: home.id }],
});

const introductionSchema = z.strictObject({
  id: z.string(),
  /** `null` also when there is none. */
  bio: personalField(z.string()),
  /** `null` also when none is given. */
  graduationYear: personalField(z.int()),
});
export type Introduction = z.infer<typeof introductionSchema>;

/**
 * The words of people about themselves on their profile pages. No card refers to it: an old public post of somebody who
 * went to a private campus does not show it to others (CAMP-07). Key: user id.
 */
export const introductions = defineCollection<Introduction>({
  name: 'introductions',
  schema: introductionSchema,
  subject: 'id',
  personal: personalFields(introductionSchema),
  queries: { byId: { equals: ['id'], order: null } },
  topics: (introduction) => [userTopicNames.person(introduction.id)],
  refs: (introduction) => [
    { collection: 'homes', key: introduction.id },
    { collection: 'people', key: introduction.id },
    { collection: 'authorCounters', key: introduction.id },
  ],
});

/**
 * The profiles of people whose accounts are going to be deleted, as they will be again if the account is kept. Never
 * published. Key: user id.
 */
export const hiddenPeople = defineCollection<Profile>({
  name: 'hiddenPeople',
  schema: profileSchema,
  subject: 'id',
  personal: personalFields(profileSchema),
  queries: {},
  topics: () => [],
});

const usernameSchema = z.strictObject({
  /** Stream that claimed it last. Whether its user has the name, the user's own document says. */
  stream: z.string(),
});

/**
 * User names by their claims, for `/{username}` (PROF-01): the names themselves are sealed, so they cannot be searched.
 * Never published. Key: name of the claim's stream.
 */
export const usernames = defineCollection<z.infer<typeof usernameSchema>>({
  name: 'usernames',
  schema: usernameSchema,
  queries: {},
  topics: () => [],
});

const codeSchema = z.strictObject({
  codeId: z.string(),
  state: z.enum(['requested', 'sent', 'failed']),
  /** ISO instant; the next one may be asked for 30 s later (Q15). */
  requestedAt: z.string(),
});

const accountSchema = z.strictObject({
  id: z.string(),
  campus: z.string(),
  email: personalField(z.string()),
  schoolEmail: personalField(z.string()),
  verified: z.boolean(),
  memberOf: z.nullable(z.string()),
  isModerator: z.boolean(),
  /** A password opens the account (Q71). */
  hasPassword: z.boolean(),
  /** A Google account opens it. */
  hasGoogle: z.boolean(),
  /** May do nothing; see the noun `ban`. */
  isBanned: z.boolean(),
  /** When the account is going to be deleted; see the noun `deletion`. */
  deletion: z.nullable(
    z.strictObject({
      /** ISO instant. */
      dueAt: z.string(),
      receipt: z.string(),
      /** Nothing can be undone any more. */
      begun: z.boolean(),
    }),
  ),
  /** The newest code for each purpose. */
  emailCode: z.nullable(codeSchema),
  schoolCode: z.nullable(codeSchema),
  changeCode: z.nullable(codeSchema),
  /** The post deleted last whose pictures could not be deleted for a while (POST-18, decisions D29). */
  imagesNotDeleted: z.nullable(z.string()),
});
export type Account = z.infer<typeof accountSchema>;

/** The private part of an account, published in `me:<user>`; access rules read it too. Key: user id. */
export const accounts = defineCollection<Account>({
  name: 'accounts',
  schema: accountSchema,
  subject: 'id',
  personal: personalFields(accountSchema),
  queries: { byId: { equals: ['id'], order: null } },
  topics: (account) => [userTopicNames.me(account.id)],
  refs: (account) => [{ collection: 'introductions', key: account.id }],
});

const authorCountersSchema = z.strictObject({
  id: z.string(),
  /** Top-level posts that are not deleted (totalPosts, DATA-10). */
  posts: z.int().check(z.minimum(0)),
});
export type AuthorCounters = z.infer<typeof authorCountersSchema>;

/**
 * Hot counters of an author, over all campuses, private ones too: so they stand with the people, and not with the posts of
 * one campus, and go only to those who may see the profile (CAMP-08). Key: user id. Published only as a ref.
 */
export const authorCounters = defineCollection<AuthorCounters>({
  name: 'authorCounters',
  schema: authorCountersSchema,
  queries: {},
  topics: () => [],
});
