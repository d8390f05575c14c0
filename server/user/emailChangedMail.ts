import type { Campus } from '#domain/campus/face.ts';
import { layOutMail } from '../mail/mailLayout.ts';
import type { Mail } from '../ports/mail.ts';

/** The notice to the address that an account had before (VERF-19). It does not name the new one: this mailbox may be another's. */
export function emailChangedMail(options: {
  readonly idempotencyKey: string;
  readonly recipient: string;
  readonly to: string;
  readonly campus: Campus;
  /** Address of the campus's site. */
  readonly site: string;
}): Mail {
  const { campus, site, ...envelope } = options;
  return layOutMail({
    ...envelope,
    campus,
    subject: `The email address of your ${campus.name} Quad account was changed`,
    parts: [
      {
        kind: 'text',
        text: 'Your account has another email address now. This one no longer opens it, and gets no further mail.',
      },
      { kind: 'button', label: 'I did not do this', url: `${site}/settings/help` },
      { kind: 'note', text: 'If it was you, there is nothing to do.' },
    ],
  });
}
