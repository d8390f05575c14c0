import { describe, expect, it } from '@jest/globals';
import { deletionFact } from '#domain/deletion/decider.ts';
import { postFact } from '#domain/post/state.ts';
import { userFact } from '#domain/user/state.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { posts } from '#projections/post/collections.ts';
import { createDeletionReactor, MAIL_WITHIN_HOURS } from '#server/deletion/reactor.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { createCampusSites } from '#server/mail/campusSites.ts';
import { dependents } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type Mail, MailRefused } from '#server/ports/mail.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf, registerMember, SYSTEM, userActor } from '../support/people.ts';

const DAY_MS = 86_400_000;

/** A member with a post whose deletion is requested, and its reactor, whose ports fail at their n-th call. */
async function leaving(failsAt: number | null = null) {
  const mails: { failure: Error | null } = { failure: null };
  const rig = identityRig();
  const ada = await registerMember(rig, 'ada');
  // The banner is a post of hers.
  await rig.give(SYSTEM, idOf('banner'), 'WelcomeMember', { userId: ada, campus: 'ou' });
  const created = (await rig.log.readAll(START, 1_000)).findLast(({ type }) => type === 'PostCreated');
  const postId = created?.stream.slice('post-'.length) ?? '';
  const sent = new Map<string, Mail & { readonly wasKnown: boolean }>();
  let calls = 0;
  const port = async <T>(work: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls === failsAt) throw new Unavailable('killed');
    return work();
  };
  const isErased = async () => (await rig.dispatcher.stateOf(userFact(ada))).erased;
  const isDeleted = async () => (await rig.dispatcher.stateOf(postFact(postId))).deleted;
  const query: ReadStore['query'] = async (collection, name) => {
    if (collection !== posts.name) return [];
    expect(name).toBe('ofAuthor');
    const doc = { id: postId, created: created?.position };
    return (await isDeleted()) ? [] : [{ collection, key: postId, position: START, doc }];
  };
  const reactor = createDeletionReactor({
    dispatcher: {
      ...rig.dispatcher,
      dispatch: (...command) => port(() => rig.dispatcher.dispatch(...command)),
    },
    readStore: { get: async () => [], query: (...asked) => port(() => query(...asked)) },
    projector: { waitFor: () => port(async () => undefined) },
    sessions: {
      end: (id) => port(() => rig.sessions.end(id)),
      endAllOf: (id) => port(() => rig.sessions.endAllOf(id)),
    },
    transport: {
      send: (mail) =>
        port(async () => {
          if (mails.failure !== null) throw mails.failure;
          sent.set(mail.idempotencyKey, { ...mail, wasKnown: !(await isErased()) });
        }),
      forget: async () => undefined,
      close: async () => undefined,
    },
    dependents,
    siteOf: createCampusSites({ environment: 'development', port: 4321 }),
    vault: rig.vault,
    clock: rig.clock.now,
    pause: async () => undefined,
    logger: silentLogger,
  });
  const run = async () => {
    for (const event of await rig.log.readAll(START, 1_000)) {
      if (!event.type.startsWith('Deletion')) continue;
      const later = await handOver(reactor, typedEvent(event));
      await later?.(new AbortController().signal);
    }
  };
  const request = (id: string) => rig.give(userActor(ada), idOf(id), 'RequestDeletion', {});
  const begin = () => {
    rig.clock.advance(7 * DAY_MS);
    return rig.give(SYSTEM, idOf('begin'), 'BeginDeletion', { userId: ada });
  };
  return { ...rig, ada, sent, mails, reactor, run, request, begin, isErased, isDeleted, calls: () => calls };
}

type Leaving = Awaited<ReturnType<typeof leaving>>;

async function ofStreams({ log }: Leaving, ...types: readonly string[]) {
  return (await log.readAll(START, 1_000)).map(({ type }) => type).filter((type) => types.includes(type));
}

