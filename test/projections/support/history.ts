import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { eventDefinitions } from '#domain/registry.ts';
import type { History, HistoryAct } from '../../model/model.ts';
import { models } from '../../model/nouns.ts';
import { Parts } from '../../model/parts.ts';
import { join } from '../../model/user/history.ts';
import { historyPeople } from '../../model/user/parts.ts';
import { createLogBuilder, id } from './events.ts';

/** What the dispatcher's own bookkeeping appends. */
const note: HistoryAct = {
  often: 1,
  act: ({ log }) => void log.add('Held', { stream: 'user-x', commandId: id('command') }),
};

const ACTS: readonly HistoryAct[] = [note, ...models.flatMap(({ acts }) => Object.values(acts))];

/** One step of a history: what happens, and two numbers that pick among what is there. */
const stepArbitrary = fc.record({
  act: fc.oneof(...ACTS.map((act, index) => ({ weight: act.often, arbitrary: fc.constant(index) }))),
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
  for (const { act, who, what } of steps) {
    if (history.parts.of(historyPeople).length === 0) join(history);
    ACTS[act]?.act(history, who, what);
  }
  return history.log.events;
}

/** The same log as it is read once the keys of erased people are destroyed: what was theirs is `null` everywhere. */
export function afterErasure(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const erased = new Set(
    events.filter(({ type }) => type === 'SubjectErased').map(({ data }) => (data as { userId: string }).userId),
  );
  return events.map((event) => {
    const definition = eventDefinitions[event.type];
    const data = event.data as Readonly<Record<string, unknown>>;
    if (definition === undefined || definition.subject === null || !erased.has(String(data[definition.subject]))) {
      return event;
    }
    return { ...event, data: { ...data, ...Object.fromEntries(definition.personal.map((field) => [field, null])) } };
  });
}

/** Names of the people whom a history erases. */
export function erasedNames(events: readonly RecordedEvent[]): readonly string[] {
  const erased = new Set(
    events.filter(({ type }) => type === 'SubjectErased').map(({ data }) => (data as { userId: string }).userId),
  );
  const count = events.filter(({ type }) => type === 'UserRegistered').length;
  return Array.from({ length: count }, (_, n) => `person${n}`).filter((name) => erased.has(id(name)));
}
