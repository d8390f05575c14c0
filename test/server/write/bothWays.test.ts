import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { actorId } from '#domain/kernel/actor.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import type { EventStore, StoredEvent } from '#server/ports/eventStore.ts';
import { LATE_APPEND_MS } from '#server/write/commandOutcomes.ts';
import { idOf, SYSTEM, userActor, VISITOR } from '../support/people.ts';
import { type TestProcess, twoProcesses } from '../support/twoProcesses.ts';

const SEED = 20_261_131;
const EVENTS_MAX = 1_000;
const TEXT = [{ type: 'paragraph', children: [{ text: 'Is it still there?' }] }];
const PICTURE = { kind: 'image', name: 'a.webp', width: 4, height: 3 } as const;
const PEOPLE = ['ada', 'bob'] as const;
const userOf = (person: string) => newId(effectiveCommandId('visitor', idOf(person)), 0);
/** Posts have few ids, so that later commands are about earlier posts. */
const POSTS = 2;
/** Every so many turns an erasure is given, or most of a history would be about nobody. */
const ERASED_EVERY = 8;
const wordOfPost = (n: number) => `post ${n}`;
const postOf = (person: string, n: number) => newId(effectiveCommandId(userOf(person), idOf(wordOfPost(n))), 0);

const step = fc.record({
  does: fc.constantFrom(
    ...(['bio', 'post', 'post', 'comment', 'comment', 'save', 'save', 'save', 'unsave', 'delete'] as const),
    ...(['again', 'again', 'again', 'reuse', 'reuse', 'erase', 'kill', 'hour', 'land', 'lag', 'keep up'] as const),
  ),
  by: fc.nat(1),
  person: fc.constantFrom(...PEOPLE),
  other: fc.constantFrom(...PEOPLE),
  post: fc.nat(POSTS - 1),
  fault: fc.option(fc.constantFrom('lands', 'lands-late', 'never-lands'), { freq: 6 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Given = Parameters<TestProcess['give']>;

/** The command of a step; `null`: it is no command. */
function commandOf({ does, person, other, post }: Step, turn: number): Given | null {
  const by = userActor(userOf(person));
  const postId = postOf(other, post);
  const id = idOf(`turn ${turn}`);
  switch (does) {
    case 'bio':
      return [by, id, 'ChangeBio', { bio: `Turn ${turn % 3}.` }];
    case 'post':
      return [by, idOf(wordOfPost(post)), 'CreatePost', { text: TEXT, media: [], category: 'all' }];
    case 'comment':
      return [by, id, 'AddComment', { text: TEXT, media: [], root: postId, parent: postId }];
    case 'save':
      return [by, id, 'SavePost', { postId }];
    case 'unsave':
      return [by, id, 'UnsavePost', { postId }];
    case 'delete':
      return [by, id, 'DeletePost', { postId }];
    case 'erase':
      return turn % ERASED_EVERY === 0 ? [SYSTEM, id, 'EraseUser', { userId: userOf(person) }] : null;
    default:
      return null;
  }
}

/** Runs a history, and gives all answers and the log. @param isIndexed by the read index, or by reading each stream */
async function run(steps: readonly Step[], isIndexed: boolean) {
  const rig = await twoProcesses(undefined, { isIndexed });
  const calls = { readStream: 0 };
  const gate = { open: Promise.resolve(), letGo: (): void => undefined };
  const around = {
    store: (store: EventStore): EventStore => ({
      ...store,
      readStream(stream, from) {
        calls.readStream += 1;
        return store.readStream(stream, from);
      },
      subscribe: (after, handler, onError) =>
        store.subscribe(after, (events) => gate.open.then(() => handler(events)), onError),
    }),
  };
  const begin = async () => {
    const process = rig.another(around);
    await process.tail.start();
    await process.follow();
    return process;
  };
  const processes = [await begin(), await begin()] as [TestProcess, TestProcess];
  const answers: unknown[] = [];
  const give = async (process: TestProcess, command: Given) => {
    try {
      const outcome = await process.give(...command);
      answers.push(outcome.ok ? { ...outcome, events: outcome.events.map(({ id, type }) => ({ id, type })) } : outcome);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      answers.push('Unavailable');
    }
    await rig.settled();
  };
  const given: Given[] = [];
  for (const person of PEOPLE) {
    rig.files.owner = userOf(person);
    for (const command of beginningOf(person)) {
      given.push(command);
      await give(processes[0], command);
    }
  }
  for (const [turn, each] of steps.entries()) {
    const process = processes[each.by] as TestProcess;
    const command = commandOf(each, turn);
    const earlier = given.at(-1 - each.post);
    if (command !== null) {
      const commandId = effectiveCommandId(actorId(command[0]), command[1]);
      // Only where both ways make the same appends: a repeat is found by reading, or by an append that changes nothing,
      // and so is a stream that is not new.
      const isNew = given.every(([actor, id]) => effectiveCommandId(actorId(actor), id) !== commandId);
      if (each.fault !== null && isNew && each.does !== 'save')
        rig.store.faults.failNextAppend(each.fault, { commandId, onMade: () => undefined });
      given.push(command);
      await give(process, command);
    } else if (each.does === 'again' && earlier !== undefined) await give(process, earlier);
    else if (each.does === 'reuse' && earlier !== undefined) {
      const [actor, id, type, data] = earlier;
      const field = ['text', 'bio'].find((name) => name in (data as object));
      const other = { text: [...TEXT, ...TEXT], bio: 'Other.' };
      if (field === 'text') await give(process, [actor, id, type, { ...(data as object), text: other.text }]);
      else if (field === 'bio') await give(process, [actor, id, type, { bio: other.bio }]);
    } else if (each.does === 'kill') processes[each.by] = await begin();
    else if (each.does === 'hour') rig.clock.advance(LATE_APPEND_MS);
    else if (each.does === 'land') answers.push(rig.store.faults.landLate());
    else if (each.does === 'lag') {
      gate.letGo();
      const { promise, resolve } = Promise.withResolvers<void>();
      Object.assign(gate, { open: promise, letGo: resolve });
    } else if (each.does === 'keep up') gate.letGo();
  }
  gate.letGo();
  const log = (await rig.store.readAll(START, EVENTS_MAX)).map(plain);
  expect(rig.lost).toEqual([]);
  await rig.store.close();
  return { answers, log, calls: calls.readStream };
}

function beginningOf(person: string): Given[] {
  const by = userActor(userOf(person));
  const codeId = newId(effectiveCommandId('visitor', idOf(person)), 1);
  return [
    [VISITOR, idOf(person), 'RegisterUser', { email: `${person}@ou.edu`, name: 'Ada Lovelace', acceptedTerms: true }],
    [by, idOf(`${person} confirms`), 'ConfirmEmail', { codeId }],
    [by, idOf(`${person} joins`), 'JoinWithConfirmedEmail', { campus: 'ou', email: `${person}@ou.edu` }],
    [by, idOf(`${person} picture`), 'ChangeProfilePicture', { picture: PICTURE }],
    [by, idOf(`${person} bio`), 'ChangeBio', { bio: 'Hello.' }],
    [by, idOf(wordOfPost(0)), 'CreatePost', { text: TEXT, media: [], category: 'all' }],
  ];
}

/** An event without what is sealed, as ciphertexts differ. */
function plain({ data, ...event }: StoredEvent): unknown {
  const fields = Object.entries(data as object).map(([name, value]) => [
    name,
    JSON.stringify(value)?.includes('$sealed') ? 'sealed' : value,
  ]);
  return { ...event, data: Object.fromEntries(fields) };
}

describe('commands by the read index', () => {
  it('[P2] [P3] [P7] answer as commands that read each stream, and leave the same log, whatever happens', async () => {
    const read = { byIndex: 0, plainly: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
        const [plainly, byIndex] = [await run(steps, false), await run(steps, true)];
        expect(byIndex.answers).toEqual(plainly.answers);
        expect(byIndex.log).toEqual(plainly.log);
        read.byIndex += byIndex.calls;
        read.plainly += plainly.calls;
      }),
      { seed: SEED, numRuns: 60, endOnFailure: true },
    );
    expect(read.byIndex).toBeLessThan(read.plainly / 2);
  });
});
