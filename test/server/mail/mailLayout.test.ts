import { describe, expect, it } from '@jest/globals';
import { campusOfHost } from '#domain/campus/registry.ts';
import { layOutMail, type MailPart } from '#server/mail/mailLayout.ts';

const campus = campusOfHost('ut.localhost');
const envelope = { idempotencyKey: 'k', recipient: 'r', to: 'ada@ou.edu', campus } as const;
const lay = (subject: string, ...parts: readonly MailPart[]) => layOutMail({ ...envelope, subject, parts });

const HOSTILE = `<script>alert(1)</script>"onload="x' & Co`;

describe('mail layout', () => {
  it('says the same as HTML and as plain text, in the brand of the campus', () => {
    const mail = lay(
      'Hello',
      { kind: 'text', text: 'Press the button.' },
      { kind: 'button', label: 'Log in', url: 'https://ut.example/login/sent?email=ada%40ou.edu#token=1' },
      { kind: 'code', code: '4711' },
      { kind: 'note', text: 'Or do not.' },
    );
    expect(mail).toMatchObject({ idempotencyKey: 'k', recipient: 'r', to: 'ada@ou.edu', subject: 'Hello' });
    expect(mail.text).toBe(
      'Press the button.\n\nLog in:\nhttps://ut.example/login/sent?email=ada%40ou.edu#token=1\n\n4711\n\nOr do not.\n\n' +
        `--\n\nQuad · ${campus.fullName}\n`,
    );
    for (const words of ['Press the button.', 'Log in', '4711', 'Or do not.', campus.fullName, campus.colours.light]) {
      expect(mail.html).toContain(words);
    }
    expect(mail.html.match(/href="https:\/\/ut\.example\/login\/sent\?email=ada%40ou\.edu#token=1"/g)).toHaveLength(2);
  });

  it.each([
    ['text', { kind: 'text', text: HOSTILE }],
    ['code', { kind: 'code', code: HOSTILE }],
    ['note', { kind: 'note', text: HOSTILE }],
    ['button', { kind: 'button', label: HOSTILE, url: HOSTILE }],
  ] as const)('lets nothing through into the HTML by a %s', (_kind, part) => {
    const { html } = lay(HOSTILE, part);
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('"onload=');
    expect(html).toContain('&lt;script&gt;');
  });

  it.each(['\r\nBcc: eve@evil.example', '\nX: y', '\r.', '\u2028Bcc: eve', '\0', '\x0b\x0c'])(
    'keeps the subject on one line (%j)',
    (break_) => {
      const { subject } = lay(`Before${break_}after`);
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(subject).toMatch(/^Before .*after$/);
    },
  );

  it('[NOTF-10 in part] has the headers and the links to unsubscribe where it is not about the account (RFC 8058, Q52)', () => {
    const parts = [{ kind: 'text', text: 'News' }] as const;
    const unsubscribeUrl = 'https://ut.example/api/unsubscribe/x.y';
    const mail = layOutMail({ ...envelope, subject: 'News', parts, unsubscribeUrl });
    expect(mail.headers).toEqual({
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(mail.text).toContain(`\nUnsubscribe: ${unsubscribeUrl}\n`);
    expect(mail.html).toContain(`href="${unsubscribeUrl}"`);
    const plain = layOutMail({ ...envelope, subject: 'News', parts });
    expect(plain.headers).toBeUndefined();
    expect(plain.html + plain.text).not.toMatch(/unsubscribe/i);
  });
});
