import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { CODE_MAX, CODE_MAX_WRONG_ANSWERS, CODE_MIN, CODE_VALID_HOURS } from '#domain/kernel/limits.ts';
import type { UserState } from '#domain/user/state.ts';
import { refusalOf } from '#server/dispatch/refusal.ts';
import { CODE_ACCOUNT_MAX_WRONG, CODE_TRIES_WINDOW_MS } from '#server/identity/limits.ts';
import type { Verified } from '#server/identity/verification.ts';
import { type IdentityRig, identityRig } from '../support/identityRig.ts';
import { idOf, register, registerConfirmed, userActor } from '../support/people.ts';

const HOUR_MS = 3_600_000;
const text = (answer: Verified) => (answer.ok ? 'ok' : refusalOf(answer.rejection).text);
const WRONG = 'Your code was incorrect. Please try again.';

/** A registered user and the code of the mail that confirms the address. */
async function withCode() {
  const rig = identityRig();
  const ada = await register(rig, 'ada');
  const by = { userId: ada, campus: 'ou', address: '::1' };
  const code = await mail(rig, ada, newId(effectiveCommandId('visitor', idOf('register ada')), 1));
  const answer = (given: string, id = given) => rig.verification.confirmEmail({ id: idOf(id), code: given }, by);
  return { ...rig, ada, by, code, answer };
}

const mail = (rig: IdentityRig, userId: string, codeId: string, email = 'ada@ou.edu') =>
  rig.codes.draw(codeId, { userId, purpose: 'confirm-email', email, campus: 'ou' });

/** A code that is not the given one. */
const otherThan = (code: string, n = 1) =>
  String(CODE_MIN + ((Number(code) - CODE_MIN + n) % (CODE_MAX - CODE_MIN + 1)));

const isVerified = async (rig: IdentityRig, userId: string) =>
  ((await rig.dispatcher.stateOf('user', userId)) as UserState).verified;

describe('confirming an address', () => {
  it('[VERF-02] asks for a code when there is none', async () => {
    const { answer } = await withCode();
    expect(text(await answer(' '))).toBe('Please enter verification code');
  });

  it('[VERF-03] refuses a wrong code', async () => {
    const { answer, code } = await withCode();
    expect(text(await answer(otherThan(code)))).toBe(WRONG);
  });

  it('[VERF-05] confirms the address with the right code, which is then used up', async () => {
    const rig = await withCode();
    expect(text(await rig.answer(rig.code))).toBe('ok');
    expect(await isVerified(rig, rig.ada)).toBe(true);
    expect(text(await rig.answer(rig.code, 'another command'))).toBe(WRONG);
  });

  it('[DATA-14] gives the first answer again to the same command', async () => {
    const rig = await withCode();
    const first = await rig.answer(rig.code);
    expect(first).toMatchObject({ ok: true, position: expect.any(String) });
    expect(await rig.answer(rig.code)).toEqual(first);
  });

  it('[VERF-04] draws codes from 1000 to 9999 and takes them for two hours', async () => {
    const rig = await withCode();
    expect(Number(rig.code)).toBeGreaterThanOrEqual(CODE_MIN);
    expect(Number(rig.code)).toBeLessThanOrEqual(CODE_MAX);
    rig.clock.advance(CODE_VALID_HOURS * HOUR_MS + 1_000);
    expect(text(await rig.answer(rig.code))).toBe(WRONG);
  });

  it('[VERF-06] takes a late mail: every code of the last two hours works', async () => {
    const rig = await withCode();
    rig.clock.advance(31_000);
    await rig.give(userActor(rig.ada), idOf('again'), 'RequestEmailCode', {});
    await mail(rig, rig.ada, newId(effectiveCommandId(rig.ada, idOf('again')), 1));
    expect(text(await rig.answer(rig.code))).toBe('ok');
  });

  it(`voids the codes after ${CODE_MAX_WRONG_ANSWERS} wrong answers (Q15)`, async () => {
    const rig = await withCode();
    for (let n = 1; n <= CODE_MAX_WRONG_ANSWERS; n += 1) await rig.answer(otherThan(rig.code, n));
    expect(text(await rig.answer(rig.code))).toBe(WRONG);
    expect(await isVerified(rig, rig.ada)).toBe(false);
  });

  it('counts guesses that come all at once', async () => {
    const rig = await withCode();
    const guesses = Array.from({ length: 30 }, (_, n) => rig.answer(otherThan(rig.code, n + 1)));
    await Promise.all(guesses);
    expect(text(await rig.answer(rig.code))).not.toBe('ok');
  });

  it(`allows ${CODE_ACCOUNT_MAX_WRONG} wrong codes a day`, async () => {
    const rig = await withCode();
    for (let n = 1; n <= CODE_ACCOUNT_MAX_WRONG; n += 1) await rig.answer(otherThan(rig.code, n));
    const fresh = await mail(rig, rig.ada, newId(effectiveCommandId('visitor', idOf('register ada')), 1));
    expect(text(await rig.answer(fresh, 'late'))).toBe('That were too many wrong codes. Please try again tomorrow.');
    rig.clock.advance(CODE_TRIES_WINDOW_MS + 1);
    const tomorrow = await mail(rig, rig.ada, newId(effectiveCommandId('visitor', idOf('register ada')), 1));
    expect(text(await rig.answer(tomorrow, 'tomorrow'))).toBe('ok');
  });

  it("does not take another user's code, nor one of another address", async () => {
    const rig = await withCode();
    const bob = await register(rig, 'bob');
    const by = { userId: bob, campus: 'ou', address: '::1' };
    expect(text(await rig.verification.confirmEmail({ id: idOf('b'), code: rig.code }, by))).toBe(WRONG);
    const elsewhere = await mail(rig, rig.ada, idOf('code'), 'other@ou.edu');
    const found = await rig.codes.match(
      { userId: rig.ada, purpose: 'confirm-email', email: 'ada@ou.edu', campus: null },
      elsewhere,
    );
    expect(found?.codeId).not.toBe(idOf('code'));
  });
});

