import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { CODE_MAX, CODE_MAX_WRONG_ANSWERS, CODE_MIN, CODE_VALID_HOURS } from '#domain/user/limits.ts';
import { userFact } from '#domain/user/state.ts';
import { systemClock } from '#projections/engine/clock.ts';
import {
  CODE_ADDRESS_WRONG_BUDGET,
  CODE_CAMPUS_WRONG_BUDGET,
  CODE_KEPT_MS,
  CODE_TRIES_WINDOW_MS,
  CODE_USE_MAX_WRONG,
  CODE_USE_MAX_WRONG_WHEN_STRICT,
} from '#server/identity/limits.ts';
import type { Verified } from '#server/identity/verification.ts';
import { refusalOf } from '#server/kernel/refusal.ts';
import { createSweeper, SWEEP_EVERY_MS } from '#server/kernel/sweeper.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { accountSweep } from '#server/user/sweep.ts';
import { trustedTime } from '#test/doubles/trustedTime.ts';
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

const USE = { purpose: 'confirm-email', email: 'ada@ou.edu', campus: null } as const;

/** Asks for a further code and draws it, as the mail reactor does. */
async function mailAnother(rig: IdentityRig, userId: string, word: string): Promise<string> {
  rig.clock.advance(31_000);
  const asked = await rig.give(userActor(userId), idOf(word), 'RequestEmailCode', {});
  if (!asked.ok) throw new Error(`Asking was refused: ${asked.rejection.code}`);
  return mail(rig, userId, newId(effectiveCommandId(userId, idOf(word)), 1));
}

function sweeperOf(rig: IdentityRig) {
  return createSweeper({
    sweeps: [accountSweep(rig)],
    time: trustedTime(rig.clock.now),
    timer: systemClock,
    logger: silentLogger,
  });
}

/** A code that is not the given one. */
const otherThan = (code: string, n = 1) =>
  String(CODE_MIN + ((Number(code) - CODE_MIN + n) % (CODE_MAX - CODE_MIN + 1)));

