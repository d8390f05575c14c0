import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { START } from '#projections/engine/eventLog.ts';
import { type ReadEvent, readEvents } from '#scripts/cli/events.ts';
import type { SandboxIntent, SandboxSession } from '#server/engines/payments/sandboxBooks.ts';
import { readOnlyStore, SANDBOX_FILE } from '#server/engines/payments/sandboxStore.ts';
import { storesBeside } from '#server/roles/besideEngines.ts';
import type { BookedPayment } from '#test/model/model.ts';
import { models } from '#test/model/nouns.ts';
import type { Scenario } from '../scenario.ts';
import type { StoresPlace } from '../serverProcess.ts';
import type { Verdict } from '../verdict.ts';

/** Milliseconds within which a payment has to be found of which no message came: the server asks once a minute. */
const FOUND_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 1_000;

/** Every payment in the books of the sandbox is in the log once, and nothing runs without one. */
export async function checkMoney(verdict: Verdict, { server: { stores }, slowness }: Scenario): Promise<void> {
  const booked = bookedIn(stores);
  const until = Date.now() + FOUND_WITHIN_MS * slowness;
  let problems = await problemsOf(booked, stores);
  while (problems.length > 0 && Date.now() < until) {
    await pause(LOOK_EVERY_MS);
    problems = await problemsOf(booked, stores);
  }
  for (const { id } of booked) {
    const about = problems.find((problem) => problem.includes(id));
    verdict.expect(about === undefined, () => `By the payment provider, ${about}.`);
  }
  const others = problems.filter((problem) => !booked.some(({ id }) => problem.includes(id)));
  verdict.found(...others.map((problem) => `By the payment provider, ${problem}.`));
}

async function problemsOf(booked: readonly BookedPayment[], stores: StoresPlace): Promise<readonly string[]> {
  const log = await storesBeside(stores).openLog();
  const history: ReadEvent[] = [];
  try {
    for await (const event of readEvents(log, START)) history.push(event);
  } finally {
    await log.close();
  }
  const books = { history: history as readonly RecordedEvent[], booked, now: new Date() };
  const problems: string[] = [];
  for (const { money } of models) for await (const problem of money?.(books) ?? []) problems.push(problem);
  return problems;
}

/** The books of the sandbox as its file has them; of a cluster there are none. */
function bookedIn({ dataDir }: StoresPlace): readonly BookedPayment[] {
  const { kept } = readOnlyStore(join(dataDir, SANDBOX_FILE));
  const last = new Map(kept.map(({ kind, id, value }) => [`${kind} ${id}`, { kind, value }]));
  return [...last.values()].flatMap(({ kind, value }) => {
    if (kind === 'session') return [bookedSession(value as SandboxSession)];
    return kind === 'intent' ? bookedCharge(value as SandboxIntent) : [];
  });
}

function bookedSession({
  id,
  metadata,
  payment_status: paid,
  amount_total: cents,
  payment_intent: intent,
}: SandboxSession) {
  const refunded = intent?.latest_charge.amount_refunded ?? 0;
  return { id, adId: metadata.adId ?? '', key: null, isPaid: paid === 'paid', cents, refunded, isLost: false };
}

function bookedCharge({ id, metadata, amount: cents, latest_charge: charge }: SandboxIntent): readonly BookedPayment[] {
  const { adId, renewal: key } = metadata;
  if (adId === undefined || key === undefined) return [];
  return [{ id, adId, key, isPaid: true, cents, refunded: charge.amount_refunded, isLost: false }];
}
