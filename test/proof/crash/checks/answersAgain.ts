import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { commandDefinitions } from '#domain/registry.ts';
import { pick, type Random } from '#scripts/demo/random.ts';
import { models } from '#test/model/nouns.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import type { Browser } from '../browser.ts';
import type { Expected, JournalCommand } from '../expected.ts';
import type { Verdict } from '../verdict.ts';

/** Commands of each outcome that are given once more. */
const SAMPLE = 40;
/** Commands whose id is used again with other content. */
const OTHERWISE = 10;
/** Prefix that distinguishes a refusal from a position. */
const REFUSED = 'refused with';
/** Milliseconds between two tries of a command that is to be tried again, and for how long. */
const AGAIN_EVERY_MS = 1_000;
const AGAIN_MAX_MS = 30_000;
/** Refusals whose reason passes with time: a command that did nothing may be decided anew. */
const PASSING: readonly string[] = ['RATE_LIMITED', ...models.flatMap(({ passing = [] }) => passing)];

/**
 * Gives commands once more, under their own ids: an acknowledged one gets its first answer and does nothing (P2), with
 * other content it is refused, and a refused one is refused again (P7).
 */
export async function checkAnswersAgain(
  verdict: Verdict,
  { commands }: Expected,
  owners: ReadonlyMap<string, Browser>,
  random: Random,
): Promise<void> {
  const answered = commands.filter(({ intent, answer }) => answer !== null && owners.has(intent.userId));
  // The page names pictures before it has uploaded them: those commands are sent with other names than in the intent.
  const acknowledged = answered.filter(
    ({ intent, answer }) => answer?.outcome === 'acknowledged' && answer.position !== null && !hasFiles(intent.data),
  );
  const refused = answered.filter(({ answer }) => answer?.outcome === 'refused' && !PASSING.includes(answer.code));
  for (const { intent, commandId, answer } of sample(random, acknowledged)) {
    const first = answer?.outcome === 'acknowledged' ? answer.position : null;
    const again = await giveAgain(intent, owners);
    verdict.expect(
      again === first,
      () => `${intent.type} ${commandId} was acknowledged at ${first} and, given again, ${again}.`,
    );
  }
  for (const { intent, commandId } of sample(random, acknowledged).slice(0, OTHERWISE)) {
    const other = commands.find(({ intent: each }) => isOtherwise(intent, commandId, each));
    if (other === undefined) continue;
    const again = await giveAgain({ ...intent, data: other.intent.data }, owners);
    verdict.expect(
      again?.startsWith(REFUSED) === true,
      () => `${intent.type} ${commandId} came with other content and was acknowledged at ${again}.`,
    );
  }
  for (const { intent, commandId, answer } of sample(random, refused)) {
    const again = await giveAgain(intent, owners);
    // Another user's post may be deleted by now: then there is nothing to do.
    verdict.expect(
      again === null || again?.startsWith(REFUSED) === true,
      () => `${intent.type} ${commandId} was answered ${JSON.stringify(answer)} and, given again, ${again}.`,
    );
  }
}

/** Whether another command, under the id of the first, would have other content for the same target. */
function isOtherwise(
  { userId, type, data }: JournalCommand['intent'],
  id: string,
  other: JournalCommand['intent'],
): boolean {
  if (other.type !== type || other.mistake !== null || isDeepStrictEqual(other.data, data)) return false;
  const target = (of: JournalCommand['intent']['data']) =>
    commandDefinitions[type]?.target({ id, type, data: of }, { kind: 'user', userId });
  return target(data) === target(other.data);
}

async function giveAgain(
  { userId, clientId: id, type, data }: JournalCommand['intent'],
  owners: ReadonlyMap<string, Browser>,
): Promise<string | null | undefined> {
  const command = { id, actor: userId, type, version: commandDefinitions[type]?.version ?? 1, data };
  for (const until = Date.now() + AGAIN_MAX_MS; ; ) {
    try {
      const answer = await owners.get(userId)?.ask<{ position: string | null }>('POST', '/api/commands', command);
      return answer?.position;
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      if (!error.refusal.retry) return `${REFUSED} ${error.refusal.code}`;
      // Few people give all samples again: that may be too fast for them.
      if (Date.now() > until) throw error;
      await pause(AGAIN_EVERY_MS);
    }
  }
}

function sample<T>(random: Random, all: readonly T[]): readonly T[] {
  return Array.from({ length: Math.min(SAMPLE, all.length) }, () => pick(random, all));
}

function hasFiles({ media }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(media) && media.length > 0;
}
