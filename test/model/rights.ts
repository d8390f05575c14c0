import type { CommandDefinitions } from '#domain/kernel/command.ts';

/**
 * Rows of the access matrix (`test/server/access.test.ts`): each noun says who may give its commands and join its topics,
 * on an open and on a private campus.
 */

/** Whatever comes of a command, except a denial for want of a right. */
export const MAY = 'may';

/** `owner` wrote the post and is a member of its campus, `guest` is a member of another one. */
export const roles = ['unconfirmed', 'confirmed', 'guest', 'member', 'owner', 'moderator'] as const;
export type Role = (typeof roles)[number];

/** The outcome for each role: `MAY`, or the code of the denial. */
export type Row = Readonly<Record<Role, string>>;

/** A row, in the order of `roles`. */
export function row(...outcomes: readonly [string, string, string, string, string, string]): Row {
  return Object.fromEntries(roles.map((role, index) => [role, outcomes[index]])) as Row;
}

const unproven = 'EMAIL_NOT_CONFIRMED';
/** Of one's own account. */
export const OWN_ACCOUNT = row(unproven, MAY, MAY, MAY, MAY, MAY);
/** Before the e-mail is confirmed, too. */
export const SIGNED_IN: Row = { ...OWN_ACCOUNT, unconfirmed: MAY };
export const MODERATORS = row(unproven, 'NOT_ALLOWED', 'NOT_ALLOWED', 'NOT_ALLOWED', 'NOT_ALLOWED', MAY);
export const MEMBERS = row(unproven, 'SCHOOL_NOT_VERIFIED', 'OTHER_CAMPUS', MAY, MAY, 'SCHOOL_NOT_VERIFIED');
/** Whichever school it is. */
export const MEMBERS_SOMEWHERE: Row = { ...MEMBERS, guest: MAY };
/** On things of an open campus. */
export const READERS = OWN_ACCOUNT;
/** On things of a private campus. */
export const READERS_OF_PRIVATE = row(unproven, 'CAMPUS_PRIVATE', 'CAMPUS_PRIVATE', MAY, MAY, 'CAMPUS_PRIVATE');

/** The ids of what is there while the matrix is tried. */
export interface Scene {
  readonly people: Readonly<Record<Role, { readonly userId: string; readonly email: string }>>;
  /** An unconfirmed account, for moderators to act on. */
  readonly victim: string;
  /** A post of `owner`, and one that may be deleted. */
  readonly post: string;
  readonly doomed: string;
  /** A conversation of `owner` with `victim`, in which `owner` has written. */
  readonly chat: string;
  /** An ad of `owner` for that post, which is not paid. */
  readonly ad: string;
}

/** Who may give a command: on an open campus, and where it differs on a private one; and its payload. */
export interface CommandRights {
  readonly open: Row;
  readonly closed?: Row;
  readonly data: (scene: Scene) => object;
}

/** A command on one's own account. */
export const own = (data: object): CommandRights => ({ open: OWN_ACCOUNT, data: () => data });
/** A command of moderators. */
export const moderators = (data: CommandRights['data']): CommandRights => ({ open: MODERATORS, data });
/** A command of those who may see the campus. */
export const readers = (data: CommandRights['data']): CommandRights => ({
  ...{ open: READERS, closed: READERS_OF_PRIVATE, data },
});

/** Who may join a topic: `campus` is everybody while the campus is open, and its members always. */
export type Sight = 'all' | 'campus' | 'person' | 'owner' | 'moderators';
export type TopicRights = readonly [Sight, (scene: Scene) => string];

/** The rows of any noun. */
export interface AnyRights {
  readonly commands: Readonly<Record<string, CommandRights>>;
  readonly topics: Readonly<Record<string, TopicRights>>;
}

type ClientCommand<Commands extends CommandDefinitions> = {
  [Type in keyof Commands]: Commands[Type] extends { readonly origin: 'client' } ? Type : never;
}[keyof Commands];

/** The rows of one noun, complete by type: a command or topic of it without a row does not compile. */
export interface RightsOf<
  Noun extends { readonly commands: CommandDefinitions },
  Projection extends { readonly topics: object },
> {
  readonly commands: Readonly<Record<ClientCommand<Noun['commands']>, CommandRights>>;
  readonly topics: Readonly<Record<keyof Projection['topics'], TopicRights>>;
}
