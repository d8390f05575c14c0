import { pick, type Random } from '../../demo/random.ts';
import type { Browser } from '../browser.ts';
import type { Expected } from '../expected.ts';

/** Commands that are given once more. */
const SAMPLE = 40;

/** Gives acknowledged commands once more: each must get its first answer and do nothing (P2). */
export async function checkAnswersAgain(
  { commands }: Expected,
  owners: ReadonlyMap<string, Browser>,
  random: Random,
): Promise<readonly string[]> {
  // The page names pictures before it has uploaded them: those commands are sent in other words than they were meant.
  const candidates = commands.filter(
    ({ intent, answer }) =>
      answer?.outcome === 'acknowledged' &&
      answer.position !== null &&
      owners.has(intent.userId) &&
      !hasFiles(intent.data),
  );
  const findings: string[] = [];
  for (let n = 0; n < Math.min(SAMPLE, candidates.length); n += 1) {
    const { intent, commandId, answer } = pick(random, candidates);
    const { userId, clientId: id, type, data } = intent;
    const command = { id, actor: userId, type, version: 1, data };
    const again = await owners.get(userId)?.ask<{ position: string }>('POST', '/api/commands', command);
    const first = answer?.outcome === 'acknowledged' ? answer.position : null;
    if (again?.position !== first) {
      findings.push(`${type} ${commandId} was acknowledged at ${first} and, given again, at ${again?.position}.`);
    }
  }
  return findings;
}

function hasFiles({ media }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(media) && media.length > 0;
}
