import { topicName } from '#projections/sync/topicNames.ts';
import { type Account, accounts, type Person, people } from '#projections/user/collections.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import type { GuardViewer } from './guard.ts';
import { useSession } from './session.ts';
import { site } from './site.ts';

/** The person at this browser. `loading` until the session and, signed in, the own account are known. */
export interface Viewer extends GuardViewer {
  readonly userId: string | null;
  readonly account: Account | undefined;
  readonly person: Person | undefined;
  /** A verified member of this site's campus. */
  readonly member: boolean;
  /** Has a picture and a bio (PROF-27). */
  readonly profileComplete: boolean;
}

/** Who looks, live: it changes when another tab signs in or out, or when a code is confirmed. */
export function useViewer(): Viewer {
  const status = useSession((session) => session.status);
  const userId = useSession((session) => session.userId);
  const account = useDocument(accounts, userId);
  const person = useDocument(people, userId);
  return {
    status: status === 'user' && account === undefined ? 'loading' : status,
    userId,
    account,
    person,
    verified: account?.verified ?? false,
    schoolVerified: account?.memberOf != null,
    member: account?.memberOf === site.id,
    profileComplete: person?.hasPicture === true && person.hasBio,
  };
}

/** Keeps the own account live; mounted once, for as long as the page is open. */
export function useOwnTopic(): void {
  const userId = useSession((session) => session.userId);
  useTopic(userId === null ? null : topicName.me(userId));
}
