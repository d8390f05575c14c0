import { idSchema } from '#domain/kernel/ids.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import { type EventStore, WrongExpectedRevision } from '../../ports/eventStore.ts';
import { MailRefused, type MailTransport } from '../../ports/mail.ts';
import type { ClientCommands } from '../../write/clientCommands.ts';
import type { Logger } from '../logging.ts';
import type { Instruments } from './instruments.ts';
import type { Stages } from './stages.ts';

const MS_PER_SECOND = 1_000;
/** Most codes of rejections with a label of their own; the program has some 80. */
const CODES_MAX = 200;

/** Channels of commands. */
export type Channel = 'http' | 'socket';

/** Times the appends of an event store, and counts what commands ask of it. */
export function measureStore(
  store: EventStore,
  { append, calls }: Pick<Instruments, 'append' | 'calls'>,
  stages: Stages,
  now: () => number,
): EventStore {
  return {
    get appendsMayLandLate() {
      return store.appendsMayLandLate;
    },
    eras: () => store.eras(),
    async append(stream, expectedRevision, events) {
      calls.inc({ call: 'append' });
      const startedAt = now();
      const took = (outcome: string) => append.observe({ outcome }, (now() - startedAt) / MS_PER_SECOND);
      try {
        const done = await store.append(stream, expectedRevision, events);
        took('appended');
        stages.onDisk(done.position);
        return done;
      } catch (error) {
        took(error instanceof WrongExpectedRevision ? 'wrong_revision' : 'failed');
        throw error;
      }
    },
    readStream(stream, fromRevision) {
      calls.inc({ call: 'read_stream' });
      return store.readStream(stream, fromRevision);
    },
    readAll: (after, limit) => store.readAll(after, limit),
    head() {
      calls.inc({ call: 'head' });
      return store.head();
    },
    eventAt: (position) => store.eventAt(position),
    distance: (from, to) => store.distance(from, to),
    check: () => store.check(),
    subscribe: (after, handler, onError) => store.subscribe(after, handler, onError),
    close: () => store.close(),
  };
}

/** Times the batches that a projector takes from a log, and how old their events are when they are committed. */
export function measureProjecting(
  log: EventLog,
  { batchSeconds, age }: Pick<Instruments, 'batchSeconds' | 'age'>,
  now: () => number,
  clock: () => Date,
): EventLog {
  return {
    head: () => log.head(),
    distance: (from, to) => log.distance(from, to),
    recordingAt: (position) => log.recordingAt(position),
    readAll: (after, limit) => log.readAll(after, limit),
    readStream: (stream, fromRevision) => log.readStream(stream, fromRevision),
    subscribe: (after, handler, onError) =>
      log.subscribe(
        after,
        async (events) => {
          const startedAt = now();
          await handler(events);
          batchSeconds.observe((now() - startedAt) / MS_PER_SECOND);
          const at = clock().getTime();
          for (const { meta } of events) age.observe(Math.max(0, at - Date.parse(meta.at)) / MS_PER_SECOND);
        },
        onError,
      ),
  };
}

/** Counts mails by what the mail server said. */
export function measureMails(transport: MailTransport, { mails }: Pick<Instruments, 'mails'>): MailTransport {
  return {
    async send(mail) {
      try {
        await transport.send(mail);
        mails.inc({ outcome: 'accepted' });
      } catch (error) {
        mails.inc({ outcome: error instanceof MailRefused ? 'refused' : 'failed' });
        throw error;
      }
    },
    forget: (recipient) => transport.forget(recipient),
    close: () => transport.close(),
  };
}

/** Counts, times and logs the commands of clients. */
export function measureCommands(
  commands: ClientCommands,
  channel: Channel,
  parts: {
    readonly instruments: Instruments;
    readonly stages: Stages;
    readonly logger: Pick<Logger, 'info'>;
    readonly now: () => number;
  },
): ClientCommands {
  const { instruments, stages, logger, now } = parts;
  const codes = new Set<string>();

  function count(code: string): void {
    if (codes.size < CODES_MAX) codes.add(code);
    instruments.rejections.inc({ code: codes.has(code) ? code : 'OTHER' });
  }

  return async (body, from) => {
    const startedAt = now();
    const answer = await stages.accepted(() => commands(body, from));
    const milliseconds = now() - startedAt;
    const outcome = answer.ok ? 'accepted' : answer.refusal.retry ? 'try_again' : 'refused';
    instruments.commands.inc({ channel, outcome });
    instruments.commandSeconds.observe({ channel }, milliseconds / MS_PER_SECOND);
    if (!answer.ok) count(answer.refusal.code);
    const result = answer.ok ? { position: answer.position } : { code: answer.refusal.code };
    const request = from.request === undefined ? {} : { request: from.request };
    logger.info(
      { command: commandIdOf(body), ...request, channel, ...result, ms: Math.round(milliseconds) },
      'command',
    );
    return answer;
  };
}

/** The client's own id of a command; `null` if the unvalidated body has none. */
function commandIdOf(body: unknown): string | null {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null;
  return idSchema.safeParse(id).data ?? null;
}
