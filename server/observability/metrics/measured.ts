import { idSchema } from '#domain/kernel/ids.ts';
import { type EventStore, WrongExpectedRevision } from '../../ports/eventStore.ts';
import type { ClientCommands } from '../../write/clientCommands.ts';
import type { Logger } from '../logging.ts';
import type { Instruments } from './instruments.ts';
import type { Stages } from './stages.ts';

const MS_PER_SECOND = 1_000;
/** Most codes of rejections with a label of their own; the program has some 80. */
const CODES_MAX = 200;

/** Channels of commands. */
export type Channel = 'http' | 'socket';

/** Times the appends of an event store. */
export function measureStore(
  store: EventStore,
  { append }: Instruments,
  stages: Stages,
  now: () => number,
): EventStore {
  return {
    get appendsMayLandLate() {
      return store.appendsMayLandLate;
    },
    eras: () => store.eras(),
    async append(stream, expectedRevision, events) {
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
    readStream: (stream, fromRevision) => store.readStream(stream, fromRevision),
    readAll: (after, limit) => store.readAll(after, limit),
    head: () => store.head(),
    distance: (from, to) => store.distance(from, to),
    check: () => store.check(),
    subscribe: (after, handler, onError) => store.subscribe(after, handler, onError),
    close: () => store.close(),
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
  return typeof id === 'string' && idSchema.safeParse(id).success ? id : null;
}
