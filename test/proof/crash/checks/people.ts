import type { Expected, ExpectedAccount } from '../expected.ts';
import type { Observed } from '../observed.ts';
import type { Verdict } from '../verdict.ts';

/** Accounts: acknowledged ones exist, unique values are unique, answers stay true, erased people are blank. */
export function checkPeople(verdict: Verdict, { accounts }: Expected, observed: Observed): void {
  const usernames = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const account of accounts.values()) {
    const { userId, email, name, stands, erased } = account;
    const person = observed.people.get(userId);
    if (person === undefined) {
      const mayBeAway = stands !== 'yes' || erased !== 'no';
      verdict.expect(mayBeAway, () => `The account ${userId} was acknowledged and is missing.`);
      continue;
    }
    verdict.expect(stands !== 'no', () => `The account ${userId} was refused and is there.`);
    verdict.expect(erased !== 'yes', () => `The person ${userId} was erased and is there.`);
    const username = String(person.username);
    const isOwn = username.replace(/-\d+$/, '') === name.toLowerCase().replaceAll(' ', '');
    verdict.expect(isOwn, () => `${userId} is ${name}, but has the user name ${username}.`);
    const other = usernames.get(username);
    verdict.expect(other === undefined, () => `${userId} and ${other} have the user name ${username}.`);
    const neighbour = owners.get(email);
    verdict.expect(neighbour === undefined, () => `${userId} and ${neighbour} have the address ${email}.`);
    usernames.set(username, userId);
    owners.set(email, userId);
    checkConfirmed(verdict, account, person);
  }
  checkRefusedAddresses(verdict, [...accounts.values()]);
}

/** The answer to the code. The steps after it are commands: the model of users knows them. */
function checkConfirmed(
  verdict: Verdict,
  { userId, confirmed }: ExpectedAccount,
  { verified }: NonNullable<ReturnType<Observed['people']['get']>>,
): void {
  const what = `Of ${userId}, confirming the address`;
  verdict.expect(confirmed !== 'yes' || verified, () => `${what} was acknowledged and is missing.`);
  verdict.expect(confirmed !== 'no' || !verified, () => `${what} is there, and no answer said so.`);
}

function checkRefusedAddresses(verdict: Verdict, accounts: readonly ExpectedAccount[]): void {
  for (const { userId, email, stands } of accounts) {
    const isTrue = stands !== 'no' || accounts.some((other) => other.email === email && other.stands !== 'no');
    verdict.expect(isTrue, () => `${userId} had the answer that ${email} is taken, but nobody has it.`);
  }
}

/** Mails: one for each account that waits for its code or had it, none for anybody else (no orphan mail). */
export function checkMails(verdict: Verdict, { accounts }: Expected, observed: Observed): void {
  const emails = new Set([...accounts.values()].map(({ email }) => email));
  for (const email of emails) {
    const mails = observed.mails.filter(({ to }) => to === email).length;
    const isOwned = [...accounts.values()].some((each) => each.email === email && observed.people.has(each.userId));
    const wanted = isOwned ? 1 : 0;
    verdict.expect(mails === wanted, () => `${email} has ${mails} mails, it should have ${wanted}.`);
  }
  for (const { to } of observed.mails) verdict.expect(emails.has(to), () => `There is a mail to ${to}, who is nobody.`);
  for (const { id, verified, emailCode } of observed.accounts.values()) {
    const isSent = verified || emailCode?.state === 'sent';
    verdict.expect(isSent, () => `The code of ${id} is ${emailCode?.state ?? 'nowhere'}, not sent.`);
  }
}
