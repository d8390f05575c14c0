import { describe, expect, it } from '@jest/globals';
import type { Campus } from '#domain/campus/campus.ts';
import { campuses } from '#domain/campus/registry.ts';
import { codeMail } from '#server/user/codeMail.ts';

const base = { idempotencyKey: 'k', recipient: 'r', to: 'ada@ou.edu', code: '4711' } as const;

describe('code mail', () => {
  it.each(campuses.map((campus) => [campus.name, campus] as const))(
    '[VERF-07] is in the name of %s',
    (_name, campus) => {
      for (const purpose of ['confirm-email', 'join-campus', 'change-email'] as const) {
        const mail = codeMail({ ...base, purpose, campus });
        expect(mail.subject).toBe(`4711 is your ${campus.name} verification code`);
        expect(mail.text).toContain('4711');
        expect(mail.html).toContain(campus.colours.light);
      }
    },
  );

  it('lets nothing through into the HTML', () => {
    const [campus] = campuses;
    const hostile = { ...(campus as Campus), name: '<script>alert(1)</script>' };
    expect(codeMail({ ...base, purpose: 'join-campus', campus: hostile }).html).not.toContain('<script>');
  });
});
