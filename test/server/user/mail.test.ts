import { describe, expect, it } from '@jest/globals';
import { userFact } from '#domain/user/state.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { createCampusSites } from '#server/mail/campusSites.ts';
import { MAIL_TRIED_FOR_DAYS } from '#server/mail/sendNotice.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type Mail, MailRefused } from '#server/ports/mail.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { MAIL_RETRY_MS } from '#server/user/codeMails.ts';
import { createMailReactor } from '#server/user/mail.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf, register, registerConfirmed, SYSTEM, userActor, VISITOR } from '../support/people.ts';

/** A mail reactor whose transport fails with these errors, in order, and then works. */
function rigWith(...failures: readonly Error[]) {
  const rig = identityRig();
  const sent: Mail[] = [];
  const paused: number[] = [];
  const left = [...failures];
  const reactor = createMailReactor({
    dispatcher: rig.dispatcher,
    codes: rig.codes,
    vault: rig.vault,
    transport: {
      async send(mail) {
        const failure = left.shift();
        if (failure !== undefined) throw failure;
        sent.push(mail);
      },
    },
    mayMail: rig.mayMail,
    siteOf: createCampusSites({ environment: 'development', port: 4321 }),
    clock: rig.clock.now,
    pause: async (ms) => {
      paused.push(ms);
    },
    logger: silentLogger,
  });
  const run = async () => {
    for (const event of await rig.log.readAll(START, 1_000)) {
      const later = await handOver(reactor, typedEvent(event));
      await later?.(new AbortController().signal);
    }
  };
  const codeState = async (userId: string) =>
    (await rig.dispatcher.stateOf(userFact(userId))).codes.map(({ state }) => state);
  return { ...rig, reactor, run, sent, paused, left, codeState };
}

const busy = () => new Unavailable('busy');

