import { START } from '#projections/engine/eventLog.ts';
import type { ReadEvent } from '#scripts/cli/events.ts';
import { models } from '#test/model/nouns.ts';
import type { Expected, JournalCommand } from '../expected.ts';
import type { Observed } from '../observed.ts';
import type { Verdict } from '../verdict.ts';

/** The dispatcher's own bookkeeping (`domain/kernel/systemEvents.ts`). */
const BOOKKEEPING: readonly string[] = ['Held', 'Fenced'];

/** The log: gapless, no event twice, and exactly as answered for each command (P1, P2, P3, P6, P7). */
export function checkLog(verdict: Verdict, { commands, acknowledged }: Expected, { log, counted }: Observed): void {
  checkOrder(verdict, log);
  verdict.expect(log.length === counted, () => `The log counts ${counted} events, ${log.length} can be read.`);
  const byCommand = Map.groupBy(
    log.filter(({ type }) => !BOOKKEEPING.includes(type)),
    ({ meta }) => meta.commandId,
  );
  for (const command of commands) {
    const problem = problemOf(command, byCommand.get(command.commandId) ?? []);
    verdict.expect(problem === null, () => `${command.intent.type} ${command.commandId} ${problem}.`);
  }
  const streams = new Map(log.map(({ position, stream }) => [position, stream]));
  for (const { what, position, stream } of acknowledged) {
    const there = streams.get(position);
    verdict.expect(there === stream, () => `${what} was acknowledged at ${position}, where ${there ?? 'nothing'} is.`);
  }
}

function checkOrder(verdict: Verdict, log: readonly ReadEvent[]): void {
  const lengths = new Map<string, number>();
  const done = new Set<string>();
  let before = START;
  for (const { position, stream, revision, type, meta } of log) {
    verdict.expect(position > before, () => `Position ${position} comes after ${before} in the log.`);
    before = position;
    const length = lengths.get(stream) ?? 0;
    verdict.expect(revision === length, () => `${stream} has revision ${revision} after ${length} events.`);
    lengths.set(stream, length + 1);
    const what = `${meta.commandId} ${type} ${stream}`;
    const isDoubled = done.has(what) && !BOOKKEEPING.includes(type);
    verdict.expect(!isDoubled, () => `The command ${meta.commandId} made ${type} twice.`);
    done.add(what);
  }
}

function problemOf({ intent, answer }: JournalCommand, events: readonly ReadEvent[]): string | null {
  const last = events.at(-1)?.position;
  if (answer?.outcome === 'refused' || answer?.outcome === 'taken back') {
    return events.length === 0 ? null : `was ${answer.outcome} and is in the log at ${last}`;
  }
  if (answer?.outcome !== 'acknowledged') return null;
  if (answer.position === null && events.length === 0) {
    return mayDoNothing(intent.type) ? null : 'was acknowledged and did nothing';
  }
  if (events.length === 0) return `was acknowledged at ${answer.position} and is not in the log`;
  return answer.position === last ? null : `was acknowledged at ${answer.position} and is in the log at ${last}`;
}

/** Whether a command may be acknowledged with nothing to do. */
function mayDoNothing(type: string): boolean {
  return models.some(({ commands }) => commands[type]?.mayDoNothing === true);
}
