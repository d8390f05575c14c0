import type { Campus } from '#domain/campus/campus.ts';
import { escapeHtml } from '../kernel/html.ts';
import type { Mail } from '../ports/mail.ts';

/** A part of a mail, from top to bottom. Every text is plain: the layout escapes it. */
export type MailPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Digits to be typed elsewhere. */
  | { readonly kind: 'code'; readonly code: string }
  /** The one thing to do. The address also stands below it, for programs that show no buttons. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** Small print. */
  | { readonly kind: 'note'; readonly text: string };

/** Content of a mail, apart from its look. */
export interface MailContent extends Pick<Mail, 'idempotencyKey' | 'recipient' | 'to'> {
  /** One line; line breaks and other control characters are taken out. */
  readonly subject: string;
  /** In whose brand. */
  readonly campus: Campus;
  readonly parts: readonly MailPart[];
  /** Link that ends such mails (`UnsubscribeLinks`): in every mail that is not about the account itself (Q52). */
  readonly unsubscribeUrl?: string;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/**
 * Lays a mail out: the HTML in the campus's brand, and the same as plain text. Mail programs know little CSS, so the
 * HTML is tables with styles of their own, at most 480 pixels wide.
 */
export function layOutMail({ campus, subject, parts, unsubscribeUrl, ...envelope }: MailContent): Mail {
  const mail = { ...envelope, subject: oneLine(subject) };
  const text = textOf(campus, parts);
  const url = unsubscribeUrl;
  if (url === undefined) return { ...mail, text, html: htmlOf(campus, subject, parts, '') };
  return {
    ...mail,
    text: `${text}Unsubscribe: ${url}\n`,
    html: htmlOf(campus, subject, parts, unsubscribeLink(url)),
    headers: oneClick(url),
  };
}

/** Mail programs show a button of their own for these headers (RFC 8058). */
function oneClick(url: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function unsubscribeLink(url: string): string {
  return ` · <a href="${escapeHtml(url)}" style="color:#71717a">Unsubscribe</a>`;
}

/** A header is one line: a line break in it would begin another header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function textOf(campus: Campus, parts: readonly MailPart[]): string {
  return `${[...parts.map(partAsText), '--', `Quad · ${campus.fullName}`].join('\n\n')}\n`;
}

function partAsText(part: MailPart): string {
  switch (part.kind) {
    case 'code':
      return part.code;
    case 'button':
      return `${part.label}:\n${part.url}`;
    case 'text':
    case 'note':
      return part.text;
  }
}

function htmlOf(campus: Campus, subject: string, parts: readonly MailPart[], footer: string): string {
  const { light, on } = campus.colours;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta name="color-scheme" content="light"><title>${escapeHtml(oneLine(subject))}</title></head>` +
    `<body style="margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;${FONT}">` +
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;margin:0 auto;' +
    'background:#ffffff;border-radius:16px;border-collapse:separate;overflow:hidden">' +
    `<tr><td style="padding:16px 24px;background:${light};color:${on};font-size:16px;line-height:24px;font-weight:600">` +
    `${escapeHtml(campus.name)} · Quad</td></tr>` +
    `<tr><td style="padding:24px 24px 8px">${parts.map((part) => partAsHtml(campus, part)).join('')}</td></tr>` +
    '<tr><td style="padding:0 24px 24px;color:#71717a;font-size:12px;line-height:18px">' +
    `Quad · ${escapeHtml(campus.fullName)}${footer}</td></tr></table></body></html>`
  );
}

function partAsHtml({ colours: { light, on } }: Campus, part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(part.text)}</p>`;
    case 'code':
      return (
        '<p style="margin:0 0 16px;font-size:36px;line-height:44px;font-weight:700;letter-spacing:8px;' +
        `font-family:ui-monospace,Menlo,Consolas,monospace">${escapeHtml(part.code)}</p>`
      );
    case 'button': {
      const url = escapeHtml(part.url);
      const link = 'target="_blank" rel="noopener noreferrer"';
      return (
        `<p style="margin:0 0 16px"><a href="${url}" ${link} style="display:inline-block;padding:12px 24px;` +
        `border-radius:999px;background:${light};color:${on};font-size:16px;line-height:24px;font-weight:600;` +
        `text-decoration:none">${escapeHtml(part.label)}</a></p>` +
        '<p style="margin:0 0 16px;color:#52525b;font-size:12px;line-height:18px;word-break:break-all">' +
        `Or open this address: <a href="${url}" ${link} style="color:#52525b">${url}</a></p>`
      );
    }
    case 'note':
      return `<p style="margin:0 0 16px;color:#52525b;font-size:14px;line-height:20px">${escapeHtml(part.text)}</p>`;
  }
}
