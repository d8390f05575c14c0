import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type EventStore, type NewEvent, NO_STREAM, WrongExpectedRevision } from '#server/ports/eventStore.ts';
import { readWhole, sampleEvents, sampleStream } from './eventStoreSamples.ts';

const RUNS = { seed: 20_260_102, numRuns: 40 };
const STREAMS = 3;

/** One step: a new append or the repeat of an earlier one, at the right revision or beside it. */
const step = fc.record({
  stream: fc.nat(STREAMS - 1),
  count: fc.integer({ min: 1, max: 4 }),
  offset: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 2 })),
  repeats: fc.option(fc.nat(), { freq: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Append {
  readonly stream: number;
  readonly expected: number;
  readonly events: readonly NewEvent[];
}

/** The contract in a few lines: the answer of each append, and the content of the streams. */
class Model {
  readonly streams: string[][] = Array.from({ length: STREAMS }, () => []);
  readonly log: string[] = [];
  readonly appends: Append[] = [];

  /** The append that a step means. */
  read({ stream, count, offset, repeats }: Step): Append {
    const earlier = repeats === null ? undefined : this.appends[repeats % (this.appends.length || 1)];
    const expected = Math.max(NO_STREAM, (this.streams[stream]?.length ?? 0) - 1 + offset);
    return earlier ?? { stream, expected, events: sampleEvents(count) };
  }

  /** @returns the index in the log of the last event; `null`: wrong revision */
  append(append: Append): number | null {
    const there = this.streams[append.stream] as string[];
    const ids = append.events.map(({ id }) => id);
    const place = append.expected + 1;
    if (there.slice(place, place + ids.length).join() === ids.join()) return this.log.indexOf(ids.at(-1) as string);
    if (there.length !== place) return null;
    there.push(...ids);
    this.appends.push(append);
    return this.log.push(...ids) - 1;
  }
}

/** Random appends against a model: one after another, and at once. */
export function modelContract(store: () => EventStore): void {
  it('[P2] [P3] [P6] answers as the model does, one append after another', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const model = new Model();
      const names = Array.from({ length: STREAMS }, sampleStream);
      const start = await store().head();
      const answers: (string | null)[] = [];
      const expected: (number | null)[] = [];
      for (const each of steps) {
        const append = model.read(each);
        expected.push(model.append(append));
        answers.push(await outcome(store().append(names[append.stream] as string, append.expected, append.events)));
      }
      const log = await readWhole(store(), start);
      expect(log.map(({ id }) => id)).toEqual(model.log);
      expect(answers).toEqual(expected.map((index) => (index === null ? null : log[index]?.position)));
    });
    await fc.assert(property, RUNS);
  });

  it('[P2] [P3] [P6] keeps exactly what it acknowledged, appends at once', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async (steps) => {
      const names = Array.from({ length: STREAMS }, sampleStream);
      const appends = steps.map(({ stream, count, offset }) => ({
        stream: names[stream] as string,
        expected: Math.max(NO_STREAM, offset),
        events: sampleEvents(count),
      }));
      // Every append is sent twice, as by an impatient client.
      const answers = await Promise.all(
        [...appends, ...appends].map(({ stream, expected, events }) =>
          outcome(store().append(stream, expected, events)),
        ),
      );
      const read = (await Promise.all(names.map((stream) => store().readStream(stream)))).flat();
      const acknowledged = appends.filter((_, i) => answers[i] !== null || answers[i + appends.length] !== null);
      expect(read.map(({ id }) => id).sort()).toEqual(
        acknowledged.flatMap(({ events }) => events.map(({ id }) => id)).sort(),
      );
      for (const { stream, expected, events } of acknowledged) {
        const there = read.filter((event) => event.stream === stream).slice(expected + 1, expected + 1 + events.length);
        expect(there.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
        expect(there.map(({ revision }) => revision)).toEqual(events.map((_, index) => expected + 1 + index));
      }
    });
    await fc.assert(property, RUNS);
  });
}

/** Position of an append; `null` for a wrong revision. */
async function outcome(append: Promise<{ position: string }>): Promise<string | null> {
  try {
    return (await append).position;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return null;
    throw error;
  }
}
