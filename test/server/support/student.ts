import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import type { Browser } from './browser.ts';

/** A server, whether it runs in this process or in one of its own. */
interface Reached {
  browser(): Browser;
}

/** A signed-in browser with its user. */
export interface Student extends Browser {
  readonly userId: string;
  readonly email: string;
  /** Gives a command over HTTP. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  give(type: string, data: unknown, id?: string): Promise<any>;
}

export const PASSWORD = 'engine-1843';

/**
 * Milliseconds between the first two looks, by how much each pause is longer, and the longest: in the end as seldom as the
 * rates of commands, searches and questions allow for good, however slow the machine is.
 */
const LOOK_FIRST_MS = 10;
const LOOK_GROWTH = 1.2;
const LOOK_MAX_MS = 500;

/** Signs a person up; the e-mail is the word, or `<word>@ou.edu`. */
export async function signUp(server: Reached, word: string, name = 'Ada Lovelace'): Promise<Student> {
  const browser = server.browser();
  const email = word.includes('@') ? word : `${word}@ou.edu`;
  const form = { id: randomUUID(), email, name, password: PASSWORD, acceptedTerms: true };
  const answer = await browser.ask('POST', '/api/registration', { body: form });
  if (answer.status !== 201) throw new Error(`Signing up failed: ${answer.text}`);
  const userId: string = answer.json.user.id;
  return {
    ...browser,
    userId,
    email,
    give: async (type, data, id = randomUUID()) =>
      (
        await browser.ask('POST', '/api/commands', {
          body: { id, actor: userId, type, version: commandDefinitions[type]?.version ?? 1, data },
        })
      ).json,
  };
}

/** Waits for something that follows from an event, by asking again; the test's own time-out ends it. */
export async function eventually<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (let milliseconds = LOOK_FIRST_MS; ; milliseconds = Math.min(LOOK_MAX_MS, milliseconds * LOOK_GROWTH)) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    await pause(milliseconds);
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

/** Signs a person up and confirms the address with the code from the mail. */
export async function signUpConfirmed(server: Reached, word: string, name?: string): Promise<Student> {
  const student = await signUp(server, word, name);
  const body = { id: randomUUID(), code: await mailedCode(student, student.email) };
  const answer = await student.ask('POST', '/api/verification', { body });
  if (answer.status !== 200) throw new Error(`Confirming failed: ${answer.text}`);
  return student;
}

/** Signs a person up as a member of OU with picture and bio: they have all rights. */
export async function signUpMember(
  server: Reached,
  word: string,
  picture: Uint8Array,
  { name, bio = 'I sell books.' }: { readonly name?: string; readonly bio?: string } = {},
): Promise<Student> {
  const student = await signUpConfirmed(server, word, name);
  const upload = await student.ask('PUT', `/api/uploads/profilePics/${student.userId}`, { raw: picture });
  for (const [type, data] of [
    ['JoinWithConfirmedEmail', { campus: 'ou', email: student.email }],
    ['ChangeProfilePicture', { picture: upload.json.media }],
    ['ChangeBio', { bio }],
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

/** Writes a post or, below one, a comment. @returns its id */
export async function write(
  student: Student,
  text: string,
  {
    media = [],
    root,
    price,
  }: { readonly media?: readonly unknown[]; readonly root?: string; readonly price?: object } = {},
  id: string = randomUUID(),
): Promise<string> {
  const content = { text: written(text), media };
  const answer = await (root === undefined
    ? student.give('CreatePost', { ...content, category: 'all', ...(price && { price }) }, id)
    : student.give('AddComment', { ...content, root, parent: root }, id));
  if (answer.ok !== true) throw new Error(`Writing failed: ${JSON.stringify(answer)}`);
  return postIdOf(student, id);
}

/** The id of the post or comment that a student's command creates. */
export function postIdOf({ userId }: Student, commandId: string): string {
  return newId(effectiveCommandId(userId, commandId), 0);
}
