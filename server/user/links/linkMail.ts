import { LINK_VALID_MINUTES } from '#domain/user/limits.ts';
import { layOutMail, type MailContent } from '../../mail/mailLayout.ts';
import type { Mail } from '../../ports/mail.ts';

/** To whom a mail with a link goes, and on whose behalf. */
export interface LinkEnvelope extends Pick<MailContent, 'idempotencyKey' | 'recipient' | 'to' | 'campus'> {
  /** Address of the site, such as `https://ou.quad.example`: one of our own, never what a request calls its host. */
  readonly origin: string;
}

/** First and last name of somebody who signs up by a link. */
export interface TypedName {
  readonly first: string;
  readonly last: string;
}

const LASTS = `The link is valid for ${LINK_VALID_MINUTES} minutes and works once.`;

/**
 * The mail with a magic link (AUTH-26): the page of the link has the address and the name in its query, and the secret
 * behind the `#`, which no server and no log gets to see (P9).
 */
export function signInMail({ origin, ...envelope }: LinkEnvelope, token: string, name: TypedName | null): Mail {
  const { campus, to } = envelope;
  const query = new URLSearchParams({ email: to, ...name });
  const isNew = name !== null;
  return layOutMail({
    ...envelope,
    subject: isNew ? `Finish signing up for ${campus.name} Quad` : `Your magic link for ${campus.name} Quad`,
    parts: [
      { kind: 'text', text: isNew ? `Welcome to ${campus.name} Quad.` : `Here is your link to ${campus.name} Quad.` },
      {
        kind: 'button',
        label: isNew ? 'Create account' : 'Log in',
        url: `${origin}/login/sent?${query}#token=${token}`,
      },
      {
        kind: 'note',
        text: `${LASTS} If you did not ask for it, you can ignore this mail: nothing happens without the link.`,
      },
    ],
  });
}

/** The answer to somebody who asks for a magic link to an address without an account: only its owner learns that. */
export function noAccountMail({ origin, ...envelope }: LinkEnvelope): Mail {
  const { campus, to } = envelope;
  return layOutMail({
    ...envelope,
    subject: `No ${campus.name} Quad account with this email yet`,
    parts: [
      { kind: 'text', text: `Somebody, probably you, tried to log in to ${campus.name} Quad with this address.` },
      { kind: 'text', text: 'There is no account with it yet. You can create one, or log in with another address.' },
      { kind: 'button', label: 'Create account', url: `${origin}/register?${new URLSearchParams({ email: to })}` },
      { kind: 'note', text: 'If it was not you, you can ignore this mail.' },
    ],
  });
}

/** The mail with the link to a form for a new password (AUTH-21, AUTH-24). */
export function resetMail({ origin, ...envelope }: LinkEnvelope, token: string): Mail {
  const { campus, to } = envelope;
  const query = new URLSearchParams({ email: to });
  return layOutMail({
    ...envelope,
    subject: `Reset your ${campus.name} Quad password`,
    parts: [
      { kind: 'text', text: `Choose a new password for your ${campus.name} Quad account ${to}.` },
      { kind: 'button', label: 'Choose a new password', url: `${origin}/forgotpassword/new?${query}#token=${token}` },
      {
        kind: 'note',
        text: `${LASTS} If you did not ask for it, you can ignore this mail: your password stays as it is.`,
      },
    ],
  });
}