describe('mail reactor', () => {
  it('[VERF-07] [DATA-09 in part] mails a code whose subject names the campus, and keeps only its hash', async () => {
    const rig = rigWith();
    const ada = await register(rig, 'ada');
    await rig.run();
    const [mail] = rig.sent;
    const code = mail?.text.slice(0, 4) ?? '';
    expect(mail).toMatchObject({ to: 'ada@ou.edu', recipient: ada, subject: `${code} is your OU verification code` });
    const use = { userId: ada, purpose: 'confirm-email', email: 'ada@ou.edu', campus: null } as const;
    const record = rig.codes.match(await rig.codes.outstanding(use), code);
    expect(record).toMatchObject({ userId: ada, campus: 'ou', at: rig.clock.now().toISOString() });
    expect(mail?.html).toContain(code);
    expect(JSON.stringify(record)).not.toContain(`"${code}"`);
  });

  it('[VERF-08] records that the transport took the mail, once, however often the event is handed over', async () => {
    const rig = rigWith();
    const ada = await register(rig, 'ada');
    await rig.run();
    await rig.run();
    expect(await rig.codeState(ada)).toEqual(['sent']);
    expect(rig.sent.length).toBe(1);
  });

  it('tries again after a pause when the server is busy', async () => {
    const rig = rigWith(busy(), busy());
    const ada = await register(rig, 'ada');
    await rig.run();
    expect(await rig.codeState(ada)).toEqual(['sent']);
    expect(rig.paused).toEqual(MAIL_RETRY_MS);
  });

  it('[VERF-08] records that it could not be sent when the server refuses the address, and does not try again', async () => {
    const rig = rigWith(new MailRefused('no'));
    const ada = await register(rig, 'ada');
    await rig.run();
    expect(await rig.codeState(ada)).toEqual(['failed']);
    expect(rig.paused).toEqual([]);
    expect(rig.reactor.problem?.()).toBeNull();
  });

  it('[VERF-08] records that it could not be sent when the server stays busy, and sends the same code once it can', async () => {
    const rig = rigWith(busy(), busy(), busy(), busy());
    const ada = await register(rig, 'ada');
    await expect(rig.run()).rejects.toThrow('busy');
    expect(await rig.codeState(ada)).toEqual(['failed']);
    expect(rig.paused).toEqual(MAIL_RETRY_MS);
    expect(rig.reactor.problem?.()).toBe('busy');
    // Handed over again: one try each time, without a further code.
    await expect(rig.run()).rejects.toThrow('busy');
    const use = { userId: ada, purpose: 'confirm-email', email: 'ada@ou.edu', campus: null } as const;
    const drawn = await rig.codes.outstanding(use);
    await rig.run();
    expect(await rig.codeState(ada)).toEqual(['sent']);
    expect(rig.reactor.problem?.()).toBeNull();
    expect(await rig.codes.outstanding(use)).toEqual(drawn);
    expect(rig.codes.match(drawn, rig.sent[0]?.text.slice(0, 4) ?? '')).not.toBeNull();
    await rig.run();
    expect(rig.sent).toHaveLength(1);
  });

  it('[VERF-08] gives a code up when it counts no more', async () => {
    const rig = rigWith(busy(), busy(), busy());
    const ada = await register(rig, 'ada');
    await expect(rig.run()).rejects.toThrow('busy');
    rig.clock.advance(3 * 3_600_000);
    await rig.run();
    expect(rig.sent).toEqual([]);
    expect(await rig.codeState(ada)).toEqual(['failed']);
    expect(rig.reactor.problem?.()).toBeNull();
  });

  it('holds up no other code by one that is not taken', async () => {
    const rig = rigWith();
    await register(rig, 'ada');
    await register(rig, 'bob');
    const laters = [];
    for (const event of await rig.log.readAll(START, 1_000)) {
      const later = await handOver(rig.reactor, typedEvent(event));
      if (later !== undefined) laters.push(later);
    }
    // Each mail is the rest of an answer: the second need not wait for the first.
    expect(laters).toHaveLength(2);
    await laters[1]?.(new AbortController().signal);
    expect(rig.sent.map(({ to }) => to)).toEqual(['bob@ou.edu']);
  });

  it('hands an unexpected error on, so that the event comes again', async () => {
    const rig = rigWith(new TypeError('x is undefined'));
    await register(rig, 'ada');
    await expect(rig.run()).rejects.toThrow('x is undefined');
  });

  it('mails no code that has run out, nor to somebody erased', async () => {
    const rig = rigWith();
    const ada = await register(rig, 'ada');
    const bob = await register(rig, 'bob');
    await rig.give(SYSTEM, idOf('erase'), 'EraseUser', { userId: bob });
    await rig.vault.keys.destroy([bob]);
    rig.clock.advance(3 * 3_600_000);
    await rig.run();
    expect(rig.sent).toEqual([]);
    expect(await rig.codeState(ada)).toEqual(['failed']);
  });

  it('mails no code to an address that was taken back before its turn', async () => {
    const rig = rigWith();
    const ada = await register(rig, 'ada');
    rig.clock.advance(31_000);
    const changed = await rig.give(userActor(ada), idOf('correct'), 'ChangeUnconfirmedEmail', {
      email: 'ada@mail.example',
    });
    expect(changed.ok).toBe(true);
    await rig.run();
    expect(rig.sent.map(({ to }) => to)).toEqual(['ada@mail.example']);
    expect(await rig.codeState(ada)).toEqual(['requested', 'sent']);
  });

  it('records the mail as not sent when a limit of mails is reached, and mails nothing', async () => {
    const rig = rigWith();
    const ada = await register(rig, 'ada');
    const mailing = { asker: idOf('stranger'), campus: 'ou', purpose: 'confirm-email', email: 'ada@ou.edu' } as const;
    while (await rig.mayMail(mailing));
    await rig.run();
    expect(rig.sent).toEqual([]);
    expect(await rig.codeState(ada)).toEqual(['failed']);
  });

  it('mails the owner about another password, the first one, and a Google account; once each, and not at the sign-up', async () => {
    const rig = rigWith();
    const ada = await register(rig, 'ada');
    const google = { googleId: '110169484474386276334', email: 'ada@ou.edu' };
    await rig.run();
    rig.sent.length = 0;
    const { passwordId } = await rig.dispatcher.stateOf(userFact(ada));
    await rig.give(SYSTEM, idOf('change'), 'ChangePassword', {
      userId: ada,
      passwordId: idOf('second'),
      replaces: passwordId,
    });
    await rig.give(VISITOR, idOf('google'), 'RegisterWithGoogle', {
      ...google,
      email: 'bob@ou.edu',
      name: 'Bob Stone',
    });
    const bob = (await rig.dispatcher.ownerOf('email', 'bob@ou.edu')) ?? '';
    await rig.give(SYSTEM, idOf('set'), 'SetPassword', { userId: bob, passwordId: idOf('first') });
    await rig.run();
    expect(rig.sent.map(({ to, recipient, subject }) => [to, recipient, subject])).toEqual(
      expect.arrayContaining([
        ['ada@ou.edu', ada, 'Your OU Quad password was changed'],
        ['bob@ou.edu', bob, 'Your OU Quad account has a password now'],
      ]),
    );
    expect(rig.sent).toHaveLength(2);
  });

  it('mails the owner whose account a Google account opens from now on, once', async () => {
    const rig = rigWith();
    const cyd = await registerConfirmed(rig, 'cyd');
    await rig.run();
    rig.sent.length = 0;
    const data = { userId: cyd, googleId: '110169484474386276334', email: 'cyd@ou.edu' };
    expect(await rig.give(SYSTEM, idOf('link'), 'LinkGoogle', data)).toMatchObject({ ok: true });
    await rig.run();
    expect(rig.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['cyd@ou.edu', 'Your OU Quad account opens with Google now'],
    ]);
    expect(rig.sent[0]?.text).toContain('I did not do this:\nhttp://ou.localhost:4321/settings/help');
    rig.sent.length = 0;
    expect(await rig.give(SYSTEM, idOf('unlink'), 'UnlinkGoogle', { userId: cyd })).toMatchObject({ ok: true });
    await rig.run();
    expect(rig.sent.at(-1)?.subject).toBe('Your OU Quad account does not open with Google any more');
    rig.sent.length = 0;
    // A notice goes once, however often its event is handed over.
    await rig.run();
    expect(rig.sent).toEqual([]);
  });

  it('tries a notice again for days, and holds up nobody meanwhile', async () => {
    const rig = rigWith();
    const cyd = await registerConfirmed(rig, 'cyd');
    await rig.run();
    rig.sent.length = 0;
    const data = { userId: cyd, googleId: '110169484474386276334', email: 'cyd@ou.edu' };
    await rig.give(SYSTEM, idOf('link'), 'LinkGoogle', data);
    rig.left.push(busy(), busy());
    await expect(rig.run()).rejects.toThrow('busy');
    expect([rig.sent, rig.paused]).toEqual([[], []]);
    rig.clock.advance((MAIL_TRIED_FOR_DAYS - 1) * 86_400_000);
    await expect(rig.run()).rejects.toThrow('busy');
    await rig.run();
    expect(rig.sent.map(({ subject }) => subject)).toEqual(['Your OU Quad account opens with Google now']);
  });

  it('gives a notice up after days', async () => {
    const rig = rigWith();
    const cyd = await registerConfirmed(rig, 'cyd');
    await rig.run();
    rig.sent.length = 0;
    const data = { userId: cyd, googleId: '110169484474386276334', email: 'cyd@ou.edu' };
    await rig.give(SYSTEM, idOf('link'), 'LinkGoogle', data);
    rig.left.push(busy());
    await expect(rig.run()).rejects.toThrow('busy');
    rig.clock.advance(MAIL_TRIED_FOR_DAYS * 86_400_000 + 1);
    await rig.run();
    expect(rig.sent).toEqual([]);
  });

  it('links to the site of the campus: to its own in production, elsewhere to this machine', () => {
    const ou = { id: 'ou', url: 'https://ou.quad.example' };
    expect(createCampusSites({ environment: 'production', port: 3000 })(ou)).toBe('https://ou.quad.example');
    expect(createCampusSites({ environment: 'development', port: 3000 })(ou)).toBe('http://ou.localhost:3000');
  });
});
