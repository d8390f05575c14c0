import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { userFact } from '#domain/user/state.ts';
import { APPEND_MAX_BYTES, TooLarge } from '#server/ports/eventStore.ts';
import type { Outcome } from '#server/write/outcome.ts';
import { dispatchRig, fakeClock } from '../support/dispatchRig.ts';
import { idOf, register, registerConfirmed, registerMember, SYSTEM, userActor, VISITOR } from '../support/people.ts';

const code = (outcome: Outcome) => (outcome.ok ? null : outcome.rejection.code);

describe('dispatcher', () => {
  it('[P2] [DATA-14] gives the first outcome again to a repeated command, and appends nothing', async () => {
    const rig = dispatchRig();
    const data = { email: 'ada@ou.edu', name: 'Ada Lovelace', acceptedTerms: true };
    const first = await rig.give(VISITOR, idOf('r'), 'RegisterUser', data);
    const head = await rig.store.head();
    const again = await rig.give(VISITOR, idOf('r'), 'RegisterUser', data);
    const afterRestart = await rig.give(VISITOR, idOf('r'), 'RegisterUser', data, rig.restart());
    expect(first.ok).toBe(true);
    expect(again).toEqual(first);
    expect(afterRestart).toEqual(first);
    expect(await rig.store.head()).toBe(head);
  });

  it('[P2] takes effect once when the same command comes many times at once', async () => {
    const rig = dispatchRig();
    const ada = await registerConfirmed(rig, 'ada');
    const head = await rig.store.head();
    const bio = () => rig.give(userActor(ada), idOf('bio'), 'ChangeBio', { bio: 'I sell books.' });
    const outcomes = await Promise.all([bio(), bio(), bio(), bio(), bio()]);
    expect(new Set(outcomes.map((outcome) => (outcome.ok ? outcome.position : 'no'))).size).toBe(1);
    expect(Number(await rig.store.head())).toBe(Number(head) + 1);
  });

  it('[P7] a second copy that comes late gets the first answer, though other commands came between', async () => {
    const rig = dispatchRig();
    const ada = await registerMember(rig, 'ada');
    const bio = (id: string, words: string) => rig.give(userActor(ada), idOf(id), 'ChangeBio', { bio: words });
    await bio('first', 'One.');
    const nothing = await bio('again', 'One.');
    expect(nothing).toEqual({ ok: true, position: null, events: [] });
    await bio('second', 'Two.');
    const head = await rig.store.head();
    expect(await bio('again', 'One.')).toEqual(nothing);
    expect(await rig.store.head()).toBe(head);

    const save = () => rig.give(userActor(ada), idOf('save'), 'SavePost', { postId });
    const postId = newId(effectiveCommandId(ada, idOf('post')), 0);
    const refused = await save();
    expect(code(refused)).toBe('POST_UNKNOWN');
    const picture = { kind: 'image', name: 'a.webp', width: 4, height: 3 } as const;
    const folder = `profilePics/${ada}`;
    rig.uploads.set(`${folder}/a.webp`, { folder, media: picture, owner: ada, at: '' });
    await rig.give(userActor(ada), idOf('picture'), 'ChangeProfilePicture', { picture });
    const text = [{ type: 'paragraph', children: [{ text: 'A lamp.' }] }];
    const posted = await rig.give(userActor(ada), idOf('post'), 'CreatePost', { text, media: [], category: 'all' });
    expect(posted.ok).toBe(true);
    expect(await save()).toEqual(refused);
  });

  it('refuses a known command id with another content', async () => {
    const rig = dispatchRig();
    const ada = await registerConfirmed(rig, 'ada');
    await rig.give(userActor(ada), idOf('bio'), 'ChangeBio', { bio: 'One.' });
    expect(code(await rig.give(userActor(ada), idOf('bio'), 'ChangeBio', { bio: 'Two.' }))).toBe('COMMAND_ID_REUSED');
  });

  it('refuses a command whose events are too large for the store, and each copy of it', async () => {
    const rig = dispatchRig((store) => ({
      ...store,
      append: async (stream, revision, events) => {
        if (events.some(({ type }) => type === 'UserRegistered')) throw new TooLarge(APPEND_MAX_BYTES + 1);
        return store.append(stream, revision, events);
      },
    }));
    const data = { email: 'ada@ou.edu', name: 'Ada Lovelace', acceptedTerms: true };
    const give = () => rig.give(VISITOR, idOf('r'), 'RegisterUser', data);
    expect(code(await give())).toBe('COMMAND_TOO_LARGE');
    expect(code(await give())).toBe('COMMAND_TOO_LARGE');
  });

  it('[P7] gives the answer of a refused command to no other content under its id', async () => {
    const rig = dispatchRig();
    const ada = await registerConfirmed(rig, 'ada');
    const postId = newId(effectiveCommandId(ada, idOf('post')), 0);
    expect(code(await rig.give(userActor(ada), idOf('one'), 'SavePost', { postId }))).not.toBeNull();
    expect(await rig.give(userActor(ada), idOf('one'), 'ChangeBio', { bio: 'One.' })).toMatchObject({ ok: true });
  });

  it('refuses a known command id for another thing', async () => {
    const rig = dispatchRig();
    const ada = await registerMember(rig, 'ada');
    const banner = async (campus: string) => rig.give(SYSTEM, idOf('w'), 'WelcomeMember', { userId: ada, campus });
    expect(code(await banner('ou'))).toBeNull();
    const bob = await registerMember(rig, 'bob');
    const other = await rig.give(SYSTEM, idOf('w'), 'WelcomeMember', { userId: bob, campus: 'ou' });
    expect(code(other)).toBe('COMMAND_ID_REUSED');
  });

  it("does not let anyone spend another person's command id", async () => {
    const rig = dispatchRig();
    const ada = await registerConfirmed(rig, 'ada');
    const bob = await registerConfirmed(rig, 'bob');
    const byAda = await rig.give(userActor(ada), idOf('same'), 'ChangeBio', { bio: 'Ada.' });
    const byBob = await rig.give(userActor(bob), idOf('same'), 'ChangeBio', { bio: 'Bob.' });
    expect([code(byAda), code(byBob)]).toEqual([null, null]);
  });

  it('dates each attempt anew, so that instants in a stream never decrease', async () => {
    const clock = fakeClock();
    let isInTheWay = false;
    const rig = dispatchRig(
      (store) => ({
        ...store,
        async append(stream, revision, events) {
          if (!isInTheWay || !events.some(({ type }) => type === 'BioChanged'))
            return store.append(stream, revision, events);
          isInTheWay = false;
          // Another process is first, and an hour passes.
          clock.advance(3_600_000);
          await other.dispatch(
            { id: idOf('other'), type: 'ChangeBio', version: 1, data: { bio: 'Other.' } },
            { actor: userActor(ada), campus: 'ou', origin: 'client' },
          );
          return store.append(stream, revision, events);
        },
      }),
      clock,
    );
    const other = rig.restart();
    const ada = await registerConfirmed(rig, 'ada');
    isInTheWay = true;
    await rig.give(userActor(ada), idOf('bio'), 'ChangeBio', { bio: 'Mine.' });
    const changes = (await rig.store.readStream(`user-${ada}`)).filter(({ type }) => type === 'BioChanged');
    const later = clock.now().toISOString();
    expect(changes.map(({ meta }) => meta.at)).toEqual([later, later]);
  });

  it('answers a command that changes nothing without a position', async () => {
    const rig = dispatchRig();
    const ada = await registerMember(rig, 'ada');
    const data = { campus: 'ou', email: 'ada@ou.edu' };
    const outcome = await rig.give(userActor(ada), idOf('join again'), 'JoinWithConfirmedEmail', data);
    expect(outcome).toEqual({ ok: true, position: null, events: [] });
  });

  it('[AUTH-14] refuses an address that is taken', async () => {
    const rig = dispatchRig();
    await register(rig, 'ada');
    const data = { email: ' ADA@ou.edu ', name: 'Ada Byron', acceptedTerms: true };
    expect(code(await rig.give(VISITOR, idOf('other'), 'RegisterUser', data))).toBe('EMAIL_TAKEN');
  });

  it('[AUTH-16] gives the next free user name', async () => {
    const rig = dispatchRig();
    const names = [];
    for (const word of ['a', 'b', 'c']) {
      const userId = await register(rig, word, 'Ada Lovelace');
      names.push((await rig.dispatcher.stateOf(userFact(userId))).username);
    }
    expect(names).toEqual(['adalovelace', 'adalovelace-2', 'adalovelace-3']);
  });

  it('finds the owner of an address, in another process too', async () => {
    const rig = dispatchRig();
    const ada = await register(rig, 'ada');
    expect(await rig.dispatcher.ownerOf('email', 'ada@ou.edu')).toBe(ada);
    expect(await rig.restart().ownerOf('email', 'ada@ou.edu')).toBe(ada);
    expect(await rig.dispatcher.ownerOf('email', 'bob@ou.edu')).toBeNull();
  });

  it('hands over only uploads that the actor brought', async () => {
    const rig = dispatchRig();
    const ada = await registerConfirmed(rig, 'ada');
    const bob = await registerConfirmed(rig, 'bob');
    const media = { kind: 'image', name: 'a.webp', width: 4, height: 3 } as const;
    const folder = `profilePics/${ada}`;
    rig.uploads.set(`${folder}/a.webp`, { folder, media, owner: bob, at: '' });
    const change = (id: string) => rig.give(userActor(ada), idOf(id), 'ChangeProfilePicture', { picture: media });
    expect(code(await change('1'))).toBe('FILE_MISSING');
    rig.uploads.set(`${folder}/a.webp`, { folder, media, owner: ada, at: '' });
    expect(code(await change('2'))).toBeNull();
  });

  it('takes ids for new things from the command, so that the browser knows them beforehand', async () => {
    const rig = dispatchRig();
    const ada = await register(rig, 'ada');
    expect(ada).toBe(newId(effectiveCommandId('visitor', idOf('register ada')), 0));
    expect((await rig.log.readStream(`user-${ada}`)).map(({ type }) => type)).toEqual([
      'UserRegistered',
      'CodeRequested',
    ]);
  });
});

