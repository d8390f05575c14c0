import { pick, type Random } from '#scripts/demo/random.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import { createBrowser } from '../browser.ts';
import type { Expected, ExpectedAccount } from '../expected.ts';
import { PASSWORD } from '../person.ts';
import type { Verdict } from '../verdict.ts';

/** Accounts that are tried of each kind: a password takes its time. */
const SAMPLE = 6;

/** Users with an acknowledged account can sign in (P1); erased ones cannot (P10). */
export async function checkSignIns(
  verdict: Verdict,
  { accounts }: Expected,
  port: number,
  random: Random,
): Promise<void> {
  const all = [...accounts.values()];
  const standing = all.filter(({ stands, erased }) => stands === 'yes' && erased === 'no');
  const mayBeOwned = new Set(all.filter(({ stands, erased }) => stands !== 'no' && erased !== 'yes').map(emailOf));
  const gone = all.filter((account) => account.erased === 'yes' && !mayBeOwned.has(account.email));
  const tries = [...some(random, standing), ...some(random, gone)].map(async ({ userId, email, erased }, index) => {
    const who = await signIn(port, email, `198.19.0.${index + 1}`);
    if (erased === 'yes') verdict.expect(who === null, () => `${email} was erased and signs in as ${who}.`);
    else verdict.expect(who === userId, () => `${email} signs in as ${who ?? 'nobody'}, it is ${userId}.`);
  });
  await Promise.all(tries);
}

const emailOf = ({ email }: ExpectedAccount) => email;

async function signIn(port: number, email: string, address: string): Promise<string | null> {
  try {
    const form = { email, password: PASSWORD };
    const { user } = await createBrowser(port, address).ask<{ user: { id: string } }>('POST', '/api/session', form);
    return user.id;
  } catch (error) {
    if (error instanceof RequestRefused && !error.refusal.retry) return null;
    throw error;
  }
}

function some<T>(random: Random, items: readonly T[]): readonly T[] {
  return items.length <= SAMPLE ? items : Array.from({ length: SAMPLE }, () => pick(random, items));
}
