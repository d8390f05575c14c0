import type { Campus } from '#domain/campus/campus.ts';
import type { CodePurpose } from '#domain/user/events.ts';
import { CODE_VALID_HOURS } from '#domain/user/limits.ts';
import { escapeHtml } from '../http/html.ts';
import type { Mail } from '../ports/mail.ts';

const PURPOSE_TEXT: Readonly<Record<CodePurpose, (campus: string) => string>> = {
  'confirm-email': (campus) => `Enter this code to confirm your email address on ${campus} Quad.`,
  'join-campus': (campus) => `Enter this code to join the ${campus} campus with this school email.`,
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
  const { idempotencyKey, recipient, to, code, purpose, campus } = options;
  const why = PURPOSE_TEXT[purpose](campus.name);
  const rest =
    `It is valid for ${CODE_VALID_HOURS} hours and works once. ` +
    'If you did not ask for it, you can ignore this mail: nothing happens without the code.';
  return {
    idempotencyKey,
    recipient,
    to,
    subject: `${code} is your ${campus.name} verification code`,
    text: `${code}\n\n${why}\n\n${rest}\n\nQuad · ${campus.fullName}\n`,
    html: page({ code, why, rest, campus }),
  };
}

function page({ code, why, rest, campus }: { code: string; why: string; rest: string; campus: Campus }): string {
  const { light, on } = campus.colours;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>' +
    '<body style="margin:0;padding:24px;background:#f4f4f5;font:16px/1.5 system-ui,sans-serif;color:#18181b">' +
    '<div style="max-width:480px;margin:0 auto;background:#fff;border-radius:16px;overflow:hidden">' +
    `<div style="padding:16px 24px;background:${light};color:${on};font-weight:600">` +
    `${escapeHtml(campus.name)} · Quad</div>` +
    `<div style="padding:24px"><p style="margin:0 0 16px">${escapeHtml(why)}</p>` +
    '<p style="margin:0 0 16px;font-size:36px;font-weight:700;letter-spacing:8px;font-family:ui-monospace,monospace">' +
    `${escapeHtml(code)}</p><p style="margin:0;color:#52525b;font-size:14px">${escapeHtml(rest)}</p></div></div>` +
    '</body></html>'
  );
}
