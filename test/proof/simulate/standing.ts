import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { SimServer } from './simServer.ts';

/** Events that say whether somebody stands, by type: `null` ends it for good. */
const STANDING: Readonly<Record<string, boolean | null>> = {
  PersonBanned: false,
  BanLifted: true,
  SubjectErased: null,
};

/** A log, personal data sealed or not. */
type Log = readonly Pick<RecordedEvent, 'stream' | 'type'>[];

/** People who are banned or erased by a log: no session of theirs may stand. */
export function outOf(log: Log): ReadonlySet<string> {
  const out = new Map<string, boolean | null>();
  for (const { stream, type } of log) {
    const stands = STANDING[type];
    const userId = stream.slice(stream.indexOf('-') + 1);
    if (stands !== undefined && out.get(userId) !== null) out.set(userId, stands);
  }
  return new Set([...out].flatMap(([userId, stands]) => (stands === true ? [] : [userId])));
}

/** Whether somebody may sign in, as of the end of the log. */
export function maySignIn({ disk }: SimServer, userId: string): boolean {
  return !outOf(disk.events.backup().events).has(userId);
}
