import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { pictureFolder } from '#domain/user/files.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { pick, type Random } from '#scripts/demo/random.ts';
import { MAILBOX_PATH } from '#server/http/devMail.ts';
import { frontTopics } from '#test/model/front.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import { type Browser, createBrowser } from './browser.ts';
import { carryOut, GIVE_UP_SHARE, type Outcome } from './carryOut.ts';
import type { Answer } from './journal.ts';
import type { Scenario } from './scenario.ts';

/** Everybody's. */
export const PASSWORD = 'correct horse 1';
/** Everyone's first bio. */
const BIO = 'I sell what I no longer need.';
/** A code as the mails show it (VERF-04). */
const CODE = /(?<!\d)[1-9]\d{3}(?!\d)/;
const MAIL_LOOK_EVERY_MS = 150;
/** Milliseconds for which a command can be taken back: as in a page, but shorter, so that more is done between kills. */
export const UNDOABLE_MS = 400;
/** Milliseconds in which a mail must arrive, kills included. */
const MAIL_MAX_MS = 30_000;

/** A person with an account and an open page. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly browser: Browser;
  readonly store: SyncStore;
  /** Draws of the person's acts. */
  readonly random: Random;
  /** `false`: does nothing more. */
  isActing: boolean;
  /** Closes the page. */
  leave(): void;
}

export interface SignUp {
  readonly email: string;
  readonly name: string;
  /** Network address. */
  readonly address: string;
  readonly random: Random;
  readonly mayGiveUp: boolean;
}

/** Signs a person up and opens their page; `null` when that was refused or given up. */
export async function signUp(scenario: Scenario, signingUp: SignUp): Promise<Person | null> {
  const { email, name, address, random, mayGiveUp } = signingUp;
  const id = randomUUID();
  const userId = newId(effectiveCommandId('visitor', id), 0);
  const browser = createBrowser(scenario.server.port, address);
  const form = { id, email, name, password: PASSWORD, acceptedTerms: true };
  const { answer } = await carryOut(
    scenario,
    { do: 'register', userId, email, name },
    async () => ({
      ...(await browser.ask<{ position: string | null }>('POST', '/api/registration', form)),
      value: null,
    }),
    { mayGiveUp },
  );
  if (answer.outcome !== 'acknowledged') return null;
  const store = browser.openStore(userId, DEFAULT_CAMPUS, (folder, file) =>
    uploadOnce(scenario, browser, userId, folder, file),
  );
  for (const topic of frontTopics(DEFAULT_CAMPUS)) store.hold(topic);
  store.hold(topicName.campus(DEFAULT_CAMPUS));
  const leave = () => store.stop();
  return { userId, email, browser, store, random, isActing: true, leave };
}

/** Confirms the address, joins the campus and sets up the profile; answers whether the person may post now. */
export async function settleIn(scenario: Scenario, person: Person): Promise<boolean> {
  const { userId, email, browser } = person;
  const code = await mailedCode(browser, email, MAIL_MAX_MS * scenario.slowness);
  if (code === null) {
    scenario.findings.push(`No mail came for ${email} in time.`);
    return false;
  }
  const id = randomUUID();
  const verified = await carryOut(
    scenario,
    { do: 'verify', userId },
    async () => ({
      ...(await browser.ask<{ position: string | null }>('POST', '/api/verification', { id, code })),
      value: null,
    }),
    { mayGiveUp: false },
  );
  if (verified.answer.outcome !== 'acknowledged') return false;
  await spendAgain(scenario, person, code);
  if (!isDone(await give(scenario, person, 'JoinWithConfirmedEmail', { campus: DEFAULT_CAMPUS, email }))) return false;
  const { value: picture } = await upload(
    scenario,
    person,
    pictureFolder(userId),
    pick(person.random, scenario.pictures),
  );
  if (picture === null || !isDone(await give(scenario, person, 'ChangeProfilePicture', { picture }))) return false;
  if (!isDone(await give(scenario, person, 'ChangeBio', { bio: BIO }))) return false;
  scenario.things.push({ collection: 'people', key: userId, doc: {}, author: userId, isSettled: false });
  return true;
}

/** A used code is not accepted again, from any request. */
async function spendAgain(scenario: Scenario, { userId, browser }: Person, code: string): Promise<void> {
  try {
    await browser.ask('POST', '/api/verification', { id: randomUUID(), code });
    scenario.findings.push(`What is to end with CODE_WRONG was acknowledged: ${userId} used a code twice.`);
  } catch (error) {
    // Refused, or the server was being killed; no retry follows.
    if (!(error instanceof RequestRefused)) throw error;
  }
}

function isDone(answer: Answer): boolean {
  return answer.outcome === 'acknowledged';
}

