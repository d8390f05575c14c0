import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CommandContent, OutcomeChange, OutcomeVault, TryOfCommand, Vault } from '#server/ports/vault.ts';
import { singly } from './singleOutcomes.ts';
import { minute } from './vaultSamples.ts';

const COMMAND: CommandContent = { commandId: 'command', commandHash: 'hash' };

const attempt = (tryId: string, change: Partial<TryOfCommand> = {}): TryOfCommand => ({ tryId, ...COMMAND, ...change });

const SEED = 20_261_130;
/** Commands of one busy moment. */
const MANY = 64;
const manyCommands = Array.from({ length: MANY }, (_, n) => ({ commandId: `command ${n}`, commandHash: 'hash' }));

/** A step of one of a few tries of one of a few commands. */
const step = fc.record({
  kind: fc.constantFrom('begin', 'settle', 'accept', 'abandon', 'end'),
  command: fc.constantFrom('one', 'two', 'three'),
  tries: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
  minutes: fc.integer({ min: 1, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The change of a step among the commands of one history. */
function changeOf({ kind, command, tries, minutes }: Step, history: string): OutcomeChange {
  const of = { commandId: `${history} ${command}`, commandHash: 'hash' };
  const idOf = (tryId: string) => `${history} ${command} ${tryId}`;
  const [tryId = '', ...rest] = tries.map(idOf);
  const at = minute(minutes);
  switch (kind) {
    case 'begin':
      return { kind, attempt: { ...of, tryId }, at };
    case 'settle':
      return { kind, attempt: { ...of, tryId }, outcome: `"no" at ${minutes}`, at };
    case 'end':
      return { kind, of, tryIds: [tryId, ...rest] };
    default:
      return { kind, attempt: { ...of, tryId } };
  }
}

/** Marks of a history, named as in each. */
async function marksOf(outcomes: OutcomeVault, history: string) {
  const found = ['one', 'two', 'three'].map((command) =>
    outcomes.others({ tryId: '', commandId: `${history} ${command}`, commandHash: 'hash' }),
  );
  return (await Promise.all(found)).map((marks) =>
    marks.map(({ tryId, at }) => ({ tryId: tryId.slice(history.length), at })),
  );
}

/** Changes that are made together. */
export function vaultTogetherContract(vault: () => Vault): void {
  it('makes the changes of many commands together, each with its own answer', async () => {
    const { outcomes } = vault();
    const begun = (tryId: string) =>
      manyCommands.map(
        (of) => ({ kind: 'begin', attempt: { ...of, tryId: tryId + of.commandId }, at: minute(1) }) as const,
      );
    const others = () => Promise.all(manyCommands.map((of) => outcomes.others({ ...of, tryId: 'x' })));
    expect(await outcomes.change(begun('a'))).toEqual(manyCommands.map(() => null));
    expect(await others()).toEqual(manyCommands.map(({ commandId }) => [{ tryId: `a${commandId}`, at: minute(1) }]));
    const ended = manyCommands.map((of, n): OutcomeChange => {
      const attempt = { ...of, tryId: `a${of.commandId}` };
      if (n % 4 === 0) return { kind: 'settle', attempt, outcome: `"no" ${n}`, at: minute(2) };
      if (n % 4 === 1) return { kind: 'accept', attempt };
      return n % 4 === 2 ? { kind: 'end', of, tryIds: [attempt.tryId] } : { kind: 'abandon', attempt };
    });
    const answers = manyCommands.map((_, n) => (n % 4 === 0 ? `"no" ${n}` : null));
    expect(await outcomes.change(ended)).toEqual(answers);
    // New ones among those that are known.
    expect(await outcomes.change(begun('b'))).toEqual(answers);
    expect((await others()).map((marks) => marks.map(({ at }) => at))).toEqual(
      manyCommands.map((_, n) => (n % 4 === 0 ? [] : n % 4 === 3 ? ['', minute(1)] : [minute(1)])),
    );
  });

  it('[P7] settles once what two processes mark and settle at once, command by command', async () => {
    const { outcomes } = vault();
    const attempts = (process: string) => manyCommands.map((of) => ({ ...of, tryId: `${process} ${of.commandId}` }));
    const begin = (process: string) =>
      outcomes.change(attempts(process).map((attempt) => ({ kind: 'begin', attempt, at: minute(1) })));
    const settle = (process: string) =>
      outcomes.change(
        attempts(process).map((attempt) => ({ kind: 'settle', attempt, outcome: process, at: minute(2) })),
      );
    await Promise.all([begin('a'), begin('b')]);
    for (const of of manyCommands) expect(await outcomes.others({ ...of, tryId: 'x' })).toHaveLength(2);
    const [ofA, ofB] = await Promise.all([settle('a'), settle('b')]);
    for (const n of manyCommands.keys()) {
      // The one that was first has met the other's mark.
      expect([ofA[n], ofB[n]].filter((answer) => answer === null)).toHaveLength(1);
    }
    const kept = await begin('c');
    expect(kept).toEqual(manyCommands.map((_, n) => ofA[n] ?? ofB[n]));
  });

  it('makes changes of one command in their order', async () => {
    const { outcomes } = vault();
    const begin = (tryId: string, at = minute(1)) => ({ kind: 'begin', attempt: attempt(tryId), at }) as const;
    const accept = (tryId: string) => ({ kind: 'accept', attempt: attempt(tryId) }) as const;
    await outcomes.change([begin('a')]);
    await outcomes.change([accept('a'), begin('b', minute(2))]);
    expect(await outcomes.others(attempt('x'))).toEqual([{ tryId: 'b', at: minute(2) }]);
    await outcomes.change([begin('c', minute(3)), accept('b')]);
    expect(await outcomes.others(attempt('x'))).toHaveLength(2);
    const settle = { kind: 'settle', attempt: attempt('c'), outcome: '"no"', at: minute(4) } as const;
    const end = { kind: 'end', of: COMMAND, tryIds: ['b'] } as const;
    expect(await outcomes.change([end, settle, begin('d')])).toEqual([null, '"no"', '"no"']);
    expect(await outcomes.change([])).toEqual([]);
    expect(await outcomes.others(attempt('x'))).toEqual([]);
  });

  it('[P7] makes changes together as it would make them one by one', async () => {
    const { outcomes } = vault();
    let histories = 0;
    const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(batches, async (history) => {
        histories += 1;
        const [together, alone] = [`${histories} together`, `${histories} alone`];
        for (const steps of history) {
          const answers = await outcomes.change(steps.map((each) => changeOf(each, together)));
          const ofEach: (string | null)[] = [];
          for (const each of steps) ofEach.push(...(await outcomes.change([changeOf(each, alone)])));
          expect(answers).toEqual(ofEach);
          expect(await marksOf(outcomes, together)).toEqual(await marksOf(outcomes, alone));
        }
      }),
      { seed: SEED, numRuns: 50 },
    );
  });
}

/** Outcomes of commands that append nothing, agreed between processes. */
export function vaultOutcomesContract(vault: () => Vault): void {
  it('keeps the outcome that was settled first, for every later copy of the same content', async () => {
    const outcomes = singly(vault().outcomes);
    expect(await outcomes.begin(attempt('a'), minute(1))).toBeNull();
    expect(await outcomes.settle(attempt('a'), '"no"', minute(1))).toBe('"no"');
    expect(await outcomes.begin(attempt('b'), minute(2))).toBe('"no"');
    expect(await outcomes.settle(attempt('b'), '"another no"', minute(2))).toBe('"no"');
    expect(await outcomes.begin(attempt('c', { commandHash: 'other' }), minute(2))).toBeNull();
    expect(await outcomes.begin(attempt('d', { commandId: 'other' }), minute(2))).toBeNull();
    expect(await outcomes.others(attempt('x'))).toEqual([]);
  });

  it('settles nothing once another try has taken the mark away: that one may have been accepted since', async () => {
    const outcomes = singly(vault().outcomes);
    await outcomes.begin(attempt('a'), minute(1));
    await outcomes.begin(attempt('b'), minute(1));
    await outcomes.end(COMMAND, ['a']);
    await outcomes.accept(attempt('b'));
    expect(await outcomes.settle(attempt('a'), '"no"', minute(2))).toBeNull();
    // And keeps nothing of it.
    expect(await outcomes.begin(attempt('c'), minute(3))).toBeNull();
  });

  it('settles nothing while another try is under way, and does not leave its own in the way of that', async () => {
    const outcomes = singly(vault().outcomes);
    await outcomes.begin(attempt('a'), minute(1));
    await outcomes.begin(attempt('b'), minute(2));
    await outcomes.begin(attempt('a'), minute(3));
    expect(await outcomes.others(attempt('b'))).toEqual([{ tryId: 'a', at: minute(3) }]);
    expect(await outcomes.settle(attempt('b'), '"no"', minute(3))).toBeNull();
    expect(await outcomes.others(attempt('a'))).toEqual([]);
    expect(await outcomes.settle(attempt('a'), '"yes"', minute(3))).toBe('"yes"');
  });

  it('takes marks away, and lists those for which nobody waits any more', async () => {
    const outcomes = singly(vault().outcomes);
    for (const tryId of ['a', 'b', 'c']) await outcomes.begin(attempt(tryId), minute(1));
    await outcomes.abandon(attempt('b'));
    await outcomes.end(COMMAND, ['c', 'nobody']);
    expect(await outcomes.others(attempt('x'))).toEqual([
      { tryId: 'a', at: minute(1) },
      { tryId: 'b', at: '' },
    ]);
  });

  it('takes the mark of an accepted try away, but not while there is another try of the same content', async () => {
    const outcomes = singly(vault().outcomes);
    await outcomes.begin(attempt('a'), minute(1));
    await outcomes.begin(attempt('b'), minute(1));
    await outcomes.begin(attempt('c', { commandHash: 'other' }), minute(1));
    await outcomes.accept(attempt('a'));
    expect(await outcomes.others(attempt('b'))).toEqual([{ tryId: 'a', at: minute(1) }]);
    await outcomes.end(COMMAND, ['a']);
    await outcomes.accept(attempt('b'));
    await outcomes.accept(attempt('nobody'));
    expect(await outcomes.others(attempt('x'))).toEqual([]);
    expect(await outcomes.others(attempt('x', { commandHash: 'other' }))).toHaveLength(1);
  });

  it('sweeps what is old', async () => {
    const outcomes = singly(vault().outcomes);
    await outcomes.begin(attempt('a'), minute(1));
    await outcomes.abandon(attempt('a'));
    await outcomes.begin(attempt('answered', { commandId: 'old' }), minute(1));
    await outcomes.settle(attempt('answered', { commandId: 'old' }), '"no"', minute(1));
    await outcomes.sweep(minute(1));
    expect(await outcomes.others(attempt('x'))).toHaveLength(1);
    expect(await outcomes.begin(attempt('b', { commandId: 'old' }), minute(2))).toBe('"no"');
    await outcomes.sweep(minute(2));
    expect(await outcomes.others(attempt('x'))).toEqual([]);
    expect(await outcomes.begin(attempt('b', { commandId: 'old' }), minute(2))).toBeNull();
  });
}
