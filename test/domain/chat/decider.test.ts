import { describe, expect, it } from '@jest/globals';
import { type CampusState, initialCampus } from '#domain/campus/state.ts';
import { chatAccess } from '#domain/chat/access.ts';
import { chatCommands } from '#domain/chat/commands.ts';
import { chatDecider } from '#domain/chat/decider.ts';
import type { ChatEvent } from '#domain/chat/events.ts';
import { chatIdOf } from '#domain/chat/pair.ts';
import { VISITOR } from '#domain/kernel/access.ts';
import { rejections } from '#domain/registry.ts';
import type { UserState } from '#domain/user/state.ts';
import { as, given, system, visitor } from '../given.ts';
import { ada, bob, confirmed, erased, id, member, registered, userAfter } from '../samples.ts';

const cyd = id('cyd');
const chatId = chatIdOf(ada, bob);
const round = (n: number, starter = ada, partner = bob) => ({ chatId, round: n, starter, partner });
const started: ChatEvent = { type: 'ChatStarted', data: round(1) };
const opened: ChatEvent = { type: 'ChatOpened', data: round(1) };
const deleted: ChatEvent = { type: 'ChatDeleted', data: round(1) };
const closed: ChatEvent = { type: 'ChatClosed', data: { ...round(1), gone: bob } };

const start = (userId = bob) => ({ id: id('start'), type: 'StartChat', data: { userId } }) as const;
const openOf = (n: number) => ({ id: id('open'), type: 'OpenChat', data: { chatId, round: n } }) as const;
const removeOf = (n: number) => ({ id: id('delete'), type: 'DeleteChat', data: { chatId, round: n } }) as const;
const open = openOf(1);
const remove = removeOf(1);

interface Facts {
  readonly user?: UserState;
  readonly partner?: UserState;
  readonly campus?: CampusState | null;
}

const by = (userId: string, facts: Facts = {}) => ({
  actor: as(userId),
  facts: { user: member(userId), partner: member(userId === ada ? bob : ada), campus: initialCampus, ...facts },
});
const own = (userId: string, user = member(userId)) => ({ actor: as(userId), facts: { user } });

describe('beginning a conversation', () => {
  it('[CHAT-15] [DATA-16 in part] makes one for the two, with who began it', () => {
    given(chatDecider).when(start(), by(ada)).thenExactly(started);
    given(chatDecider)
      .when(start(ada), by(bob))
      .thenExactly({ type: 'ChatStarted', data: round(1, bob, ada) });
  });

  it('[CHAT-15] finds the one that stands, whoever of the two began it, also when both begin at once', () => {
    given(chatDecider, started).when(start(), by(ada)).thenNothing();
    given(chatDecider, started).when(start(ada), by(bob)).thenNothing();
    const targetOf = (actor: string, userId: string) => chatCommands.StartChat.target(start(userId), as(actor));
    expect(targetOf(ada, bob)).toBe(chatId);
    expect(targetOf(bob, ada)).toBe(chatId);
    expect(new Set([targetOf(ada, cyd), targetOf(bob, cyd), chatId]).size).toBe(3);
  });

  it('[CHAT-16] is impossible with oneself', () => {
    given(chatDecider)
      .when(start(ada), by(ada, { partner: member(ada) }))
      .thenRefused('CHAT_WITH_ONESELF');
  });

  it('[CHAT-17] needs a verified school, whichever it is', () => {
    given(chatDecider)
      .when(start(), by(ada, { user: userAfter(registered(ada)) }))
      .thenRefused('EMAIL_NOT_CONFIRMED');
    given(chatDecider)
      .when(start(), by(ada, { user: userAfter(registered(ada), confirmed(ada)) }))
      .thenRefused('SCHOOL_NOT_VERIFIED');
    given(chatDecider)
      .when(start(), by(ada, { user: member(ada, 'ut') }))
      .thenExactly(started);
    given(chatDecider)
      .when(start(), { ...by(ada), actor: visitor })
      .thenRefused('SIGNED_OUT');
  });

  it('is impossible with somebody who was never there, or whom one may not see: the answer is the same; or who has gone', () => {
    const hidden = { ...initialCampus, privacy: 'private' as const };
    given(chatDecider)
      .when(start(), by(ada, { user: member(ada, 'ut'), campus: hidden }))
      .thenRefused('CHAT_UNKNOWN');
    given(chatDecider)
      .when(start(), by(ada, { campus: hidden }))
      .thenExactly(started);
    given(chatDecider)
      .when(start(), by(ada, { partner: userAfter(), campus: null }))
      .thenRefused('CHAT_UNKNOWN');
    given(chatDecider)
      .when(start(), by(ada, { partner: userAfter(registered(bob), erased(bob)) }))
      .thenRefused('USER_ERASED');
  });

  it('after a deletion begins a new round under the same id, with nothing of the past (D52)', () => {
    const again = { type: 'ChatStarted', data: round(2, bob, ada) } as const;
    given(chatDecider, started, opened, deleted).when(start(ada), by(bob)).thenExactly(again);
    expect(given(chatDecider, started, opened, deleted, again).state).toMatchObject({ opened: false, deleted: false });
  });

  it('is over for good once the account of one of them has ended (D53)', () => {
    given(chatDecider, started, closed).when(start(), by(ada)).thenRefused('CHAT_CLOSED');
    given(chatDecider, started, closed, deleted).when(start(), by(ada)).thenRefused('CHAT_CLOSED');
  });
});