const isVerified = async (rig: IdentityRig, userId: string) =>
  (await rig.dispatcher.stateOf(userFact(userId))).verified;

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

  it('[VERF-04] [VERF-06] draws codes from 1000 to 9999 and takes them for two hours', async () => {
    const rig = await withCode();
    // So many that a wider draw would be seen.
    const others = Array.from({ length: 200 }, (_, n) => mail(rig, rig.ada, idOf(`draw ${n}`), 'other@ou.edu'));
    const drawn = [rig.code, ...(await Promise.all(others))].map(Number);
    expect(drawn.filter((code) => !(code >= CODE_MIN && code <= CODE_MAX))).toEqual([]);
    rig.clock.advance(CODE_VALID_HOURS * HOUR_MS + 1_000);
    expect(text(await rig.answer(rig.code))).toBe(WRONG);
  });

  it('[VERF-06] takes a late mail: the two newest codes of the last two hours work, no older one (Q16)', async () => {
    for (const [later, expected] of [
      [1, 'ok'],
      [2, WRONG],
    ] as const) {
      const rig = await withCode();
      for (let n = 0; n < later; n += 1) await mailAnother(rig, rig.ada, `again ${n}`);
      expect(text(await rig.answer(rig.code))).toBe(expected);
    }
  });

  it('[VERF-06] takes a used code out of use at once, and out of the vault within 24 hours (D32)', async () => {
    const rig = await withCode();
    const records = () => rig.codes.outstanding({ ...USE, userId: rig.ada });
    expect(text(await rig.answer(rig.code))).toBe('ok');
    expect(text(await rig.answer(rig.code, 'another command'))).toBe(WRONG);
    const [used] = await records();
    expect(CODE_KEPT_MS + SWEEP_EVERY_MS).toBeLessThanOrEqual(24 * HOUR_MS);
    const sweeper = sweeperOf(rig);
    rig.clock.advance(CODE_KEPT_MS + SWEEP_EVERY_MS);
    await sweeper.sweep();
    const all = await rig.vault.codes.find(rig.ada, 'confirm-email', used?.target ?? '', '');
    expect([used?.codeId, all]).toEqual([expect.any(String), []]);
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

  it(`allows ${CODE_USE_MAX_WRONG} wrong codes a day`, async () => {
    const rig = await withCode();
    let code = rig.code;
    for (let n = 1; n <= CODE_USE_MAX_WRONG; n += 1) {
      await rig.answer(otherThan(code, n));
      if (n % CODE_MAX_WRONG_ANSWERS === 0) code = await mailAnother(rig, rig.ada, `fresh ${n}`);
    }
    const fresh = code;
    expect(rig.noted).toEqual([]);
    expect(text(await rig.answer(fresh, 'late'))).toBe('Those were too many wrong codes. Please try again tomorrow.');
    const details = { user: rig.ada, address: rig.by.address, code: 'confirm-email' };
    expect(rig.noted).toEqual([{ event: 'authn_code_lock', details }]);
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
    const found = rig.codes.match(await rig.codes.outstanding({ ...USE, userId: rig.ada }), elsewhere);
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
    expect(await rig.dispatcher.stateOf(userFact(rig.ada))).toMatchObject({
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

describe('guessing codes', () => {
  const SCHOOL = 'ada.l@ou.edu';

  /** A user with a confirmed address who asked for a school code. */
  async function asking(rig: IdentityRig, word: string, email = SCHOOL) {
    const userId = await registerConfirmed(rig, word);
    const by = { userId, campus: 'ou', address: `network of ${word}` };
    const draw = async (ask: string) => {
      const asked = await rig.give(userActor(userId), idOf(ask), 'RequestSchoolCode', { campus: 'ou', email });
      if (!asked.ok) throw new Error(`Asking was refused: ${asked.rejection.code}`);
      const codeId = newId(effectiveCommandId(userId, idOf(ask)), 1);
      return rig.codes.draw(codeId, { userId, purpose: 'join-campus', email, campus: 'ou' });
    };
    let n = 0;
    const answer = async (code: string) => {
      n += 1;
      return text(await rig.verification.verifySchool({ id: idOf(`${word} ${n}`), code, email, campus: 'ou' }, by));
    };
    return { by, draw, answer, code: await draw(`ask ${word}`) };
  }

  /** Uses up all wrong answers that an account has for an address: a code takes five of them. */
  async function spendAll({ draw, answer }: Awaited<ReturnType<typeof asking>>, rig: IdentityRig, word: string) {
    for (let codes = 1; codes <= CODE_USE_MAX_WRONG / CODE_MAX_WRONG_ANSWERS; codes += 1) {
      if (codes > 1) {
        rig.clock.advance(31_000);
        await draw(`${word} ${codes}`);
      }
      for (let n = 0; n < CODE_MAX_WRONG_ANSWERS; n += 1) await answer('0000');
    }
    rig.clock.advance(31_000);
  }
  const LOCKED = 'Those were too many wrong codes. Please try again tomorrow.';

  it("never locks an address's owner out: wrong answers of others, with a code or without, count for them alone", async () => {
    const rig = identityRig();
    const idle = { userId: await register(rig, 'idle'), campus: 'ou', address: '10.0.0.1' };
    for (let n = 0; n < 3 * CODE_USE_MAX_WRONG; n += 1) {
      const guess = { id: idOf(`idle ${n}`), code: '0000', email: SCHOOL, campus: 'ou' };
      expect(text(await rig.verification.verifySchool(guess, idle))).toBe(WRONG);
    }
    const eve = await asking(rig, 'eve');
    await spendAll(eve, rig, 'eve');
    expect(await eve.answer(await eve.draw('eve at last'))).toBe(LOCKED);
    const ada = await asking(rig, 'ada');
    expect(await ada.answer(ada.code)).toBe('ok');
  });

  it('compares no answer with a code that the wrong ones before it void, though all come at once', async () => {
    const [school, own] = [await asking(identityRig(), 'ada'), await withCode()];
    const answersTo = (code: string) => [
      ...Array.from({ length: CODE_MAX_WRONG_ANSWERS }, (_, n) => otherThan(code, n + 1)),
      code,
    ];
    const toSchool = await Promise.all(answersTo(school.code).map(school.answer));
    const toOwn = await Promise.all(answersTo(own.code).map((code) => own.answer(code)));
    expect([toSchool.at(-1), text(toOwn.at(-1) ?? { ok: true, position: null })]).toEqual([WRONG, WRONG]);
  });

  it('counts nothing of an account that no code is on its way to', async () => {
    const rig = identityRig();
    const userId = await registerConfirmed(rig, 'ada');
    const by = { userId, campus: 'ou', address: '10.0.0.1' };
    for (let n = 0; n < 2 * CODE_USE_MAX_WRONG; n += 1) {
      const guess = { id: idOf(`early ${n}`), code: '0000', email: SCHOOL, campus: 'ou' };
      expect(text(await rig.verification.verifySchool(guess, by))).toBe(WRONG);
    }
    await rig.give(userActor(userId), idOf('ask'), 'RequestSchoolCode', { campus: 'ou', email: SCHOOL });
    const codeId = newId(effectiveCommandId(userId, idOf('ask')), 1);
    const code = await rig.codes.draw(codeId, { userId, purpose: 'join-campus', email: SCHOOL, campus: 'ou' });
    const right = { id: idOf('right'), code, email: SCHOOL, campus: 'ou' };
    expect(text(await rig.verification.verifySchool(right, by))).toBe('ok');
  });

  it('counts wrong answers for one purpose apart from those for another', async () => {
    const rig = identityRig();
    const userId = await register(rig, 'ada');
    const by = { userId, campus: 'ou', address: '10.0.0.1' };
    const drawn = [newId(effectiveCommandId('visitor', idOf('register ada')), 1)];
    const confirm = (code: string, n: string) => rig.verification.confirmEmail({ id: idOf(n), code }, by);
    await mail(rig, userId, drawn[0] ?? '');
    for (let n = 0; n < CODE_MAX_WRONG_ANSWERS; n += 1) await confirm('0000', `first ${n}`);
    await mailAnother(rig, userId, 'another');
    for (let n = 0; n < CODE_MAX_WRONG_ANSWERS; n += 1) await confirm('0000', `second ${n}`);
    expect(text(await confirm(await mailAnother(rig, userId, 'a third'), 'locked'))).toBe(LOCKED);

    const codeId = newId(effectiveCommandId('visitor', idOf('register ada')), 1);
    await rig.give(userActor(userId), idOf('confirm'), 'ConfirmEmail', { codeId });
    const email = 'ada@ou.edu';
    await rig.give(userActor(userId), idOf('ask'), 'RequestSchoolCode', { campus: 'ou', email });
    const schoolCode = newId(effectiveCommandId(userId, idOf('ask')), 1);
    const code = await rig.codes.draw(schoolCode, { userId, purpose: 'join-campus', email, campus: 'ou' });
    const answer = { id: idOf('join'), code, email, campus: 'ou' };
    expect(text(await rig.verification.verifySchool(answer, by))).toBe('ok');
  });

  it('counts wrong answers for one address apart from those for another', async () => {
    const rig = identityRig();
    const ada = await asking(rig, 'ada', 'mistyped@ou.edu');
    await spendAll(ada, rig, 'ada');
    const userId = ada.by.userId;
    await rig.give(userActor(userId), idOf('right'), 'RequestSchoolCode', { campus: 'ou', email: SCHOOL });
    const codeId = newId(effectiveCommandId(userId, idOf('right')), 1);
    const code = await rig.codes.draw(codeId, { userId, purpose: 'join-campus', email: SCHOOL, campus: 'ou' });
    const right = { id: idOf('join'), code, email: SCHOOL, campus: 'ou' };
    expect(text(await rig.verification.verifySchool(right, ada.by))).toBe('ok');
  });

  it('lets a used-up budget of the campus stop guessing, but nobody who types the code right', async () => {
    const rig = identityRig();
    const eve = await asking(rig, 'eve');
    const ada = await asking(rig, 'ada');
    // Two codes of five answers each, from a network address of their own.
    for (let n = 0; n < CODE_CAMPUS_WRONG_BUDGET; n += 2 * CODE_MAX_WRONG_ANSWERS) {
      const guesser = await asking(rig, `guesser${n}`, `mail${n}@ou.edu`);
      for (let guess = 0; guess < CODE_MAX_WRONG_ANSWERS; guess += 1) await guesser.answer('0000');
      rig.clock.advance(31_000);
      await guesser.draw(`again ${n}`);
      for (let guess = 0; guess < CODE_MAX_WRONG_ANSWERS; guess += 1) await guesser.answer('0000');
    }
    // One guess a mail from now on.
    expect(await eve.answer(otherThan(eve.code))).toBe(WRONG);
    expect(await eve.answer(eve.code)).toBe(WRONG);
    expect(await ada.answer(ada.code)).toBe('ok');
    // From another campus's site too: the budget is that of the campus whose code it is.
    const fay = await asking(rig, 'fay', 'fay@ou.edu');
    fay.by.campus = 'ut';
    expect(await fay.answer(otherThan(fay.code))).toBe(WRONG);
    expect(await fay.answer(fay.code)).toBe(WRONG);
    // Who mistyped asks again; the other campus notices nothing.
    rig.clock.advance(31_000);
    expect(await eve.answer(await eve.draw('again'))).toBe('That email is taken.');
  });

  it('lets a used-up budget of a network address stop guessing from there, and from nowhere else', async () => {
    const rig = identityRig();
    const from = async (word: string, address: string) => {
      const one = await asking(rig, word, `${word}@ou.edu`);
      Object.assign(one.by, { address });
      return one;
    };
    for (let n = 0; n < CODE_ADDRESS_WRONG_BUDGET; n += CODE_MAX_WRONG_ANSWERS) {
      const guesser = await from(`guesser${n}`, '10.0.0.1');
      for (let guess = 0; guess < CODE_MAX_WRONG_ANSWERS; guess += 1) await guesser.answer('0000');
    }
    const [eve, ada] = [await from('eve', '10.0.0.1'), await from('ada', '10.0.0.2')];
    // One guess a mail, and half as many of them.
    expect(await eve.answer(otherThan(eve.code))).toBe(WRONG);
    expect(await eve.answer(eve.code)).toBe(WRONG);
    expect(await ada.answer(otherThan(ada.code))).toBe(WRONG);
    expect(await ada.answer(ada.code)).toBe('ok');
    const rest = CODE_USE_MAX_WRONG_WHEN_STRICT - 1;
    for (let n = 0; n < rest; n += 1) {
      // So that one may be asked for again.
      rig.clock.advance(HOUR_MS / 2);
      expect(await eve.answer(otherThan(await eve.draw(`eve ${n}`)))).toBe(WRONG);
    }
    rig.clock.advance(HOUR_MS / 2);
    expect(await eve.answer(await eve.draw('eve at last'))).toBe(LOCKED);
  });

  it('says when a code is spent, so that the form can lead to the next one', async () => {
    const rig = identityRig();
    const ada = await asking(rig, 'ada');
    const spent: unknown[] = [];
    for (let n = 1; n <= CODE_MAX_WRONG_ANSWERS; n += 1) {
      const guess = { id: idOf(`s ${n}`), code: otherThan(ada.code, n), email: SCHOOL, campus: 'ou' };
      const answer = await rig.verification.verifySchool(guess, ada.by);
      spent.push(answer.ok ? null : answer.rejection.data.spent);
    }
    expect(spent).toEqual([0, 0, 0, 0, 1]);
  });
});