describe('the reactor of deletions', () => {
  it('[P6] [P10] deletes what the person wrote, mails the receipt while the address is known, then erases', async () => {
    const rig = await leaving();
    await rig.request('request');
    const { receipt } = await rig.dispatcher.stateOf(deletionFact(rig.ada));
    await rig.begin();
    await rig.run();
    expect([await rig.isErased(), await rig.isDeleted()]).toEqual([true, true]);
    const mails = [...rig.sent.values()];
    expect(mails.at(-1)).toMatchObject({ to: 'ada@ou.edu', recipient: rig.ada, wasKnown: true });
    expect(mails.at(-1)?.text).toContain(receipt);
    expect(mails.at(-1)?.html).toContain(receipt);
    expect(await ofStreams(rig, 'PostDeleted', 'SubjectErased')).toEqual(['PostDeleted', 'SubjectErased']);
  });

  it('[P6] ends at the same, wherever a process was killed on the way', async () => {
    const whole = await leaving();
    await whole.request('request');
    await whole.begin();
    await whole.run();
    expect(whole.calls()).toBeGreaterThan(4);
    for (let n = 1; n <= whole.calls(); n += 1) {
      const rig = await leaving(n);
      await rig.request('request');
      await rig.begin();
      await expect(rig.run()).rejects.toThrow(Unavailable);
      await rig.run();
      expect([n, await rig.isErased(), await rig.isDeleted()]).toEqual([n, true, true]);
      expect([n, await ofStreams(rig, 'PostDeleted', 'SubjectErased')]).toEqual([n, ['PostDeleted', 'SubjectErased']]);
      const receipts = [...rig.sent.values()].filter(({ subject }) => subject.endsWith('was deleted'));
      expect([n, receipts.map(({ wasKnown }) => wasKnown)]).toEqual([n, [true]]);
    }
  });

  it('ends the sessions from before the request, and never those of somebody who kept the account', async () => {
    const rig = await leaving();
    const before = await rig.sessions.start(rig.ada, 'Firefox on Linux', 'ou');
    await rig.request('request');
    rig.clock.advance(1);
    const after = await rig.sessions.start(rig.ada, 'Firefox on Linux', 'ou');
    await rig.run();
    expect([await rig.sessions.stands(before.sessionId), await rig.sessions.stands(after.sessionId)]).toEqual([
      false,
      true,
    ]);

    const kept = await leaving();
    await kept.request('request');
    await kept.give(userActor(kept.ada), idOf('cancel'), 'CancelDeletion', {});
    const session = await kept.sessions.start(kept.ada, 'Firefox on Linux', 'ou');
    // Handed over late.
    await kept.run();
    expect([await kept.sessions.stands(session.sessionId), kept.sent.size]).toEqual([true, 0]);
  });

  it('a mailbox that takes nothing for a while holds up its own deletion alone', async () => {
    const rig = await leaving();
    await rig.request('request');
    await rig.begin();
    rig.mails.failure = new Unavailable('The mailbox is full.');
    const begun = (await rig.log.readAll(START, 1_000)).find(({ type }) => type === 'DeletionBegun');
    if (begun === undefined) throw new Error('No deletion has begun.');
    // Answered but for its rest: the events of others come meanwhile.
    const rest = await handOver(rig.reactor, typedEvent(begun));
    expect([await rig.isDeleted(), await rig.isErased()]).toEqual([true, false]);
    await expect(rest?.(new AbortController().signal)).rejects.toThrow('is full');
    expect(await rig.isErased()).toBe(false);
  });

  it('mails at the request where one keeps the account: on the site of the campus, on this machine if that is in development', async () => {
    const rig = await leaving();
    await rig.request('request');
    await rig.run();
    const [mail] = rig.sent.values();
    expect(mail?.text).toContain('Keep my account:\nhttp://ou.localhost:4321/login?method=password');
  });

  it('waits a day for the mail server and no longer, and for no mailbox that refuses', async () => {
    const erasedAfter = async (hours: number, failure: Error) => {
      const rig = await leaving();
      await rig.request('request');
      await rig.begin();
      rig.mails.failure = failure;
      rig.clock.advance(hours * 3_600_000);
      await rig.run().catch((error: unknown) => expect(error).toBe(failure));
      return rig.isErased();
    };
    expect(await erasedAfter(MAIL_WITHIN_HOURS - 1, new Unavailable('No mail server.'))).toBe(false);
    expect(await erasedAfter(MAIL_WITHIN_HOURS + 1, new Unavailable('No mail server.'))).toBe(true);
    expect(await erasedAfter(1, new MailRefused('No such mailbox.'))).toBe(true);
  });
});