export interface GiveOptions {
  /** The client's own id of the command. */
  readonly id?: string;
  /** Code of the refusal that a deliberate mistake is to get. */
  readonly mistake?: string;
}

/** Gives a command over HTTP, again and again with the same id. */
export async function give(
  scenario: Scenario,
  { userId, browser }: Person,
  type: string,
  data: Readonly<Record<string, unknown>>,
  { id = randomUUID(), mistake }: GiveOptions = {},
): Promise<Answer> {
  const command = { id, actor: userId, type, version: commandDefinitions[type]?.version ?? 1, data };
  const intent = { do: 'command', userId, clientId: id, type, data, mistake: mistake ?? null } as const;
  const { answer } = await carryOut(scenario, intent, async () => {
    const { position } = await browser.ask<{ position: string | null }>('POST', '/api/commands', command);
    return { position, value: null };
  });
  return answer;
}

interface PageOptions {
  readonly id?: string;
  readonly files?: readonly Blob[];
  /** It waits unsent as long as it can be taken back, and is after so many milliseconds; `null` there: never. */
  readonly undo?: { readonly afterMs: number | null } | null;
}

/** Gives a command as the page does: over the socket, from the outbox, which sends it again by itself. */
export async function giveByPage(
  scenario: Scenario,
  { userId, store }: Person,
  type: string,
  data: Readonly<Record<string, unknown>>,
  { id = randomUUID(), files = [], undo = null }: PageOptions = {},
): Promise<Answer> {
  const uploads = files.map((file, index) => ({ name: `draft-${index}.webp`, file }));
  const places = uploads.map(({ name }) => ({ kind: 'image', name, width: 1, height: 1 }));
  const whole = files.length === 0 ? data : { ...data, media: places };
  const operation = randomUUID();
  scenario.journal.write({
    kind: 'intent',
    id: operation,
    intent: { do: 'command', userId, clientId: id, type, data: whole, mistake: null },
  });
  const { settled } = store.send(type, whole, { id, uploads, undoableMs: undo === null ? 0 : UNDOABLE_MS });
  let isTakenBack = false;
  if (undo?.afterMs != null) setTimeout(() => (isTakenBack = store.takeBack(id)), undo.afterMs);
  const stopListening = scenario.onKill(() => {
    if (scenario.random() < GIVE_UP_SHARE) store.discardEntry(id);
  });
  const ended = await settled;
  stopListening();
  if (!ended.ok) store.discardEntry(id);
  const answer: Answer = ended.ok
    ? { outcome: 'acknowledged', position: ended.position }
    : ended.refusal.code === 'DISCARDED'
      ? { outcome: isTakenBack ? 'taken back' : 'given up' }
      : { outcome: 'refused', code: ended.refusal.code };
  scenario.journal.write({ kind: 'answer', id: operation, answer });
  return answer;
}

/** Uploads a file until the server has it. */
export function upload(scenario: Scenario, person: Person, folder: string, file: Blob): Promise<Outcome<Media>> {
  const { userId, browser } = person;
  return carryOut(scenario, { do: 'upload', userId, folder }, async () => {
    const { media } = await browser.ask<{ media: Media }>('PUT', `/api/uploads/${folder}`, file);
    return { position: null, value: media };
  });
}

/** One try, for the outbox, which tries again by itself. */
async function uploadOnce(
  scenario: Scenario,
  browser: Browser,
  userId: string,
  folder: string,
  file: Blob,
): Promise<Media> {
  const id = randomUUID();
  const answered = (answer: Answer) => scenario.journal.write({ kind: 'answer', id, answer });
  scenario.journal.write({ kind: 'intent', id, intent: { do: 'upload', userId, folder } });
  try {
    const { media } = await browser.ask<{ media: Media }>('PUT', `/api/uploads/${folder}`, file);
    answered({ outcome: 'acknowledged', position: null });
    return media;
  } catch (error) {
    const isNo = error instanceof RequestRefused && !error.refusal.retry;
    answered(isNo ? { outcome: 'refused', code: error.refusal.code } : { outcome: 'given up' });
    throw error;
  }
}

/** A mail in the development mailbox. */
export interface MailSeen {
  readonly to: string;
  readonly text: string;
}

export async function readMails(browser: Browser): Promise<readonly MailSeen[]> {
  return (await browser.ask<{ mails: readonly MailSeen[] }>('GET', MAILBOX_PATH)).mails;
}

async function mailedCode(browser: Browser, email: string, maxMs: number): Promise<string | null> {
  const until = Date.now() + maxMs;
  while (Date.now() < until) {
    // No answer: the server is being killed.
    const mails = await readMails(browser).catch(() => []);
    const code = mails.find(({ to }) => to === email)?.text.match(CODE)?.[0];
    if (code !== undefined) return code;
    await pause(MAIL_LOOK_EVERY_MS);
  }
  return null;
}
