import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { OutcomeVault, Vault } from '#server/ports/vault.ts';
import { LATE_APPEND_MS } from '#server/write/commandOutcomes.ts';
import { idOf, userActor, VISITOR } from '../support/people.ts';
import { type Processes, type TestProcess, twoProcesses } from '../support/twoProcesses.ts';

const SEED = 20_260_304;
const ADA = newId(effectiveCommandId('visitor', idOf('ada')), 0);

describe('commands of two processes that append nothing', () => {
  const TEXT = [{ type: 'paragraph', children: [{ text: 'Is it still there?' }] }];
  const picture = { kind: 'image', name: 'a.webp', width: 4, height: 3 } as const;
  const by = userActor(ADA);
  const POST = newId(effectiveCommandId(ADA, idOf('post')), 0);
  const COMMENT = `post-${newId(effectiveCommandId(ADA, idOf('comment')), 0)}`;

  /** Two processes; Ada is a member, and has posted. */
  async function withPost() {
    const rig = await twoProcesses();
    rig.files.owner = ADA;
    const registration = { email: 'ada@ou.edu', name: 'Ada Lovelace', acceptedTerms: true };
    await rig.a.give(VISITOR, idOf('ada'), 'RegisterUser', registration);
    const steps = [
      ['confirm', 'ConfirmEmail', { codeId: newId(effectiveCommandId('visitor', idOf('ada')), 1) }],
      ['join', 'JoinWithConfirmedEmail', { campus: 'ou', email: 'ada@ou.edu' }],
      ['picture', 'ChangeProfilePicture', { picture }],
      ['bio', 'ChangeBio', { bio: 'Hello.' }],
      ['post', 'CreatePost', { text: TEXT, media: [], category: 'all' }],
    ] as const;
    for (const [word, type, data] of steps)
      expect(await rig.a.give(by, idOf(word), type, data)).toMatchObject({ ok: true });
    return rig;
  }

  const comment = ({ give }: TestProcess) =>
    give(by, idOf('comment'), 'AddComment', { text: TEXT, media: [], root: POST, parent: POST });
  /** Refused while the file is not there. */
  const create = ({ give }: TestProcess) =>
    give(by, idOf('comment'), 'CreatePost', { text: TEXT, media: [picture], category: 'all' });
  const remove = ({ give }: TestProcess) => give(by, idOf('delete'), 'DeletePost', { postId: POST });
  const DELETED = { ok: false, rejection: { code: 'POST_DELETED' } };

  /** A process whose appends of the comment wait for the test. */
  function slowProcess(rig: Processes) {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const process = rig.another({
      store: (store) => ({
        ...store,
        append: async (stream, ...append) => {
          if (stream === COMMENT) {
            reach();
            await released;
          }
          return store.append(stream, ...append);
        },
      }),
    });
    return { process, reached, release };
  }

  it('[P7] a refusal in one process stays a refusal in the other, though the rules would now accept', async () => {
    const rig = await withPost();
    rig.files.owner = '';
    const refused = await create(rig.a);
    expect(refused).toMatchObject({ ok: false, rejection: { code: 'FILE_MISSING' } });
    rig.files.owner = ADA;
    expect(await create(rig.b)).toEqual(refused);
  });

  it('[P2] what was appended in one is the outcome in the other too, though it would be refused by now', async () => {
    const rig = await withPost();
    const first = await comment(rig.a);
    expect(first).toMatchObject({ ok: true });
    await remove(rig.b);
    expect(await comment(rig.b)).toEqual(first);
  });

  it('[P7] while one is about to append, the other does not say "no"; later it does, and then nothing lands', async () => {
    const rig = await withPost();
    const { process, reached, release } = slowProcess(rig);
    const late = comment(process);
    await reached;
    await remove(rig.b);
    await expect(comment(rig.b)).rejects.toBeInstanceOf(Unavailable);
    rig.clock.advance(LATE_APPEND_MS);
    expect(await comment(rig.b)).toMatchObject(DELETED);
    release();
    expect(await late).toMatchObject(DELETED);
    expect((await rig.store.readStream(COMMENT)).map(({ type }) => type)).toEqual(['Fenced']);
  });

  it('[P7] a copy that was fenced gets the answer of the other, though a rule would let it pass again', async () => {
    const rig = await withPost();
    const { process, reached, release } = slowProcess(rig);
    const late = create(process);
    await reached;
    rig.files.owner = '';
    rig.clock.advance(LATE_APPEND_MS);
    const refused = await create(rig.b);
    expect(refused).toMatchObject({ ok: false });
    rig.files.owner = ADA;
    release();
    expect(await late).toEqual(refused);
    expect((await rig.store.readStream(COMMENT)).map(({ type }) => type)).toEqual(['Fenced']);
  });

  it('[P7] an append of one without an answer is fenced by the other before it says "no"', async () => {
    const rig = await withPost();
    rig.store.faults.failNextAppend('lands-late');
    await expect(comment(rig.a)).rejects.toBeInstanceOf(Unavailable);
    await remove(rig.a);
    expect(await comment(rig.b)).toMatchObject(DELETED);
    expect(rig.store.faults.landLate()).toBe(0);
    expect(await comment(rig.a)).toMatchObject(DELETED);
  });

  it('[P7] an append of one without an answer is fenced by the other when it can be appended no more', async () => {
    const rig = await withPost();
    rig.store.faults.failNextAppend('lands-late');
    await expect(comment(rig.a)).rejects.toBeInstanceOf(Unavailable);
    await rig.vault.keys.destroy([ADA]);
    for (const process of [rig.b, rig.a])
      expect(await comment(process)).toMatchObject({ ok: false, rejection: { code: 'USER_ERASED' } });
    expect(rig.store.faults.landLate()).toBe(0);
  });

  it('[P7] at any interleaving of the copies and their facts, no command that takes effect is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const rig = await withPost();
        const around = {
          store: (store: EventStore) => delayed(store, scheduler),
          vault: (vault: Vault) => ({ ...vault, outcomes: delayedOutcomes(vault.outcomes, scheduler) }),
        };
        const copies = [rig.another(around), rig.another(around), rig.another(around)];
        const flips = ['', ADA, '', ADA].map((owner) =>
          scheduler.schedule(Promise.resolve()).then(() => {
            rig.files.owner = owner;
          }),
        );
        const answers = await scheduler.waitFor(Promise.allSettled(copies.map(create)));
        await scheduler.waitFor(Promise.all(flips));
        rig.clock.advance(LATE_APPEND_MS);
        // Senders without an answer ask again.
        const outcomes = [...answers, ...(await Promise.allSettled([create(rig.b)]))].flatMap((answer) =>
          answer.status === 'fulfilled' ? [answer.value.ok] : [],
        );
        const hasLanded = (await rig.store.readStream(COMMENT)).some(({ type }) => type !== 'Fenced');
        expect(new Set(outcomes)).toEqual(new Set([hasLanded]));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});

/** Outcomes whose calls take effect in any order. */
function delayedOutcomes(outcomes: OutcomeVault, scheduler: fc.Scheduler): OutcomeVault {
  const later = () => scheduler.schedule(Promise.resolve());
  return {
    ...outcomes,
    begin: (...args) => later().then(() => outcomes.begin(...args)),
    others: (...args) => later().then(() => outcomes.others(...args)),
    settle: (...args) => later().then(() => outcomes.settle(...args)),
    end: (...args) => later().then(() => outcomes.end(...args)),
  };
}

/** A store whose calls take effect in any order. */
function delayed(store: EventStore, scheduler: fc.Scheduler): EventStore {
  return {
    ...store,
    append: (...append) => scheduler.schedule(Promise.resolve()).then(() => store.append(...append)),
    readStream: (...read) => scheduler.schedule(Promise.resolve()).then(() => store.readStream(...read)),
  };
}
