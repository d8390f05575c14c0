import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Denial, Reader } from '#domain/kernel/access.ts';
import { assertNever } from '#domain/kernel/assertNever.ts';
import type { ProfileFacts } from '#domain/user/access.ts';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { rememberReturn } from './chainMemory.ts';
import { completeProfileDialog, type Invitation, signInDialog, verifySchoolDialog } from './dialogs.ts';
import { VERIFY_PATH } from './guard.ts';
import { site } from './site.ts';
import { useViewer, type Viewer } from './useViewer.ts';

/** Denials that a person can do something about: each has its way on (`useGate`). */
export type Gate =
  | 'SIGNED_OUT'
  | 'EMAIL_NOT_CONFIRMED'
  | 'SCHOOL_NOT_VERIFIED'
  | 'OTHER_CAMPUS'
  | 'CAMPUS_PRIVATE'
  | 'PROFILE_INCOMPLETE';

/** Something that not everyone may do. A noun declares its own ones. */
export interface GuardedAction {
  /** The domain's own rule (`mayDo` of the noun's access), asked of the site's campus. */
  readonly mayDo: (reader: Reader, here: { readonly campus: string; readonly profile: ProfileFacts }) => Denial<Gate>;
  readonly invitation: Invitation;
}

/** The gate before an action, `null` where it is open; `WAIT` until it is known who asks. */
export function gateFor(
  { mayDo }: Pick<GuardedAction, 'mayDo'>,
  viewer: Pick<Viewer, 'status' | 'access' | 'profile'>,
  campus: string,
): Gate | 'WAIT' | null {
  if (viewer.status === 'loading') return 'WAIT';
  return mayDo(viewer.access, { campus, profile: viewer.profile })?.code ?? null;
}

/** A press that waits for the session, and its reason. */
interface Press {
  readonly action: GuardedAction;
  readonly act: () => void;
  readonly returnTo: string;
}

/**
 * Runs an action if its gates are open: calls `act`, or shows the missing step and returns the person to `returnTo`, by
 * default to this page (AUTH-33). A press before the session is known waits for it; `act` then has the effect it would
 * have had at the press.
 */
export function useGate(): (action: GuardedAction, act: () => void, returnTo?: string) => void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const location = useLocation();
  const [kept, setKept] = useState<Press | null>(null);

  const pass = useCallback(
    (action: GuardedAction, act: () => void, returnTo = location.pathname + location.search) => {
      const gate = gateFor(action, viewer, site.id);
      switch (gate) {
        case null:
          return act();
        case 'WAIT':
          return setKept({ action, act, returnTo });
        case 'SIGNED_OUT':
          return openDialog(signInDialog, { invitation: action.invitation, returnTo });
        case 'EMAIL_NOT_CONFIRMED':
          rememberReturn(returnTo);
          return void navigate(VERIFY_PATH);
        case 'SCHOOL_NOT_VERIFIED':
          rememberReturn(returnTo);
          return openDialog(verifySchoolDialog, {});
        case 'OTHER_CAMPUS':
        case 'CAMPUS_PRIVATE':
          rememberReturn(returnTo);
          return openDialog(verifySchoolDialog, { isGuest: true });
        case 'PROFILE_INCOMPLETE':
          return openDialog(completeProfileDialog, {});
        default:
          return assertNever(gate);
      }
    },
    [viewer, navigate, location],
  );
  useEffect(() => {
    if (kept === null || viewer.status === 'loading') return;
    setKept(null);
    pass(kept.action, kept.act, kept.returnTo);
  }, [kept, viewer.status, pass]);
  return pass;
}
