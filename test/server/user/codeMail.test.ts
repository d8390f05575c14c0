import { describe, expect, it } from '@jest/globals';
import type { Campus } from '#domain/campus/campus.ts';
import { campuses } from '#domain/campus/registry.ts';
import { codeMail } from '#server/user/codeMail.ts';

const base = { idempotencyKey: 'k', recipient: 'r', to: 'ada@ou.edu', code: '4711' } as const;

/** The purpose of a code is said beside it: nobody types one for something else than they asked for. */
const WHAT_FOR = {
  'confirm-email': 'to confirm your email address',
  'join-campus': 'with this school email',
  'change-email': 'to make this the email address of your',
};

describe('code mail', () => {
  it.each(campuses.map((campus) => [campus.name, campus] as const))(
    '[VERF-07] is in the name of %s',
    (_name, campus) => {
      for (const purpose of ['confirm-email', 'join-campus', 'change-email'] as const) {
        const mail = codeMail({ ...base, purpose, campus });
        expect(mail.subject).toBe(`4711 is your ${campus.name} verification code`);
        expect(mail.text).toContain('4711');
        expect(mail.html).toContain(campus.colours.light);
        expect(mail.text).toContain(WHAT_FOR[purpose]);
      }
    },
  );

  it('lets nothing through into the HTML', () => {
    const [campus] = campuses;
    const hostile = { ...(campus as Campus), name: '<script>alert(1)</script>' };
    expect(codeMail({ ...base, purpose: 'join-campus', campus: hostile }).html).not.toContain('<script>');
  });
});