describe('opening a conversation', () => {
  it('[CHAT-18] takes the mark from the one who did not begin it, once (Q47)', () => {
    given(chatDecider, started).when(open, own(bob)).thenExactly(opened);
    given(chatDecider, started, opened).when(open, own(bob)).thenNothing();
    given(chatDecider, started).when(open, own(ada)).thenNothing();
  });

  it('[CHAT-22 in part] [CHAT-03 in part] answers others as if there was none, and so after its deletion', () => {
    for (const history of [[], [started], [started, deleted]] as const) {
      given(chatDecider, ...history)
        .when(open, own(cyd))
        .thenRefused('CHAT_UNKNOWN');
      given(chatDecider, ...history)
        .when(open, { ...own(cyd), actor: visitor })
        .thenRefused('SIGNED_OUT');
    }
    given(chatDecider, started, deleted).when(open, own(ada)).thenRefused('CHAT_UNKNOWN');
    expect(rejections.CHAT_UNKNOWN?.text).toBe("This conversation doesn't exist");
  });
});

describe('deleting a conversation', () => {
  it('[CHAT-12 in part] is for both of them to do, once', () => {
    given(chatDecider, started).when(remove, own(ada)).thenExactly(deleted);
    given(chatDecider, started, opened).when(remove, own(bob)).thenExactly(deleted);
    given(chatDecider, started, deleted).when(remove, own(bob)).thenNothing();
    given(chatDecider, started, closed).when(remove, own(ada)).thenExactly(deleted);
  });

  it('[CHAT-12 in part] needs no school: what one has written can always be taken away', () => {
    given(chatDecider, started)
      .when(remove, own(ada, userAfter(registered(ada))))
      .thenExactly(deleted);
  });

  it('[CHAT-22 in part] answers others as if there was none', () => {
    for (const history of [[], [started], [started, deleted]] as const) {
      given(chatDecider, ...history)
        .when(remove, own(cyd))
        .thenRefused('CHAT_UNKNOWN');
      given(chatDecider, ...history)
        .when(remove, { ...own(cyd), actor: visitor })
        .thenRefused('SIGNED_OUT');
    }
  });
});

describe('a command about another round than the present one (D52)', () => {
  const again: ChatEvent = { type: 'ChatStarted', data: round(2, bob, ada) };

  it('is refused in words: a deletion that comes late never deletes what was begun since', () => {
    for (const late of [removeOf(1), openOf(1)]) {
      given(chatDecider, started, deleted, again).when(late, own(ada)).thenRefused('CHAT_ROUND_OVER');
      given(chatDecider, started, deleted, again).when(late, own(cyd)).thenRefused('CHAT_UNKNOWN');
    }
    given(chatDecider, started, deleted, again)
      .when(removeOf(2), own(ada))
      .thenExactly({ type: 'ChatDeleted', data: round(2, bob, ada) });
    expect(rejections.CHAT_ROUND_OVER?.text).toMatch(/deleted before/);
  });

  it('is refused as one about no conversation, if there was no such round', () => {
    for (const early of [removeOf(2), openOf(2)]) {
      given(chatDecider, started).when(early, own(bob)).thenRefused('CHAT_UNKNOWN');
    }
  });
});

describe('the end of an account (D53)', () => {
  const close = (userId: string) => ({ id: id('close'), type: 'CloseChat', data: { chatId, userId } }) as const;
  const house = { actor: system, facts: {} };

  it('closes the conversation, once for each of the two', () => {
    given(chatDecider, started).when(close(bob), house).thenExactly(closed);
    given(chatDecider, started, closed).when(close(bob), house).thenNothing();
    given(chatDecider, started, closed)
      .when(close(ada), house)
      .thenExactly({ type: 'ChatClosed', data: { ...round(1), gone: ada } });
  });

  it('is nothing that people say, nor about others', () => {
    given(chatDecider, started)
      .when(close(bob), { actor: as(ada), facts: {} })
      .thenRefused('NOT_ALLOWED');
    given(chatDecider, started).when(close(cyd), house).thenRefused('CHAT_UNKNOWN');
    given(chatDecider).when(close(bob), house).thenRefused('CHAT_UNKNOWN');
  });
});

it('[CHAT-22 in part] a conversation and the list of them are seen by their people alone, moderators included', () => {
  const reader = (userId: string | null) => ({ ...VISITOR, userId, isModerator: true, closed: [] });
  const pair = { starter: ada, partner: bob };
  expect([ada, bob, cyd, null].map((each) => chatAccess.maySee(reader(each), pair))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([ada, bob, null].map((each) => chatAccess.maySeeList(reader(each), ada))).toEqual([true, false, false]);
});
