import type { RecordedEvent } from '#domain/kernel/event.ts';
import { models } from '#test/model/nouns.ts';
import type { Admits } from '#test/model/story.ts';
import type { Community, Member } from './community.ts';
import { beUser } from './simClient.ts';
import type { SimServer } from './simServer.ts';

/** Events that say whether somebody may sign in, by type, as the nouns' models say. */
const ADMITS = new Map(models.flatMap(({ story }) => Object.entries(story?.admits ?? {})));

/** A log, personal data sealed or not. */
type Log = readonly Pick<RecordedEvent, 'stream' | 'type'>[];

/** People who are banned or erased by a log: no session of theirs may stand. */
export function outOf(log: Log): ReadonlySet<string> {
  const said = new Map<string, Admits>();
  for (const { stream, type } of log) {
    const admits = ADMITS.get(type);
    const userId = stream.slice(stream.indexOf('-') + 1);
    if (admits !== undefined && said.get(userId) !== 'never') said.set(userId, admits);
  }
  return new Set([...said].flatMap(([userId, admits]) => (admits === 'again' ? [] : [userId])));
}

/** Whether somebody may sign in, as of the end of the log. */
function maySignIn({ disk }: SimServer, userId: string): boolean {
  return !outOf(disk.events.backup().events).has(userId);
}

/** Logs a user without a session in again, in every tab of the browser; nobody who is banned or erased. */
export function logIn({ members, erased, server }: Community, { browser, transport, userId }: Member): void {
  if (userId === null || erased.has(userId) || !maySignIn(server, userId)) return;
  if (browser.session !== null && !transport.stands(browser.session.sessionId)) browser.session = null;
  for (const member of members) {
    const { store, transport: own } = member;
    if (member.browser === browser && !own.hasSession) beUser(browser, own, store, userId, own.campus);
  }
}
