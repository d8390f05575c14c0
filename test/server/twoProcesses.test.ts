import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LOGIN_ACCOUNT_MAX_FAILURES } from '#server/identity/limits.ts';
import type { PasswordHasher } from '#server/identity/passwords.ts';
import type { Vault } from '#server/ports/vault.ts';
import { FORM, processesContract } from '#test/contract/processes.ts';
import { idOf } from './support/people.ts';
import { type TestProcess, twoProcesses } from './support/twoProcesses.ts';

const SEED = 20_260_302;

processesContract('memory', twoProcesses);
processesContract('memory, by a read index', () => twoProcesses(undefined, { isIndexed: true }));

/** Two processes, and an account that was made by the first. */
async function withAda() {
  const rig = await twoProcesses();
  expect(await rig.a.register(FORM, 'ou', '::1')).toMatchObject({ ok: true });
  return rig;
}

const logIn = (process: TestProcess, password: string) => process.logIn({ email: FORM.email, password }, '203.0.113.9');

describe('guesses in two processes', () => {
  it('[AUTH-08] parallel guesses in both never exceed the limit together, however they interleave', async () => {
    const guesses = fc.integer({ min: 1, max: LOGIN_ACCOUNT_MAX_FAILURES });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), guesses, async (scheduler, each) => {
        const rig = await withAda();
        let compared = 0;
        const hasher: PasswordHasher = {
          hash: async () => '',
          async matches() {
            compared += 1;
            await scheduler.schedule(Promise.resolve());
            return false;
          },
        };
        const vault = (over: Vault) => interleaved(over, scheduler);
        const processes = [rig.another({ vault, hasher }), rig.another({ vault, hasher })];
        const tried = processes.flatMap((process) => Array.from({ length: each }, () => logIn(process, 'wrong')));
        const answers = await scheduler.waitFor(Promise.all(tried));
        expect(compared).toBe(Math.min(2 * each, LOGIN_ACCOUNT_MAX_FAILURES));
        expect(answers.filter((answer) => !answer.ok && answer.rejection.code === 'LOGIN_LOCKED')).toHaveLength(
          2 * each - compared,
        );
      }),
      { seed: SEED, numRuns: 30 },
    );
  });
});

/** A vault whose answers about tries and password hashes come in any order. */
function interleaved(vault: Vault, scheduler: fc.Scheduler): Vault {
  const later =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await call(...args);
      await scheduler.schedule(Promise.resolve());
      return result;
    };
  const { attempts, credentials } = vault;
  const { count, begin, end } = attempts;
  const { find, put, remove } = credentials;
  return {
    ...vault,
    attempts: { ...attempts, count: later(count), begin: later(begin), end: later(end) },
    credentials: { ...credentials, find: later(find), put: later(put), remove: later(remove) },
  };
}

/** Compares and hashes at once, so that many interleavings can be tried. */
const plainHasher: PasswordHasher = {
  hash: async (password) => `${password} ${randomUUID()}`,
  matches: async (password, hash) => hash?.startsWith(`${password} `) ?? false,
};

describe('[P2] one sign-up form that is sent to both at once', () => {
  type Form = typeof FORM;
  const TAKEN = 'taken@ou.edu';
  /**
   * The outcome of copies of a form, in any order of the vault's answers, and the account that the log-in then opens.
   */
  async function signUps(scheduler: fc.Scheduler, forms: readonly Form[]) {
    const rig = await twoProcesses();
    const vault = (over: Vault) => interleaved(over, scheduler);
    const hasher = plainHasher;
    await rig.another({ hasher }).register({ ...FORM, id: idOf('holder'), email: TAKEN }, 'ou', '::1');
    const signed = forms.map((form) => rig.another({ vault, hasher }).register(form, 'ou', '::1'));
    const outcomes = await scheduler.waitFor(Promise.allSettled(signed));
    const reader = rig.another({ hasher });
    const opens = async ({ email, password }: Form) => (await reader.logIn({ email, password }, '203.0.113.9')).ok;
    return { outcomes, opens };
  }
  const isYes = (outcome: PromiseSettledResult<{ readonly ok: boolean }> | undefined) =>
    outcome?.status === 'fulfilled' && outcome.value.ok;

  it('opens with the password of the one that was accepted, and the other is refused', async () => {
    const forms = [FORM, { ...FORM, password: 'compiler-1952' }];
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { outcomes, opens } = await signUps(scheduler, forms);
        for (const [n, form] of forms.entries()) expect(await opens(form)).toBe(isYes(outcomes[n]));
        expect(outcomes.filter(isYes)).toHaveLength(1);
        const refused = outcomes.find((outcome) => !isYes(outcome));
        expect(refused).toMatchObject({ value: { rejections: [{ code: 'COMMAND_ID_REUSED' }] } });
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it('is accepted in both when it is the same, and keeps its password when a copy with a taken address is refused', async () => {
    const forms = [FORM, FORM, { ...FORM, email: TAKEN }];
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { outcomes, opens } = await signUps(scheduler, forms);
        expect(outcomes.map(isYes)).toEqual([true, true, false]);
        expect(await opens(FORM)).toBe(true);
      }),
      { seed: SEED, numRuns: 100 },
    );
  });
});