describe('checks before a decision', () => {
  const rig = dispatchRig();
  const client = { actor: userActor(idOf('someone')), campus: 'ou', origin: 'client' } as const;
  const give = (change: Partial<{ id: string; type: string; version: number; data: unknown }>) =>
    rig.dispatcher.dispatch({ id: idOf('x'), type: 'ChangeBio', version: 1, data: { bio: 'a' }, ...change }, client);

  it.each([
    ['an unknown type', { type: 'Nothing' }, 'COMMAND_UNKNOWN'],
    ['a name of Object.prototype', { type: 'constructor' }, 'COMMAND_UNKNOWN'],
    ['a command of our own edges', { type: 'EraseUser', data: { userId: idOf('x') } }, 'NOT_ALLOWED'],
    ['another version', { version: 2 }, 'COMMAND_VERSION_UNKNOWN'],
    ['an id that is no UUID', { id: 'x' }, 'COMMAND_INVALID'],
    ['an unknown key', { data: { bio: 'a', admin: true } }, 'COMMAND_INVALID'],
    ['a missing field', { data: {} }, 'COMMAND_INVALID'],
    ['a wrong type', { data: { bio: 7 } }, 'COMMAND_INVALID'],
    ['no data', { data: null }, 'COMMAND_INVALID'],
  ])('refuses %s', async (_name, change, expected) => {
    expect(code(await give(change))).toBe(expected);
  });

  it('says which field does not fit, and why', async () => {
    const problem = 'Invalid input: expected string, received number';
    expect(await give({ data: { bio: 7 } })).toMatchObject({ rejection: { data: { field: 'bio', problem } } });
  });

  it('refuses 50,000 levels before a schema walks them', async () => {
    let nested: unknown = [];
    for (let level = 0; level < 50_000; level += 1) nested = [nested];
    expect(code(await give({ data: { bio: nested } }))).toBe('COMMAND_TOO_COMPLEX');
  });

  it('refuses a visitor', async () => {
    const envelope = { id: idOf('x'), type: 'ChangeBio', version: 1, data: { bio: 'a' } };
    expect(code(await rig.dispatcher.dispatch(envelope, { ...client, actor: VISITOR }))).toBe('SIGNED_OUT');
  });
});
