import type { Expected } from '../expected.ts';
import type { Observed } from '../observed.ts';

/** Accounts: acknowledged ones are there, unique values are unique, what was told stays true, the erased are gone. */
export function checkPeople({ accounts }: Expected, observed: Observed): readonly string[] {
  const findings: string[] = [];
  const usernames = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const { userId, email, name, stands, erased } of accounts.values()) {
    const person = observed.people.get(userId);
    if (person === undefined) {
      if (stands === 'yes' && erased === 'no') findings.push(`The account ${userId} was acknowledged and is missing.`);
      continue;
    }
    if (stands === 'no') findings.push(`The account ${userId} was refused and is there.`);
    if (erased === 'yes') findings.push(`The person ${userId} was erased and is there.`);
    const username = String(person.username);
    const base = name.toLowerCase().replaceAll(' ', '');
    if (username.replace(/-\d+$/, '') !== base)
      findings.push(`${userId} is ${name}, but has the user name ${username}.`);
    if (usernames.has(username))
      findings.push(`${userId} and ${usernames.get(username)} have the user name ${username}.`);
    if (owners.has(email)) findings.push(`${userId} and ${owners.get(email)} have the address ${email}.`);
    usernames.set(username, userId);
    owners.set(email, userId);
  }
  for (const { userId, email, stands } of accounts.values()) {
    const isTrue =
      stands !== 'no' || [...accounts.values()].some((other) => other.email === email && other.stands !== 'no');
    if (!isTrue) findings.push(`${userId} was told that ${email} is taken, but nobody has it.`);
  }
  return findings;
}

/** Mails: one for each account that waits for its code or had it, none for anybody else (no orphan mail). */
export function checkMails({ accounts }: Expected, observed: Observed): readonly string[] {
  const findings: string[] = [];
  const emails = new Set([...accounts.values()].map(({ email }) => email));
  for (const email of emails) {
    const mails = observed.mails.filter(({ to }) => to === email).length;
    const wanted = [...accounts.values()].some((each) => each.email === email && observed.people.has(each.userId))
      ? 1
      : 0;
    if (mails !== wanted) findings.push(`${email} has ${mails} mails, it should have ${wanted}.`);
  }
  for (const { to } of observed.mails) if (!emails.has(to)) findings.push(`There is a mail to ${to}, who is nobody.`);
  for (const { id, verified, emailCode } of observed.accounts.values()) {
    if (!verified && emailCode?.state !== 'sent')
      findings.push(`The code of ${id} is ${emailCode?.state ?? 'nowhere'}, not sent.`);
  }
  return findings;
}
