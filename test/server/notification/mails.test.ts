import { describe, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { START } from '#projections/engine/eventLog.ts';
import { orderValue } from '#projections/kernel/documentSet.ts';
import { notificationListKey, unreadNotifications } from '#projections/notification/collections.ts';
import { collections } from '#projections/registry.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { createUnsubscribeLinks } from '#server/mail/unsubscribe.ts';
import { messageMailDeadline } from '#server/message/mailDeadline.ts';
import { createMessageMails } from '#server/message/mails.ts';
import { notificationMailDeadline } from '#server/notification/mailDeadline.ts';
import { createNotificationMails } from '#server/notification/mails.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { Mail } from '#server/ports/mail.ts';
import { handOver } from '#server/reactors/reactor.ts';
import type { ReactorParts } from '#server/reactors/reactorParts.ts';
import { documentOf, foldAll } from '#test/projections/support/folded.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, SYSTEM, userActor } from '../support/people.ts';

const MINUTE_MS = 60_000;
const ALL = 1_000;
const SITE = 'https://ou.example';

const text = (words: string) => [{ type: 'paragraph', children: [{ text: words }] }];

/** Three members, the house's deadlines and reactors of mails over what the log says, and the mails that went. */
async function mailing() {
  const rig = dispatchRig();
  const ada = await registerMember(rig, 'ada');
  const bob = await registerMember(rig, 'bob');
  const cid = await registerMember(rig, 'cid');
  for (const userId of [ada, bob, cid]) {
    const folder = `profilePics/${userId}`;
    const picture = { kind: 'image', name: 'a.webp', width: 4, height: 3 } as const;
    rig.uploads.set(`${folder}/a.webp`, { folder, media: picture, owner: userId, at: '' });
    await rig.give(userActor(userId), idOf(`picture ${userId}`), 'ChangeProfilePicture', { picture });
    await rig.give(userActor(userId), idOf(`bio ${userId}`), 'ChangeBio', { bio: 'Hello.' });
  }
  const whole = () => rig.log.readAll(START, ALL);
  const mails: Mail[] = [];
  const links = createUnsubscribeLinks(new Uint8Array(32).fill(7));
  const parts = {
    dispatcher: rig.dispatcher,
    log: rig.log,
    projector: { waitFor: async () => undefined },
    readStore: {
      async get(refs: readonly { readonly collection: string; readonly key: string }[]) {
        const documents = foldAll(await whole());
        return refs.flatMap(({ collection, key }) => documents.get(collection, key) ?? []);
      },
      async query(
        collection: string,
        query: string,
        values: readonly string[],
        page: { below: string | null; atOrAbove: string | null; limit: number },
      ) {
        const found = foldAll(await whole()).query(collection, query, values);
        const order = collections.get(collection)?.queries[query]?.order ?? '';
        return found
          .filter((each) => page.below === null || orderValue(each, order) < page.below)
          .filter((each) => page.atOrAbove === null || orderValue(each, order) >= page.atOrAbove)
          .slice(0, page.limit);
      },
    },
    transport: { send: async (mail: Mail) => void mails.push(mail) },
    vault: rig.vault,
    clock: rig.clock.now,
    siteOf: ({ id }: { readonly id: string }) => SITE.replace('ou', id),
    identity: { unsubscribeLinks: links },
    logger: silentLogger,
  } as unknown as ReactorParts;
  const deadlines = [messageMailDeadline(parts as never), notificationMailDeadline(parts as never)];
  const reactors = [createMessageMails(parts), createNotificationMails(parts)];
  let position = START;
  /** Hands over the events that were not handled yet. */
  async function react() {
    for (const event of await whole()) {
      if (event.position <= position) continue;
      position = event.position;
      for (const reactor of reactors)
        await (await handOver(reactor, typedEvent(event)))?.(new AbortController().signal);
    }
  }
  /** Minutes pass, then the house looks: twice, as after a crash. */
  async function look(minutes: number) {
    rig.clock.advance(minutes * MINUTE_MS);
    for (let time = 0; time < 2; time += 1) for (const each of deadlines) await each.look(rig.clock.now());
  }
  /** The house looks, and answers. @returns the subjects of the mails that went */
  async function pass(minutes: number) {
    const before = mails.length;
    await look(minutes);
    await react();
    return mails.slice(before).map(({ subject }) => subject);
  }
  let words = 0;
  /** Somebody gives a command. @returns the id of what it makes */
  async function give(by: string, type: string, data: object) {
    words += 1;
    const id = idOf(`${type} ${words}`);
    expect(await rig.give(userActor(by), id, type, data)).toMatchObject({ ok: true });
    return newId(effectiveCommandId(by, id), 0);
  }
  const post = (by: string, said: string) => give(by, 'CreatePost', { text: text(said), media: [], category: 'all' });
  const comment = (by: string, root: string, parent: string, said: string) =>
    give(by, 'AddComment', { root, parent, text: text(said), media: [] });
  const listKey = (user: string) => notificationListKey('ou', user);
  const readAll = async (user: string) => {
    const unread = documentOf(foldAll(await whole()), unreadNotifications, listKey(user));
    await give(user, 'ReadAllNotifications', { campus: 'ou', upTo: unread?.last ?? 1 });
  };
  return { ...rig, ada, bob, cid, mails, links, look, pass, give, post, comment, readAll };
}

type Rig = Awaited<ReturnType<typeof mailing>>;

/** Something of each kind that concerns Ada: a comment, a reply, a save, and a message, all by Bob. */
async function everyKind({ give, post, comment, ada, bob, cid }: Rig) {
  const mine = await post(ada, 'A lamp for the desk');
  const others = await post(cid, 'A shelf');
  const own = await comment(ada, others, others, 'Is it wide?');
  const asked = await comment(bob, mine, mine, 'Is it bright?');
  const replied = await comment(bob, others, own, 'It is.');
  await give(bob, 'SavePost', { postId: mine });
  await give(bob, 'StartChat', { userId: ada });
  const chatId = chatIdOf(ada, bob);
  await give(bob, 'SendMessage', { chatId, text: 'May I see it?', media: [], postId: null });
  return { mine, others, own, asked, replied, chatId };
}

/** The address behind a mail's button. */
const buttonOf = ({ text: said }: Mail) => /^(https:\S+)$/m.exec(said)?.[1];

describe('mails about what is unread', () => {
  it('[NOTF-09] [NOTF-11] [COMM-11] [SAVE-09] [NOTF-13] (D51) one of each kind goes after five minutes, with the exact place and a link that ends its kind', async () => {
    const rig = await mailing();
    const { mine, others, own, asked, replied, chatId } = await everyKind(rig);
    expect(await rig.pass(4.9)).toEqual([]);
    await rig.pass(0.2);
    // The author of the other post has a mail of its own.
    const subjects = rig.mails.filter(({ recipient }) => recipient === rig.ada).map(({ subject }) => subject);
    // The people of the rig have one name.
    const name = 'Ada L.';
    expect(subjects.toSorted()).toEqual(
      [
        `${name} commented on your post`,
        `${name} replied to your comment`,
        `${name} saved your post`,
        `${name} sent you a message`,
      ].toSorted(),
    );
    const mailAbout = (about: string) =>
      rig.mails.find(({ subject, recipient }) => recipient === rig.ada && subject.includes(about)) as Mail;
    expect(buttonOf(mailAbout('commented'))).toBe(`${SITE}/post/${mine}?comment=${asked}`);
    expect(buttonOf(mailAbout('replied'))).toBe(`${SITE}/post/${others}?comment=${own}&reply=${replied}`);
    expect(buttonOf(mailAbout('saved'))).toBe(`${SITE}/post/${mine}`);
    expect(buttonOf(mailAbout('message'))).toBe(`${SITE}/messages/${chatId}`);
    expect(mailAbout('commented').text).toContain('“Is it bright?”');
    // [SHOP-A1 in part] The title of the post says which it is.
    expect(mailAbout('commented').text).toContain(`${name} commented on your post “A lamp for the desk”.`);
    expect(mailAbout('replied').text).toContain(`${name} replied to your comment on “A shelf”.`);
    expect(mailAbout('saved').text).toContain(`${name} saved your post “A lamp for the desk”.`);
    for (const [about, kind] of [
      ['commented', 'comment'],
      ['replied', 'comment reply'],
      ['saved', 'like'],
      ['message', 'message'],
    ] as const) {
      const { to, html, text: plain, headers, recipient } = mailAbout(about);
      const link = rig.links.linkOf(rig.ada, { url: SITE }, kind);
      expect([to, recipient]).toEqual(['ada@ou.edu', rig.ada]);
      // HTML and plain text, and the one click of RFC 8058.
      expect(html).toContain(`href="${link}"`);
      expect(plain).toContain(`Unsubscribe: ${link}`);
      expect(headers).toEqual({
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      });
    }
    // Handed over once more, after a crash, each would have the name that it had: that of its event.
    const decided = (await rig.log.readAll(START, ALL)).filter(({ type }) => type.endsWith('Mailed'));
    expect(rig.mails.map((mail) => mail.idempotencyKey).toSorted()).toEqual(decided.map(({ id }) => id).toSorted());
    // Nothing more of the same, however often the house looks.
    expect(await rig.pass(600)).toEqual([]);
  });

  it('(D51) a burst is one mail; then one an hour at most, until somebody looks', async () => {
    const rig = await mailing();
    const mine = await rig.post(rig.ada, 'A lamp');
    await rig.comment(rig.bob, mine, mine, 'One');
    expect(await rig.pass(3)).toEqual([]);
    await rig.comment(rig.cid, mine, mine, 'Two');
    expect(await rig.pass(2.5)).toEqual(['2 new comments on your post']);
    expect(rig.mails.at(-1)?.text).toContain('“Two”');
    await rig.comment(rig.bob, mine, mine, 'Three');
    expect(await rig.pass(50)).toEqual([]);
    expect(await rig.pass(15)).toEqual(['3 new comments on your post']);
    await rig.readAll(rig.ada);
    await rig.comment(rig.bob, mine, mine, 'Four');
    expect(await rig.pass(6)).toEqual(['Ada L. commented on your post']);
  });

  it('several messages are named with one full stop after the initial of who wrote them', async () => {
    const rig = await mailing();
    await rig.give(rig.bob, 'StartChat', { userId: rig.ada });
    const chatId = chatIdOf(rig.ada, rig.bob);
    for (const said of ['One', 'Two']) {
      await rig.give(rig.bob, 'SendMessage', { chatId, text: said, media: [], postId: null });
    }
    expect(await rig.pass(6)).toEqual(['2 new messages from Ada L.']);
    expect(rig.mails.at(-1)?.text).toContain('2 new messages from Ada L.\n');
  });

  it('[NOTF-07] [COMM-11 in part] [SAVE-09 in part] none about oneself, about what was read, or about what is gone', async () => {
    const rig = await mailing();
    const mine = await rig.post(rig.ada, 'A lamp');
    const own = await rig.comment(rig.ada, mine, mine, 'It is bright.');
    await rig.comment(rig.ada, mine, own, 'Very.');
    await rig.give(rig.ada, 'SavePost', { postId: mine });
    await rig.give(rig.ada, 'LikeComment', { commentId: own });
    expect(await rig.pass(10)).toEqual([]);

    await rig.comment(rig.bob, mine, mine, 'Read in time');
    await rig.give(rig.bob, 'SavePost', { postId: mine });
    expect(await rig.pass(3)).toEqual([]);
    await rig.readAll(rig.ada);
    expect(await rig.pass(10)).toEqual([]);

    const gone = await rig.comment(rig.bob, mine, mine, 'Taken back');
    await rig.give(rig.cid, 'LikeComment', { commentId: own });
    await rig.give(rig.cid, 'UnlikeComment', { commentId: own });
    await rig.give(rig.bob, 'DeletePost', { postId: gone });
    expect(await rig.pass(10)).toEqual([]);
  });

  it('[CHAT-12 in part] none about a conversation that was deleted, be it after the mail was decided; a new beginning quotes nothing of it', async () => {
    const rig = await mailing();
    const chatId = chatIdOf(rig.ada, rig.bob);
    const say = (said: string) => rig.give(rig.bob, 'SendMessage', { chatId, text: said, media: [], postId: null });
    for (const [round, looksBefore] of [false, true].entries()) {
      await rig.give(rig.bob, 'StartChat', { userId: rig.ada });
      await say('The door is at the back.');
      if (looksBefore) await rig.look(6);
      await rig.give(rig.ada, 'DeleteChat', { chatId, round: round + 1 });
      expect([looksBefore, await rig.pass(6)]).toEqual([looksBefore, []]);
    }
    await rig.give(rig.bob, 'StartChat', { userId: rig.ada });
    await say('Anew.');
    expect(await rig.pass(120)).toEqual(['Ada L. sent you a message']);
    expect(rig.mails.map(({ text: plain, html }) => /the back/.test(plain + html))).toEqual([false]);
    expect(rig.mails[0]?.text).toContain('Anew.');
  });

  it('[SAVE-09 in part] a like of a comment is mailed, and names how many like it', async () => {
    const rig = await mailing();
    const mine = await rig.post(rig.bob, 'A lamp');
    const own = await rig.comment(rig.ada, mine, mine, 'It is bright.');
    await rig.pass(10);
    rig.mails.length = 0;
    await rig.give(rig.bob, 'LikeComment', { commentId: own });
    await rig.give(rig.cid, 'LikeComment', { commentId: own });
    expect(await rig.pass(6)).toEqual(['Ada L. and 1 other liked your comment']);
    expect(rig.mails.map(buttonOf)).toEqual([`${SITE}/post/${mine}?comment=${own}`]);
  });

  it('[NOTF-10] (Q52) off, all four stop; a kind that is off stops alone', async () => {
    const off = await mailing();
    await off.give(off.ada, 'ChangeEmailNotifications', { wanted: false });
    await everyKind(off);
    const toAda = (rig: Rig) => rig.mails.filter(({ to }) => to === 'ada@ou.edu').map(({ subject }) => subject);
    await off.pass(6);
    expect(toAda(off)).toEqual([]);

    const some = await mailing();
    await some.give(some.ada, 'ChangeMailKind', { kind: 'like', wanted: false });
    const data = { userId: some.ada, kind: 'message' };
    const command = { id: idOf('link'), type: 'UnsubscribeFrom', version: 1, data };
    const house = { actor: SYSTEM, campus: 'ou', origin: 'server' } as const;
    expect(await some.dispatcher.dispatch(command, house)).toMatchObject({ ok: true });
    await everyKind(some);
    await some.pass(6);
    expect(toAda(some).toSorted()).toEqual(['Ada L. commented on your post', 'Ada L. replied to your comment']);
  });

  it('[GUARD-11 in part] none goes to somebody who was banned meanwhile', async () => {
    const rig = await mailing();
    await everyKind(rig);
    const house = { actor: SYSTEM, campus: 'ou', origin: 'server' } as const;
    const command = { id: idOf('moderator'), type: 'AppointModerator', version: 1, data: { userId: rig.cid } } as const;
    expect(await rig.dispatcher.dispatch(command as never, house)).toMatchObject({ ok: true });
    await rig.give(rig.cid, 'BanPerson', { userId: rig.ada, reason: 'scam', note: '', about: rig.ada });
    await rig.pass(6);
    expect(rig.mails.filter(({ to }) => to === 'ada@ou.edu')).toEqual([]);
    expect(rig.mails.filter(({ to }) => to === 'cid@ou.edu')).not.toEqual([]);
  });

  it('none goes to somebody who is leaving (P8)', async () => {
    const rig = await mailing();
    await everyKind(rig);
    await rig.give(rig.ada, 'RequestDeletion', {});
    await rig.pass(6);
    expect(rig.mails.filter(({ to }) => to === 'ada@ou.edu')).toEqual([]);
    expect(rig.mails.filter(({ to }) => to === 'cid@ou.edu')).not.toEqual([]);
  });

  it('one that is late by more than a day holds up no other of its list', async () => {
    const rig = await mailing();
    const lamp = await rig.post(rig.ada, 'A lamp');
    await rig.comment(rig.bob, lamp, lamp, 'One');
    rig.clock.advance(24 * 60 * MINUTE_MS);
    const desk = await rig.post(rig.ada, 'A desk');
    await rig.comment(rig.cid, desk, desk, 'Two');
    rig.clock.advance(60 * MINUTE_MS);
    expect(await rig.pass(6)).toEqual(['Ada L. commented on your post']);
    expect(rig.mails.map(({ text }) => text.includes('Two'))).toEqual([true]);
  });

  it('nobody is mailed a day late, as after a standstill; what comes then is mailed', async () => {
    const rig = await mailing();
    const mine = await rig.post(rig.ada, 'A lamp');
    await rig.comment(rig.bob, mine, mine, 'One');
    expect(await rig.pass(26 * 60)).toEqual([]);
    await rig.comment(rig.bob, mine, mine, 'Two');
    expect(await rig.pass(6)).toEqual(['Ada L. commented on your post']);
  });
});
