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

/** What a rebuild or a verification found, as it comes over the control socket. */
const reportSchema = z.object({
  position: z.string(),
  events: z.number(),
  differences: z.array(z.extend(documentSchema, { kind: z.string(), fields: z.array(z.string()) })),
  parked: z.array(z.extend(documentSchema, { position: z.string(), error: z.string() })),
});
export type Report = z.infer<typeof reportSchema>;

/** A bar for a build: its phase, how far it is, its speed and the time that is left. */
export function createBuildBar(): Bar {
  const begun = { phase: 'folding', rate: 0, left: '?' };
  return createBar('{phase} {bar} {percentage} %  {rate} events/s  {left} left', begun);
}

/** Has the read models built anew (and compared, and perhaps swapped in), with a bar that shows how far that is. */
export async function build(dataDir: string, name: OrderName, args: unknown = null): Promise<Report> {
  const bar = createBuildBar();
  try {
    const answer = await order(dataDir, name, args, (told) => {
      const { phase, done, total, eventsPerSecond, secondsLeft } = progressSchema.parse(told);
      bar.update(done, total, { phase, rate: eventsPerSecond, left: secondsLeft === null ? '?' : `${secondsLeft} s` });
    });
    return reportSchema.parse(answer);
  } finally {
    bar.stop();
  }
}

/** Prints what was found, one line each. */
export function printReport({ differences, parked }: Report, io: Io): void {
  for (const { collection, key, kind, fields } of differences) {
    io.print(`${collection} ${key}: ${kind}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`);
  }
  for (const { collection, key, position, error } of parked) {
    io.print(`${collection} ${key}: parked at ${position}: ${error}`);
  }
}
