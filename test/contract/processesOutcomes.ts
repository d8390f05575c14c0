import { expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { LATE_APPEND_MS } from '#server/write/commandOutcomes.ts';
import { idOf, userActor, VISITOR } from '#test/server/support/people.ts';
import type { Processes, TestProcess } from '#test/server/support/twoProcesses.ts';

/** Starts two processes over one set of stores, with no event in the log. */
export type Start = () => Promise<Processes>;

export const ADA = newId(effectiveCommandId('visitor', idOf('ada')), 0);
const TEXT = [{ type: 'paragraph', children: [{ text: 'Is it still there?' }] }];
const picture = { kind: 'image', name: 'a.webp', width: 4, height: 3 } as const;
const by = userActor(ADA);
const POST = newId(effectiveCommandId(ADA, idOf('post')), 0);
export const COMMENT = `post-${newId(effectiveCommandId(ADA, idOf('comment')), 0)}`;

/** Two processes; Ada is a member, and has posted. */
export async function withPost(start: Start) {
  const rig = await start();
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
/** Refused while the file is not there. @param isOnlySender see `DispatchContext` */
export function create({ dispatcher }: TestProcess, isOnlySender = () => false) {
  const { version = 1 } = commandDefinitions.CreatePost ?? {};
  const data = { text: TEXT, media: [picture], category: 'all' };
  const context = { actor: by, campus: 'ou', origin: 'client', isOnlySender } as const;
  return dispatcher.dispatch({ id: idOf('comment'), type: 'CreatePost', version, data }, context);
}
const remove = ({ give }: TestProcess) => give(by, idOf('delete'), 'DeletePost', { postId: POST });
const REACTOR = { kind: 'system', name: 'reactor:cascade' } as const;
const DELETED = { ok: false, rejection: { code: 'POST_DELETED' } };

/** Turns of the event loop in which work that nobody waits for is done. */
const TURNS_MAX = 200;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Another try of the comment that the log has. */
async function tryOfComment({ store }: Processes) {
  const [event] = await store.readStream(COMMENT);
  const { commandId = '', commandHash = '' } = event?.meta ?? {};
  return { tryId: 'another', commandId, commandHash };
}

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

/** Outcomes that no event records, and appends without an answer. */
export function uncertainCommandsContract(start: Start): void {
  it('[P7] a refusal in one process stays a refusal in the other, though the rules would now accept', async () => {
    const rig = await withPost(start);
    rig.files.owner = '';
    const refused = await create(rig.a);
    expect(refused).toMatchObject({ ok: false, rejection: { code: 'FILE_MISSING' } });
    rig.files.owner = ADA;
    expect(await create(rig.b)).toEqual(refused);
  });

  it('[P2] what was appended in one is the outcome in the other too, though it would be refused by now', async () => {
    const rig = await withPost(start);
    const first = await comment(rig.a);
    expect(first).toMatchObject({ ok: true });
    await remove(rig.b);
    expect(await comment(rig.b)).toEqual(first);
  });

  it('[P7] while one is about to append, the other does not say "no"; later it does, and then nothing lands', async () => {
    const rig = await withPost(start);
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

  it('[P2] the process with the reactors does not wait for a copy in one that has lost them', async () => {
    const rig = await withPost(start);
    await comment(rig.a);
    await remove(rig.a);
    const { process, reached, release } = slowProcess(rig);
    const postId = COMMENT.slice('post-'.length);
    const cascade = ({ dispatcher }: TestProcess, hasReactors: boolean) =>
      dispatcher.dispatch(
        { id: idOf('cascade'), type: 'RemoveComment', version: 1, data: { postId, above: POST } },
        { actor: REACTOR, campus: 'ou', origin: 'server', isOnlySender: () => hasReactors },
      );
    const late = cascade(process, false);
    await reached;
    expect(await rig.a.give(by, idOf('own'), 'DeletePost', { postId })).toMatchObject({ ok: true });
    await expect(cascade(rig.b, false)).rejects.toBeInstanceOf(Unavailable);
    const nothing = { ok: true, position: null, events: [] };
    expect(await cascade(rig.b, true)).toEqual(nothing);
    release();
    expect(await late).toEqual(nothing);
    const written = (await rig.store.readStream(COMMENT)).map(({ type }) => type);
    expect(written).toEqual(['PostCreated', 'PostDeleted', 'Fenced']);
  });

  it('[P7] a copy that was fenced gets the answer of the other, though a rule would let it pass again', async () => {
    const rig = await withPost(start);
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

  it('[P2] nothing is left in the vault of a command that was accepted, however often it is sent', async () => {
    const rig = await withPost(start);
    await Promise.all([comment(rig.a), comment(rig.a)]);
    await comment(rig.b);
    await comment(rig.b);
    const marks = async () => (await rig.vault.outcomes.others(await tryOfComment(rig))).length;
    for (let turn = 0; turn < TURNS_MAX && (await marks()) > 0; turn += 1) await nextTurn();
    expect(await marks()).toBe(0);
  });

  it('[P7] a copy that has read the log before another was accepted does not say "no", however it decides', async () => {
    const rig = await withPost(start);
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow = rig.another({
      store: (store) => ({
        ...store,
        async readStream(stream, ...from) {
          const events = await store.readStream(stream, ...from);
          if (stream !== COMMENT || events.length > 0) return events;
          reach();
          await released;
          return events;
        },
      }),
    });
    rig.files.owner = '';
    const late = create(slow);
    await reached;
    rig.files.owner = ADA;
    const first = await create(rig.a);
    expect(first).toMatchObject({ ok: true });
    for (let turn = 0; turn < TURNS_MAX; turn += 1) await nextTurn();
    release();
    await expect(late).rejects.toBeInstanceOf(Unavailable);
    rig.files.owner = '';
    expect(await create(slow)).toEqual(first);
  });

  it('[P7] an append of one without an answer is fenced by the other before it says "no"', async () => {
    const rig = await withPost(start);
    rig.store.faults.failNextAppend('lands-late');
    await expect(comment(rig.a)).rejects.toBeInstanceOf(Unavailable);
    await remove(rig.a);
    expect(await comment(rig.b)).toMatchObject(DELETED);
    expect(rig.store.faults.landLate()).toBe(0);
    expect(await comment(rig.a)).toMatchObject(DELETED);
  });

  it('[P7] an append of one without an answer is fenced by the other when it can be appended no more', async () => {
    const rig = await withPost(start);
    rig.store.faults.failNextAppend('lands-late');
    await expect(comment(rig.a)).rejects.toBeInstanceOf(Unavailable);
    await rig.vault.keys.destroy([ADA]);
    for (const process of [rig.b, rig.a])
      expect(await comment(process)).toMatchObject({ ok: false, rejection: { code: 'USER_ERASED' } });
    expect(rig.store.faults.landLate()).toBe(0);
  });
}
