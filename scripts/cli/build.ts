import * as z from 'zod/mini';
import type { Io } from './io.ts';
import { type OrderName, order } from './order.ts';
import { type Bar, createBar } from './progressBar.ts';

const progressSchema = z.object({
  phase: z.enum(['folding', 'comparing', 'swapping']),
  done: z.number(),
  total: z.number(),
  eventsPerSecond: z.number(),
  secondsLeft: z.nullable(z.number()),
});

const documentSchema = z.object({ collection: z.string(), key: z.string() });

/** Report of a rebuild or a verification, as sent over the control socket. */
const reportSchema = z.object({
  position: z.string(),
  events: z.number(),
  differences: z.array(z.extend(documentSchema, { kind: z.string(), fields: z.array(z.string()) })),
  parked: z.array(z.extend(documentSchema, { position: z.string(), error: z.string() })),
});
export type Report = z.infer<typeof reportSchema>;

/** A bar for a build: its phase, progress, speed and remaining time. */
export function createBuildBar(): Bar {
  const begun = { phase: 'folding', rate: 0, left: '?' };
  return createBar('{phase} {bar} {percentage} %  {rate} events/s  {left} left', begun);
}

/** Has the read models rebuilt or verified, with a progress bar. */
export async function build(dataDir: string, name: OrderName, args: unknown = null): Promise<Report> {
  const bar = createBuildBar();
  const show = (reported: unknown) => {
    const { phase, done, total, eventsPerSecond, secondsLeft } = progressSchema.parse(reported);
    bar.update(done, total, { phase, rate: eventsPerSecond, left: secondsLeft === null ? '?' : `${secondsLeft} s` });
  };
  try {
    const answer = await order(dataDir, name, args, show);
    return reportSchema.parse(answer);
  } finally {
    bar.stop();
  }
}

/** Prints the findings, one line each. @param json the whole report in their place, as one JSON object */
export function printReport(report: Report, json: boolean, io: Io): void {
  if (json) {
    io.print(JSON.stringify(report));
    return;
  }
  for (const { collection, key, kind, fields } of report.differences) {
    io.print(`${collection} ${key}: ${kind}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`);
  }
  for (const { collection, key, position, error } of report.parked) {
    io.print(`${collection} ${key}: parked at ${position}: ${error}`);
  }
}
