import { forkRandom } from '../draws.ts';
import type { Expected } from '../expected.ts';
import { type Observed, readPerson } from '../observed.ts';
import { NAMES } from '../people.ts';
import { type Person, settleIn, signUp } from '../person.ts';
import type { Scenario } from '../scenario.ts';
import type { Verdict } from '../verdict.ts';

/** Addresses of others that are asked for, and must be refused. */
const TAKEN_SAMPLE = 5;

/**
 * Claims, on a server whose clock is a day ahead. Every address that no existing account owns is free, also if a killed
 * command had claimed it or its owner was erased: a new person can use it up to joining the campus. Owned addresses
 * stay refused once they are confirmed. User names are numbered without a gap: none is reserved without an owner.
 */
export async function checkClaims(
  verdict: Verdict,
  nextDay: Scenario,
  expected: Expected,
  observed: Observed,
): Promise<void> {
  const standing = [...expected.accounts.values()].filter(({ userId }) => observed.people.has(userId));
  const owned = new Set(standing.map(({ email }) => email));
  const addresses = new Set([...expected.accounts.values()].map(({ email }) => email));
  const fresh = NAMES.map((_, index) => `fresh.${index}@ou.edu`);
  const free = [...fresh, ...[...addresses].filter((email) => !owned.has(email))];

  const arrived = await Promise.all(free.map((email, index) => moveIn(verdict, nextDay, email, index)));
  // An address that nobody has confirmed within a day is free again, and its account ends.
  const confirmed = standing.filter((account) => account.confirmed === 'yes');
  for (const [index, { email }] of confirmed.slice(0, TAKEN_SAMPLE).entries()) {
    const taken = await signUpAs(nextDay, email, free.length + index);
    taken?.leave();
    verdict.expect(taken === null, () => `${email} belongs to somebody and was given to somebody else a day later.`);
  }
  const usernames = [...observed.people.values()].map(({ username }) => String(username));
  checkUsernames(
    verdict,
    usernames,
    arrived.flatMap((each) => each ?? []),
  );
}

/** Signs a person up and joins the campus with an address; returns the user name. */
async function moveIn(verdict: Verdict, scenario: Scenario, email: string, index: number): Promise<string | null> {
  const person = await signUpAs(scenario, email, index);
  verdict.expect(person !== null, () => `${email} belongs to nobody and is refused a day later.`);
  if (person === null) return null;
  const isSettled = await settleIn(scenario, person);
  verdict.expect(isSettled, () => `${email} belongs to nobody and does not lead to the campus a day later.`);
  const { username } = (await readPerson(person.browser, person.userId)) ?? {};
  person.leave();
  return username === undefined ? null : String(username);
}

function signUpAs(scenario: Scenario, email: string, index: number): Promise<Person | null> {
  const name = NAMES[index % NAMES.length] ?? NAMES[0];
  const address = `198.19.1.${index + 1}`;
  return signUp(scenario, { email, name, address, random: forkRandom(scenario.random), mayGiveUp: false });
}

/** Names end in nothing, `-2`, `-3`, …: an unused number below the newest has no claim. */
function checkUsernames(verdict: Verdict, before: readonly string[], arrived: readonly string[]): void {
  const all = new Set([...before, ...arrived]);
  verdict.expect(
    all.size === before.length + arrived.length,
    () => `A user name was given twice: ${arrived.join(', ')}.`,
  );
  for (const username of arrived) {
    const [base = '', number = '1'] = username.split('-');
    for (let n = 1; n < Number(number); n += 1) {
      const skipped = n === 1 ? base : `${base}-${n}`;
      verdict.expect(all.has(skipped), () => `The user name ${skipped} belongs to nobody and is not given.`);
    }
  }
}