describe('joining a campus', () => {
  async function asked(campus = 'ou', email = 'ada.l@ou.edu') {
    const rig = identityRig();
    const ada = await registerConfirmed(rig, 'ada');
    await rig.give(userActor(ada), idOf('ask'), 'RequestSchoolCode', { campus, email });
    const codeId = newId(effectiveCommandId(ada, idOf('ask')), 1);
    const code = await rig.codes.draw(codeId, { userId: ada, purpose: 'join-campus', email, campus });
    const by = { userId: ada, campus: 'ou', address: '::1' };
    const answer = (change: Partial<{ code: string; email: string; campus: string }> = {}) =>
      rig.verification.verifySchool({ id: idOf('join'), code, email, campus, ...change }, by);
    return { ...rig, ada, code, answer };
  }

  it('[VERF-13] makes the user a member with the school address', async () => {
    const rig = await asked();
    expect(text(await rig.answer())).toBe('ok');
    expect(await rig.dispatcher.stateOf('user', rig.ada)).toMatchObject({
      memberOf: 'ou',
      schoolEmail: 'ada.l@ou.edu',
    });
  });

  it.each([
    ['[VERF-11] an empty address', { email: '' }, 'Enter a new school email'],
    ['[VERF-11] an address of another domain', { email: 'ada@gmail.com' }, 'Enter a valid school email'],
    ['[VERF-11] a campus without domains', { campus: 'campus' }, 'Something went wrong'],
    ['an unknown campus', { campus: 'nowhere' }, 'Something went wrong'],
    ['[VERF-02] no code', { code: '' }, 'Please enter verification code'],
    ['[VERF-03] a wrong code', { code: '0000' }, WRONG],
    ['another address than the code was mailed to', { email: 'eve@ou.edu' }, WRONG],
  ])('refuses %s', async (_name, change, expected) => {
    const rig = await asked();
    expect(text(await rig.answer(change))).toBe(expected);
  });

  it('refuses an address under which somebody else is a member (Q18)', async () => {
    const rig = await asked();
    const bob = await registerConfirmed(rig, 'bob');
    await rig.give(userActor(bob), idOf('bob asks'), 'RequestSchoolCode', { campus: 'ou', email: 'ada.l@ou.edu' });
    const codeId = newId(effectiveCommandId(bob, idOf('bob asks')), 1);
    const use = { userId: bob, purpose: 'join-campus', email: 'ada.l@ou.edu', campus: 'ou' } as const;
    const code = await rig.codes.draw(codeId, use);
    await rig.answer();
    const by = { userId: bob, campus: 'ou', address: '::1' };
    const answer = { id: idOf('bob joins'), code, email: 'ada.l@ou.edu', campus: 'ou' };
    expect(text(await rig.verification.verifySchool(answer, by))).toBe('That email is taken.');
  });
});
