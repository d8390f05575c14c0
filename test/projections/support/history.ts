import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { isSealed, labelSealed } from '#domain/kernel/personal.ts';
import { eventDefinitions } from '#domain/registry.ts';
import type { History, HistoryStep } from '../../model/model.ts';
import { models } from '../../model/nouns.ts';
import { Parts } from '../../model/parts.ts';
import { join } from '../../model/user/history.ts';
import { historyPeople } from '../../model/user/parts.ts';
import { createLogBuilder, id } from './events.ts';

/** An event of the dispatcher's own. */
const note: HistoryStep = {
  often: 1,
  act: ({ log }) => void log.add('Held', { stream: 'user-x', commandId: id('command') }),
};

const STEPS: readonly HistoryStep[] = [note, ...models.flatMap(({ steps }) => Object.values(steps))];

/** One step of a history, and two numbers that pick among the existing things. */
const stepArbitrary = fc.record({
  step: fc.oneof(...STEPS.map((step, index) => ({ weight: step.often, arbitrary: fc.constant(index) }))),
  who: fc.nat(1_000),
  what: fc.nat(1_000),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Histories of all nouns, as the streams could have made them. Every stream keeps to its own rules. */
export const historyArbitrary: fc.Arbitrary<readonly RecordedEvent[]> = fc
  .array(stepArbitrary, { minLength: 1, maxLength: 120, size: 'max' })
  .map(historyOf);

function historyOf(steps: readonly Step[]): readonly RecordedEvent[] {
  const history: History = { log: createLogBuilder(), parts: new Parts() };
  for (const { step, who, what } of steps) {
    if (history.parts.of(historyPeople).length === 0) join(history);
    STEPS[step]?.act(history, who, what);
  }
  return history.log.events;
}

/** The same log as projections read it: each personal value replaced by a mark, and the reverse. */
export function sealHistory(events: readonly RecordedEvent[]): {
  readonly sealed: readonly RecordedEvent[];
  /** The same JSON with the values in place of their marks. */
  opened(value: unknown): unknown;
} {
  const values = new Map<string, unknown>();
  const sealed = events.map((event) => {
    const { type, version, id: eventId } = event;
    const { subject, personal: fields = [] } = eventDefinitions[type] ?? {};
    const data: Record<string, unknown> = { ...(event.data as object) };
    for (const field of fields) {
      const value = data[field];
      if (value === null || (Array.isArray(value) && value.length === 0)) continue;
      const mark = labelSealed({ type, version, field, subject: String(data[subject ?? '']), eventId }, 'AAAA');
      values.set(mark.$sealed, value);
      data[field] = mark;
    }
    return { ...event, data };
  });
  const open = (_key: string, value: unknown) => (isSealed(value) ? values.get(value.$sealed) : value);
  return { sealed, opened: (value) => JSON.parse(JSON.stringify(value), open) as unknown };
}
