import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import type { OutcomeChange, OutcomeVault } from '#server/ports/vault.ts';
import { CHANGES_MAX, createMarks, type Marks } from '#server/write/marks.ts';
import { singly } from '#test/contract/singleOutcomes.ts';
import { minute } from '#test/contract/vaultSamples.ts';

const SEED = 20_261_130;
/** Commands of one turn. */
const MANY = 64;

const contentOf = (commandId: string) => ({ commandId, commandHash: 'hash' });
const attemptOf = (commandId: string, tryId = 'a') => ({ ...contentOf(commandId), tryId: `${commandId} ${tryId}` });
const ids = (count: number) => Array.from({ length: count }, (_, n) => `command ${n}`);

/** A vault that notes its writes; each waits for the one that `hold` gives. */
function watchedVault(hold: (changes: readonly OutcomeChange[]) => Promise<unknown> = async () => null) {
  const { outcomes } = createMemoryVault();
  const writes: (readonly OutcomeChange[])[] = [];
  const watched: OutcomeVault = {
    ...outcomes,
    async change(changes) {
      writes.push(changes);
      await hold(changes);
      return outcomes.change(changes);
    },
  };
  return { outcomes, watched, writes, kinds: () => writes.map((each) => each.map(({ kind }) => kind)) };
}

/** A write that waits until it is let go, or fails. */
function heldOnce() {
  const { promise, resolve: letGo, reject: fail } = Promise.withResolvers<void>();
  let isFirst = true;
  const hold = async () => {
    if (!isFirst) return;
    isFirst = false;
    await promise;
  };
  return { hold, letGo, fail };
}

describe('marks of a turn', () => {
  it('are one write, and each command gets its own answer', async () => {
    const { watched, writes } = watchedVault();
    const marks = createMarks(watched);
    const begun = ids(MANY).map((id) => marks.begin(attemptOf(id), minute(1)));
    expect(await Promise.all(begun)).toEqual(ids(MANY).map(() => null));
    expect(writes).toHaveLength(1);
    const settled = ids(MANY).map((id) => marks.settle(attemptOf(id), `"no" to ${id}`, minute(1)));
    expect(await Promise.all(settled)).toEqual(ids(MANY).map((id) => `"no" to ${id}`));
    const again = ids(MANY).map((id) => marks.begin(attemptOf(id, 'b'), minute(2)));
    expect(await Promise.all(again)).toEqual(ids(MANY).map((id) => `"no" to ${id}`));
    expect(writes.map(({ length }) => length)).toEqual([MANY, MANY, MANY]);
  });

  it('of different kinds go together', async () => {
    const { watched, kinds, outcomes } = watchedVault();
    const marks = createMarks(watched);
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => marks.begin(attemptOf(id), minute(1))));
    await Promise.all([
      marks.accept(attemptOf('a')),
      marks.settle(attemptOf('b'), '"no"', minute(1)),
      marks.end(contentOf('c'), [attemptOf('c').tryId]),
      marks.abandon(attemptOf('d')),
      marks.begin(attemptOf('e'), minute(1)),
    ]);
    expect(kinds().slice(1)).toEqual([['accept', 'settle', 'end', 'abandon', 'begin']]);
    const left = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => outcomes.others(attemptOf(id, 'x'))));
    expect(left.map((found) => found.map(({ at }) => at))).toEqual([[], [], [], [''], [minute(1)]]);
  });

  it('that are more than go in one write go in the next, at once', async () => {
    const { watched, writes } = watchedVault();
    const marks = createMarks(watched);
    await Promise.all(ids(CHANGES_MAX + 1).map((id) => marks.begin(attemptOf(id), minute(1))));
    expect(writes.map(({ length }) => length)).toEqual([CHANGES_MAX, 1]);
  });

  it('[P7] an error of the write reaches each command, and no later one', async () => {
    const { hold, fail } = heldOnce();
    const { watched, writes } = watchedVault(hold);
    const marks = createMarks(watched);
    const begun = Promise.allSettled(ids(MANY).map((id) => marks.begin(attemptOf(id), minute(1))));
    const away = new Unavailable('The vault is away.');
    fail(away);
    expect(await begun).toEqual(ids(MANY).map(() => ({ status: 'rejected', reason: away })));
    expect(await marks.begin(attemptOf('command 0'), minute(2))).toBeNull();
    expect(writes).toHaveLength(2);
  });
});

