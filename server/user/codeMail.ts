import type { Campus } from '#domain/campus/face.ts';
import type { CodePurpose } from '#domain/user/events.ts';
import { CODE_VALID_HOURS } from '#domain/user/limits.ts';
import { layOutMail } from '../mail/mailLayout.ts';
import type { Mail } from '../ports/mail.ts';

const PURPOSE_TEXT: Readonly<Record<CodePurpose, (campus: string) => string>> = {
  'confirm-email': (campus) => `Enter this code to confirm your email address on ${campus} Quad.`,
  'join-campus': (campus) => `Enter this code to join the ${campus} campus with this school email.`,
  'change-email': (campus) => `Enter this code to make this the email address of your ${campus} Quad account.`,
};

/** The mail with a verification code; its subject says that it is the campus verification code (VERF-07). */
export function codeMail(options: {
  readonly idempotencyKey: string;
  readonly recipient: string;
  readonly to: string;
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly campus: Campus;
}): Mail {
  const { code, purpose, campus, ...envelope } = options;
  const rest =
    `It is valid for ${CODE_VALID_HOURS} hours and works once. ` +
    'If you did not ask for it, you can ignore this mail: nothing happens without the code.';
  return layOutMail({
    ...envelope,
    campus,
    subject: `${code} is your ${campus.name} verification code`,
    parts: [
      { kind: 'code', code },
      { kind: 'text', text: PURPOSE_TEXT[purpose](campus.name) },
      { kind: 'note', text: rest },
    ],
  });
}
