import { layOutMail, type MailContent } from '../mail/mailLayout.ts';
import type { Mail } from '../ports/mail.ts';

/** To whom a mail goes, in whose brand, and about which deletion. */
export interface DeletionEnvelope extends Pick<MailContent, 'idempotencyKey' | 'recipient' | 'to' | 'campus'> {
  readonly receipt: string;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Mails the owner that the deletion was requested: somebody else may have done it.
 *
 * @param dueAt ISO instant
 * @param site address of the campus's site
 */
export function deletionRequestedMail(
  { receipt, ...envelope }: DeletionEnvelope,
  { dueAt, site }: { readonly dueAt: string; readonly site: string },
): Mail {
  const { campus } = envelope;
  const day = longDate.format(new Date(dueAt));
  return layOutMail({
    ...envelope,
    subject: `Your ${campus.name} Quad account will be deleted on ${day}`,
    parts: [
      { kind: 'text', text: `You asked us to delete your account. It is hidden now, and will be deleted on ${day}.` },
      { kind: 'text', text: 'If you want to keep it, or did not ask for this, log in before that day.' },
      { kind: 'button', label: 'Keep my account', url: `${site}/login?method=password` },
      { kind: 'note', text: `Receipt: ${receipt}` },
    ],
  });
}

/** The last mail of an account. */
export function accountDeletedMail({ receipt, ...envelope }: DeletionEnvelope): Mail {
  const { campus } = envelope;
  return layOutMail({
    ...envelope,
    subject: `Your ${campus.name} Quad account was deleted`,
    parts: [
      { kind: 'text', text: 'Your account, your posts with their pictures and your comments were deleted for good.' },
      { kind: 'text', text: 'Nobody can read your personal data any more, and we will not write to you again.' },
      { kind: 'note', text: `Receipt: ${receipt}` },
    ],
  });
}
