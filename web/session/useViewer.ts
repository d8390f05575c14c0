import type { Reader } from '#domain/kernel/access.ts';
import { isProfileComplete, type ProfileFacts } from '#domain/user/access.ts';
import { communities } from '#projections/campus/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type Account, accounts, type Profile, people } from '#projections/user/collections.ts';
import { viewerOfAccount } from '#projections/user/right.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import type { GuardViewer } from './guard.ts';
import { useSession } from './session.ts';
import { site } from './site.ts';

/** The person at this browser. `loading` until the session and, signed in, the own account are known. */
export interface Viewer extends GuardViewer {
  readonly userId: string | null;
  readonly account: Account | undefined;
  readonly person: Profile | undefined;
  /** As the domain's access rules see the viewer. */
  readonly access: Reader;
  readonly profile: ProfileFacts;
  /** A verified member of this site's campus. */
  readonly member: boolean;
  /** Has a picture and a bio (PROF-27). */
  readonly profileComplete: boolean;
}

/** The viewer, live: changes when another tab signs in or out, or when a code is confirmed. */
export function useViewer(): Viewer {
  const status = useSession((session) => session.status);
  const userId = useSession((session) => session.userId);
  const account = useDocument(accounts, userId);
  const person = useDocument(people, userId);
  const community = useDocument(communities, site.id);
  const closed = community?.privacy === 'private' ? [site.id] : [];
  const access = { ...viewerOfAccount(userId, account), closed };
  const profile = { hasPicture: person?.hasPicture ?? false, hasBio: person?.hasBio ?? false };
  return {
    status: status === 'user' && account === undefined ? 'loading' : status,
    userId,
    account,
    person,
    access,
    profile,
    verified: access.verified,
    schoolVerified: access.memberOf !== null,
    isModerator: access.isModerator,
    member: access.memberOf === site.id,
    profileComplete: isProfileComplete(profile),
  };
}

/** Keeps live what the rights here depend on: the own account, and whether the campus is private. Mounted once. */
export function useRights(): void {
  const userId = useSession((session) => session.userId);
  useTopic(userId === null ? null : topicName.me(userId));
  useTopic(topicName.community(site.id));
}