it('[P7] answers of another number than the changes reach no command as its own', async () => {
  const { outcomes } = createMemoryVault();
  const short: OutcomeVault = { ...outcomes, change: async (changes) => (await outcomes.change(changes)).slice(1) };
  const marks = createMarks(short);
  const begun = await Promise.allSettled(['one', 'two'].map((id) => marks.begin(attemptOf(id), minute(1))));
  expect(begun.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

describe('marks of one command', () => {
  it('[P7] wait for the write of it that is under way, and those of others do not', async () => {
    const { hold, letGo } = heldOnce();
    const { outcomes, watched, kinds } = watchedVault(hold);
    await outcomes.change([{ kind: 'begin', attempt: attemptOf('one'), at: minute(1) }]);
    const marks = createMarks(watched);
    const accepted = marks.accept(attemptOf('one'));
    await setImmediate();
    const again = marks.begin(attemptOf('one', 'b'), minute(2));
    expect(await marks.begin(attemptOf('two'), minute(2))).toBeNull();
    expect(kinds()).toEqual([['accept'], ['begin']]);
    letGo();
    await Promise.all([accepted, again]);
    expect(kinds()).toEqual([['accept'], ['begin'], ['begin']]);
    // Had it gone first, the mark of the accepted one would be there too.
    expect(await outcomes.others(attemptOf('one', 'x'))).toEqual([{ tryId: 'one b', at: minute(2) }]);
  });

  it('go on after a write of it that failed', async () => {
    const { hold, fail } = heldOnce();
    const { watched, kinds } = watchedVault(hold);
    const marks = createMarks(watched);
    const failed = expect(marks.begin(attemptOf('one'), minute(1))).rejects.toThrow(Unavailable);
    await setImmediate();
    const ended = marks.end(contentOf('one'), [attemptOf('one').tryId]);
    fail(new Unavailable('The vault is away.'));
    await Promise.all([failed, ended]);
    expect(kinds()).toEqual([['begin'], ['end']]);
  });
});

it('nothing that was asked for is lost on close', async () => {
  const { hold, letGo } = heldOnce();
  const { outcomes, watched } = watchedVault(hold);
  const attempts = ['one', 'two'].map((id) => attemptOf(id));
  await outcomes.change(attempts.map((attempt) => ({ kind: 'begin', attempt, at: minute(1) })));
  const marks = createMarks(watched);
  const [one, two] = attempts.map((attempt) => () => marks.accept(attempt)) as [() => unknown, () => unknown];
  one();
  await setImmediate();
  two();
  let isClosed = false;
  const closed = marks.close().then(() => {
    isClosed = true;
  });
  await setImmediate();
  expect(isClosed).toBe(false);
  letGo();
  await closed;
  for (const id of ['one', 'two']) expect(await outcomes.others(attemptOf(id, 'x'))).toEqual([]);
});

it('a command that asks on when it has its answer is waited for on close', async () => {
  const accepting = Promise.withResolvers<void>();
  const { outcomes, watched, writes } = watchedVault(async (changes) => {
    if (changes.some(({ kind }) => kind === 'accept')) await accepting.promise;
  });
  const marks = createMarks(watched);
  const done = marks.begin(attemptOf('one'), minute(1)).then(() => marks.accept(attemptOf('one')));
  let isClosed = false;
  const closed = marks.close().then(() => {
    isClosed = true;
  });
  while (writes.length < 2) await setImmediate();
  await setImmediate();
  await setImmediate();
  expect(isClosed).toBe(false);
  accepting.resolve();
  await closed;
  expect(await outcomes.others(attemptOf('one', 'x'))).toEqual([]);
  await done;
});

/** A step of one of a few tries of one of a few commands. */
const step = fc.record({
  kind: fc.constantFrom('begin', 'settle', 'accept', 'abandon', 'end'),
  command: fc.constantFrom('one', 'two', 'three'),
  tryId: fc.constantFrom('a', 'b', 'c'),
  minutes: fc.integer({ min: 1, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Marks, or a vault that makes each step alone. */
type Steps = {
  readonly [Call in 'begin' | 'settle' | 'accept' | 'abandon' | 'end']: (
    ...args: Parameters<Marks[Call]>
  ) => Promise<unknown>;
};

async function ask(marks: Steps, step: Step): Promise<unknown> {
  // Marks answer nothing where a vault has no answer.
  return (await make(marks, step)) ?? null;
}

function make(marks: Steps, { kind, command, tryId, minutes }: Step) {
  const attempt = attemptOf(command, tryId);
  if (kind === 'begin') return marks.begin(attempt, minute(minutes));
  if (kind === 'settle') return marks.settle(attempt, `"no" at ${minutes}`, minute(minutes));
  return kind === 'end' ? marks.end(contentOf(command), [attempt.tryId]) : marks[kind](attempt);
}

const marksIn = (outcomes: OutcomeVault) =>
  Promise.all(['one', 'two', 'three'].map((id) => outcomes.others(attemptOf(id, 'x'))));

it('[P7] answers and marks are what they would be if each step were made alone, whenever writes end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 24 }), async (scheduler, steps) => {
      const { outcomes, watched } = watchedVault(() => scheduler.schedule(Promise.resolve()));
      const marks = createMarks(watched, () => scheduler.schedule(Promise.resolve()));
      const asked = steps.map((each) => scheduler.schedule(Promise.resolve(each)));
      const order: Step[] = [];
      const answers: Promise<unknown>[] = [];
      const all = asked.map(async (coming) => {
        const each = await coming;
        order.push(each);
        answers.push(ask(marks, each));
      });
      await scheduler.waitFor(Promise.all(all));
      const answered = await scheduler.waitFor(Promise.all(answers));

      const alone = createMemoryVault().outcomes;
      const expected: unknown[] = [];
      for (const each of order) expected.push(await ask(singly(alone), each));
      expect(answered).toEqual(expected);
      expect(await marksIn(outcomes)).toEqual(await marksIn(alone));
    }),
    { seed: SEED, numRuns: 300 },
  );
});
