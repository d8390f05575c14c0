import { randomUUID } from 'node:crypto';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { normaliseEmail, parseEmail } from '#domain/user/email.ts';
import { NAME_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { userRejection } from '#domain/user/rejection.ts';
import { userFact } from '#domain/user/state.ts';
import type { SecurityLog } from '../../observability/securityLog.ts';
import type { Dispatcher } from '../../write/dispatcher.ts';
import { takeFromUnconfirmed } from '../unconfirmed/yieldAddress.ts';
import type { GoogleAccount } from './provider.ts';

/** Where somebody came back from Google. */
export interface GoogleVisit {
  /** Id of the attempt: what it does takes effect once. */
  readonly id: string;
  readonly campus: string;
  /** Network address. */
  readonly address: string;
}

export type GoogleOpened =
  | {
      readonly ok: true;
      readonly userId: string;
      /** Whether the account was made by it. */
      readonly isNew: boolean;
    }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * Finds the account that a Google account opens, links it to the one that has its confirmed address, or makes one
 * (AUTH-17). @throws Unavailable the outcome is unknown: try again with the same id
 */
export type OpenWithGoogle = (google: GoogleAccount, visit: GoogleVisit) => Promise<GoogleOpened>;

/** Looks at the log again this often after somebody else took the address or the Google account meanwhile. */
const MAX_LOOKS = 3;
const OVERTAKEN: readonly string[] = ['EMAIL_TAKEN', 'GOOGLE_OTHER_CREDENTIALS', 'USER_ERASED'];

const no = (problem: Rejection): GoogleOpened => ({ ok: false, rejection: problem });

/** See `OpenWithGoogle`. */
export function createOpenWithGoogle(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf' | 'ownerOf'>;
  readonly security: SecurityLog;
}): OpenWithGoogle {
  const { dispatcher, security } = options;

  /** An account with the same address: linked if it has confirmed that, else it gives it up. `null`: it is free now. */
  async function meet(holder: string, google: GoogleAccount, email: string, visit: GoogleVisit) {
    const { verified } = await dispatcher.stateOf(userFact(holder));
    if (!verified) {
      const refused = await takeFromUnconfirmed(dispatcher, holder, email, { name: 'google', campus: visit.campus });
      return refused === null ? null : no(refused);
    }
    const data = { userId: holder, googleId: google.id, email };
    // A refusal holds for its id, and another look may find another state: each has an id of its own.
    const outcome = await dispatcher.dispatch(
      { id: randomUUID(), type: 'LinkGoogle', version: 1, data },
      { actor: { kind: 'system', name: 'google' }, campus: visit.campus, origin: 'server' },
    );
    return outcome.ok ? ({ ok: true, userId: holder, isNew: false } as const) : no(outcome.rejection);
  }

  async function register(google: GoogleAccount, email: string, look: number, visit: GoogleVisit) {
    const outcome = await dispatcher.dispatch(
      {
        id: look === 0 ? visit.id : randomUUID(),
        type: 'RegisterWithGoogle',
        version: 1,
        data: { googleId: google.id, email, name: [...google.name].slice(0, NAME_MAX_CHARACTERS / 2).join('') },
      },
      { actor: { kind: 'visitor' }, campus: visit.campus, origin: 'server' },
    );
    if (!outcome.ok) return no(outcome.rejection);
    const userId = await dispatcher.ownerOf('google', google.id);
    if (userId === null) return no(userRejection('GOOGLE_DISABLED'));
    security('user_created', { user: userId, address: visit.address });
    return { ok: true, userId, isNew: true } as const;
  }

  async function lookOnce(google: GoogleAccount, look: number, visit: GoogleVisit): Promise<GoogleOpened> {
    const owner = await dispatcher.ownerOf('google', google.id);
    if (owner !== null) return { ok: true, userId: owner, isNew: false };
    const email = google.email === null ? '' : normaliseEmail(google.email);
    if (parseEmail(email) === null) return no(userRejection('GOOGLE_NO_EMAIL'));
    const holder = await dispatcher.ownerOf('email', email);
    const met = holder === null ? null : await meet(holder, google, email, visit);
    return met ?? register(google, email, look, visit);
  }

  return async (google, visit) => {
    let opened = await lookOnce(google, 0, visit);
    for (let look = 1; look < MAX_LOOKS && !opened.ok && OVERTAKEN.includes(opened.rejection.code); look += 1) {
      opened = await lookOnce(google, look, visit);
    }
    if (opened.ok) {
      security('authn_login_success', { user: opened.userId, address: visit.address });
      return opened;
    }
    const { code } = opened.rejection;
    security('authn_login_fail', { user: null, address: visit.address, code });
    if (code === 'EMAIL_TAKEN') return no(userRejection('GOOGLE_OTHER_CREDENTIALS'));
    return code === 'USER_ERASED' ? no(rejection('GOOGLE_DISABLED')) : opened;
  };
}
