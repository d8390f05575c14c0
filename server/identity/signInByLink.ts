import { randomUUID } from 'node:crypto';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { rejection } from '#domain/kernel/rejection.ts';
import { normaliseEmail } from '#domain/user/email.ts';
import { userRejection } from '#domain/user/rejection.ts';
import { isStanding, userFact } from '#domain/user/state.ts';
import type { FairThrottle } from '../fairness/fairThrottle.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { SIGN_UP_LIMIT_SECONDS } from './limits.ts';
import type { Links } from './links.ts';
import type { Sessions } from './sessions.ts';
import { takeFromUnconfirmed } from './unconfirmed/yieldAddress.ts';

/** A magic link that was opened and pressed. */
export interface PressedLink {
  readonly email: string;
  readonly token: string;
  /** First and last name of somebody who signs up by it. */
  readonly name: string | null;
}

export type LinkedIn =
  | {
      readonly ok: true;
      readonly userId: string;
      /** A new account. */
      readonly isNew: boolean;
      /** The address had not been confirmed, so the password from before counts no more. */
      readonly passwordDropped: boolean;
    }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * Signs in by a magic link, or up (AUTH-27). Of all presses of one link, one gets in. `address` is the network address.
 *
 * @throws Unavailable the outcome is unknown, and the link is used up: ask for another
 */
export type SignInByLink = (link: PressedLink, campus: string, address: string) => Promise<LinkedIn>;

const no = (problem: Rejection): LinkedIn => ({ ok: false, rejection: problem });

/** Makes the sign-in by links. */
export function createSignInByLink(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf' | 'ownerOf' | 'barOf'>;
  readonly links: Pick<Links, 'use' | 'withdraw'>;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly throttle: FairThrottle;
  readonly security: SecurityLog;
}): SignInByLink {
  const { dispatcher, links, sessions, throttle, security } = options;
  const system = (campus: string) =>
    ({ actor: { kind: 'system', name: 'magic-link' }, campus, origin: 'server' }) as const;

  /**
   * The account with the address. One that never confirmed it and is banned was a stranger's: it gives the address up to
   * the one who has just proven to have it (`yieldAddress`).
   */
  async function ownerOf(email: string, campus: string): Promise<string | null> {
    const owner = await dispatcher.ownerOf('email', normaliseEmail(email));
    if (owner === null || (await dispatcher.stateOf(userFact(owner))).verified) return owner;
    if ((await dispatcher.barOf(owner)) === null) return owner;
    return (await takeFromUnconfirmed(dispatcher, owner, email, { name: 'magic-link', campus })) === null
      ? null
      : owner;
  }

  async function signIn(userId: string, linkId: string, email: string, campus: string): Promise<LinkedIn> {
    const user = await dispatcher.stateOf(userFact(userId));
    // Nor to an account that has changed its address since it was found by it.
    if (!isStanding(user) || user.email !== normaliseEmail(email)) return no(userRejection('LINK_WRONG'));
    if (user.verified) return { ok: true, userId, isNew: false, passwordDropped: false };
    const data = { userId, linkId, email };
    const outcome = await dispatcher.dispatch(
      { id: randomUUID(), type: 'ConfirmByLink', version: 1, data },
      system(campus),
    );
    if (!outcome.ok) return no(outcome.rejection);
    // They may be of a stranger who made the account with this address.
    await sessions.endAllOf(userId);
    return { ok: true, userId, isNew: false, passwordDropped: user.passwordId !== null };
  }

  async function signUp(
    form: PressedLink & { readonly name: string },
    linkId: string,
    campus: string,
    address: string,
  ) {
    if (!(await throttle.take(campus, address))) return no(rejection('BUSY', { seconds: SIGN_UP_LIMIT_SECONDS }));
    const id = randomUUID();
    const { email, name } = form;
    const outcome = await dispatcher.dispatch(
      { id, type: 'RegisterWithLink', version: 1, data: { email, name, acceptedTerms: true, linkId } },
      system(campus),
    );
    if (!outcome.ok) return no(outcome.rejection);
    const userId = newId(effectiveCommandId('magic-link', id), 0);
    security('user_created', { user: userId, address });
    return { ok: true, userId, isNew: true, passwordDropped: false } as const;
  }

  return async (form, campus, address) => {
    const { email, token, name } = form;
    const use = { purpose: 'sign-in', email } as const;
    // Each press is a caller of its own: a second one of the same page is a second session.
    const link = await links.use(token, use, randomUUID());
    if (link === null) {
      security('authn_link_fail', { address });
      return no(userRejection('LINK_WRONG'));
    }
    const owner = await ownerOf(email, campus);
    const done =
      owner !== null
        ? await signIn(owner, link.linkId, email, campus)
        : name === null
          ? no(userRejection('LINK_WITHOUT_ACCOUNT'))
          : await signUp({ email, token, name }, link.linkId, campus, address);
    if (done.ok) {
      await links.withdraw(use);
      security('authn_login_success', { user: done.userId, address });
    }
    return done;
  };
}
