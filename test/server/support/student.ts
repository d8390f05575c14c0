import { randomUUID } from 'node:crypto';
import type { Browser, TestServer } from './testServer.ts';

/** A signed-in browser with its user. */
export interface Student extends Browser {
  readonly userId: string;
  readonly email: string;
  /** Gives a command over HTTP. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  give(type: string, data: unknown, id?: string): Promise<any>;
}

export const PASSWORD = 'engine-1843';

/** Signs somebody up; the e-mail is `<word>@ou.edu`. */
export async function signUp(server: TestServer, word: string, host?: string): Promise<Student> {
  const browser = server.browser(host);
  const email = `${word}@ou.edu`;
  const form = { id: randomUUID(), email, name: 'Ada Lovelace', password: PASSWORD, acceptedTerms: true };
  const answer = await browser.ask('POST', '/api/registration', { body: form });
  if (answer.status !== 201) throw new Error(`Signing up failed: ${answer.text}`);
  const userId: string = answer.json.user.id;
  return {
    ...browser,
    userId,
    email,
    give: async (type, data, id = randomUUID()) =>
      (await browser.ask('POST', '/api/commands', { body: { id, actor: userId, type, version: 1, data } })).json,
  };
}

/** Waits for something that follows from an event, by asking again; the test's own time-out ends it. */
export async function eventually<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The newest code that was mailed to an address. */
export function mailedCode(browser: Browser, email: string): Promise<string> {
  return eventually(async () => {
    const answer = await browser.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } });
    const mails: readonly { to: string; text: string }[] = answer.json.mails;
    return mails.find(({ to }) => to === email)?.text.slice(0, 4);
  });
}

/** Signs somebody up and confirms the address with the code from the mail. */
export async function signUpConfirmed(server: TestServer, word: string, host?: string): Promise<Student> {
  const student = await signUp(server, word, host);
  const body = { id: randomUUID(), code: await mailedCode(student, student.email) };
  const answer = await student.ask('POST', '/api/verification', { body });
  if (answer.status !== 200) throw new Error(`Confirming failed: ${answer.text}`);
  return student;
}

/** Signs somebody up as a member of OU with picture and bio: they may do everything. */
export async function signUpMember(server: TestServer, word: string, picture: Uint8Array): Promise<Student> {
  const student = await signUpConfirmed(server, word);
  const upload = await student.ask('PUT', `/api/uploads/profilePics/${student.userId}`, { raw: picture });
  for (const [type, data] of [
    ['JoinWithConfirmedEmail', { campus: 'ou', email: student.email }],
    ['ChangeProfilePicture', { picture: upload.json.media }],
    ['ChangeBio', { bio: 'I sell books.' }],
  ] as const) {
    const answer = await student.give(type, data);
    if (answer.ok !== true) throw new Error(`${type} failed: ${JSON.stringify(answer)}`);
  }
  return student;
}

/** Rich text of one paragraph. */
export function written(text: string) {
  return [{ type: 'paragraph', children: [{ text }] }];
}

/** The id of a post that a user's command makes. */
export { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
