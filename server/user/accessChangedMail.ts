import type { Campus } from '#domain/campus/face.ts';
import { layOutMail } from '../mail/mailLayout.ts';
import type { Mail } from '../ports/mail.ts';

/** A change of what opens an account. */
export type AccessChange =
  | 'password-changed'
  | 'password-set'
  | 'google-linked'
  | 'google-unlinked'
  | 'passkey-added'
  | 'passkey-removed';

const WORDS: Readonly<Record<AccessChange, { readonly subject: string; readonly text: string }>> = {
  'password-changed': {
    subject: 'password was changed',
    text: 'Your account has another password now, and its other devices were logged out.',
  },
  'password-set': {
    subject: 'account has a password now',
    text: 'Your account has a password now: it opens with your email address and that password.',
  },
  'google-linked': {
    subject: 'account opens with Google now',
    text: 'A Google account with this email address opens your account now.',
  },
  'google-unlinked': {
    subject: 'account does not open with Google any more',
    text: 'Your account is not linked with a Google account any more: it opens with your email address and your password.',
  },
  'passkey-added': {
    subject: 'account has a new passkey',
    text: 'A passkey was added to your account: the device that keeps it opens the account without a password.',
  },
  'passkey-removed': {
    subject: 'account has one passkey less',
    text: 'A passkey was removed from your account: it opens nothing any more.',
  },
};

/** Mails the owner of an account that it opens in another way than before: a stranger may have changed it. */
export function accessChangedMail(options: {
  readonly idempotencyKey: string;
  readonly recipient: string;
  readonly to: string;
  readonly campus: Campus;
  /** Address of the campus's site. */
  readonly site: string;
  readonly change: AccessChange;
}): Mail {
  const { campus, site, change, ...envelope } = options;
  const { subject, text } = WORDS[change];
  return layOutMail({
    ...envelope,
    campus,
    subject: `Your ${campus.name} Quad ${subject}`,
    parts: [
      { kind: 'text', text },
      { kind: 'button', label: 'I did not do this', url: `${site}/settings/help` },
      {
        kind: 'note',
        text: 'If it was you, there is nothing to do. Your devices are listed in the settings of your account.',
      },
    ],
  });
}
