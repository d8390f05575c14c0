import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from '#domain/kernel/command.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import type { Answer, Intent } from './journal.ts';
import type { Operator, Order } from './operator.ts';
import type { Moment, PlannedEnd } from './plan.ts';
import type { Scenario } from './scenario.ts';

/** Milliseconds within which a kill follows the answer that it waited for. */
const AFTER_ANSWER_MS = 30;
/** Share of an order's usual time within which its kill comes, because the next one may be faster. */
const EARLY_SHARE = 0.7;
/** Milliseconds that a kill waits for its moment; then any moment will do. */
const MOMENT_MAX_MS = 3_000;

/** Orders that are interrupted by a kill. */
const ORDER_OF: Readonly<Partial<Record<PlannedEnd['how'], Order>>> = { rebuild: 'rebuild', erasure: 'erase' };

/** Ends the server as planned, each time under load, and starts it again each time. */
export async function killAgainAndAgain(
  scenario: Scenario,
  plan: readonly PlannedEnd[],
  operator: Operator,
  onKill: (moment: Moment) => void,
): Promise<void> {
  const { server, journal } = scenario;
  for (const end of plan) {
    await moment(scenario, end, operator);
    if (end.how === 'asked') {
      const code = await server.terminate();
      if (code !== 0) scenario.findings.push(`The server ended with ${code} when it was asked to end under load.`);
    } else {
      const hit = whatWasHit(end.how, journal.unanswered());
      await server.kill();
      journal.write({ kind: 'killed', moment: hit });
      onKill(hit);
    }
    await pause(end.awayMs);
    server.launch();
  }
  await server.ready();
}

/** Resolves at the planned moment. */
async function moment(
  { server, journal }: Scenario,
  { how, lifeMs, share }: PlannedEnd,
  operator: Operator,
): Promise<void> {
  if (how === 'start') return pause(share * server.usualStartMs());
  await server.ready();
  await pause(lifeMs);
  const order = ORDER_OF[how];
  if (how === 'answer') {
    await Promise.race([journal.nextAnswer(isThingAcknowledged), pause(MOMENT_MAX_MS)]);
    await pause(share * AFTER_ANSWER_MS);
  } else if (order !== undefined) {
    await Promise.race([operator.begin(order), pause(MOMENT_MAX_MS)]);
    await pause(share * EARLY_SHARE * operator.usualMs(order));
  }
}

/** Whether a command was acknowledged that makes a thing of its own, as a post: its stream bears the thing's id. */
function isThingAcknowledged(intent: Intent, { outcome }: Answer): boolean {
  if (intent.do !== 'command' || outcome !== 'acknowledged') return false;
  const { userId, clientId, type, data } = intent;
  const id = effectiveCommandId(userId, clientId);
  const command: Command<string, never> = { id, type, data: data as never };
  return commandDefinitions[type]?.target(command, { kind: 'user', userId }) === newId(id, 0);
}

/** An order that was answered before the kill was not hit by it. */
function whatWasHit(how: Moment, unanswered: readonly Intent[]): Moment {
  const order = ORDER_OF[how];
  return order === undefined || unanswered.some((intent) => intent.do === order) ? how : 'any';
}
