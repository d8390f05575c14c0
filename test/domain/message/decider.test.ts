import { describe, expect, it } from '@jest/globals';
import { type CampusState, initialCampus } from '#domain/campus/state.ts';
import { chatDecider } from '#domain/chat/decider.ts';
import type { ChatEvent } from '#domain/chat/events.ts';
import { chatIdOf } from '#domain/chat/pair.ts';
import type { ChatState } from '#domain/chat/state.ts';
import { newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { personal } from '#domain/kernel/personal.ts';
import { messageAccess } from '#domain/message/access.ts';
import { messageCommands } from '#domain/message/commands.ts';
import { messageDecider } from '#domain/message/decider.ts';
import type { MessageEvent } from '#domain/message/events.ts';
import type { PostState } from '#domain/post/state.ts';
import { rejections } from '#domain/registry.ts';
import type { UserState } from '#domain/user/state.ts';
import { as, given, stateAfter, system, visitor } from '../given.ts';
import {
  ada,
  bob,
  confirmed,
  desk,
  erased,
  id,
  member,
  photo,
  postAfter,
  deleted as postDeleted,
  posted,
  registered,
  userAfter,
} from '../samples.ts';

const cyd = id('cyd');
const chatId = chatIdOf(ada, bob);
const round = { chatId, round: 1, starter: ada, partner: bob };
const begun: ChatEvent = { type: 'ChatStarted', data: round };
const chatAfter = (...events: ChatEvent[]): ChatState => stateAfter(chatDecider, [begun, ...events]);
const never = chatDecider.initial;
const standing = chatAfter();
const over = chatAfter({ type: 'ChatDeleted', data: round });
const closed = chatAfter({ type: 'ChatClosed', data: { ...round, gone: bob } });

const commandId = id('write');
const messageId = newId(commandId, 0);
const place = { messageId, chatId, round: 1, author: ada, recipient: bob };
const said = (data: Partial<Extract<MessageEvent, { type: 'MessageSent' }>['data']> = {}): MessageEvent => ({
  type: 'MessageSent',
  data: { ...place, text: personal('Hi!'), media: personal([]), hasMedia: false, post: null, ...data },
});

interface Words {
  readonly text?: string;
  readonly media?: Media[];
  readonly postId?: string | null;
}

const write = ({ text = 'Hi!', media = [], postId = null }: Words = {}) =>
  ({ id: commandId, type: 'SendMessage', data: { chatId, text, media, postId } }) as const;

interface Facts {
  readonly user?: UserState;
  readonly chat?: ChatState;
  readonly post?: PostState;
  readonly campus?: CampusState | null;
  readonly uploads?: Record<string, Media>;
}

const by = (userId: string, facts: Facts = {}) => ({
  actor: as(userId),
  facts: { user: member(userId), chat: standing, post: postAfter(), campus: null, uploads: {}, ...facts },
});
const own = (userId: string, user = member(userId)) => ({ actor: as(userId), facts: { user } });

describe('writing a message', () => {
  it('[CHAT-08 in part] [DATA-05 in part] [DATA-16 in part] says what was written, where, by whom and to whom', () => {
    given(messageDecider).when(write(), by(ada)).thenExactly(said());
    given(messageDecider)
      .when(write({ text: '  Hi!\r\nBob \u0000' }), by(bob))
      .thenExactly(said({ author: bob, recipient: ada, text: personal('Hi!\nBob') }));
  });

  it('[DATA-14 in part] happens once, however often the command is given', () => {
    given(messageDecider, said()).when(write(), by(ada)).thenNothing();
    expect(messageCommands.SendMessage.target(write(), as(ada))).toBe(messageId);
  });

  it('meets the round that it was written in alone: what comes late gets into no new conversation (D52)', () => {
    const inRound = (meant: number) => {
      const command = write();
      return { ...command, data: { ...command.data, round: meant } };
    };
    const again: ChatEvent = { type: 'ChatStarted', data: { ...round, round: 2 } };
    const second = by(ada, { chat: chatAfter({ type: 'ChatDeleted', data: round }, again) });
    given(messageDecider).when(inRound(1), second).thenRefused('CHAT_ROUND_OVER');
    given(messageDecider)
      .when(inRound(2), second)
      .thenExactly(said({ round: 2 }));
    given(messageDecider).when(inRound(3), second).thenRefused('CHAT_UNKNOWN');
    // Who has just begun does not know the round yet.
    given(messageDecider)
      .when(write(), second)
      .thenExactly(said({ round: 2 }));
  });

  it('[CHAT-08 in part] takes 500 characters at most, and nothing empty (D34)', () => {
    expect(given(messageDecider).when(write({ text: 'x'.repeat(500) }), by(ada)).decision.ok).toBe(true);
    given(messageDecider)
      .when(write({ text: 'x'.repeat(501) }), by(ada))
      .thenRefused('MESSAGE_TOO_LONG');
    expect(rejections.MESSAGE_TOO_LONG?.text).toBe('Error: Too many characters!');
    for (const text of ['', '  \n', '\u200b']) {
      given(messageDecider).when(write({ text }), by(ada)).thenRefused('MESSAGE_EMPTY');
    }
  });

  it('[CHAT-09 in part] takes one file at a time, as the server measured it, in the folder of the message', () => {
    const file = photo('lamp');
    const measured = { ...file, width: 640, height: 480 };
    const uploads = { [file.name]: measured };
    given(messageDecider)
      .when(write({ text: '', media: [file] }), by(ada, { uploads }))
      .thenExactly(said({ text: personal(''), media: personal([measured]), hasMedia: true }));
    const two = [file, photo('desk')];
    given(messageDecider)
      .when(write({ media: two }), by(ada, { uploads }))
      .thenRefused('MESSAGE_FILES');
    given(messageDecider)
      .when(write({ media: [file] }), by(ada))
      .thenRefused('FILE_MISSING');
    const { folder } = messageCommands.SendMessage.files(write({ media: [file] }), as(ada)) ?? {};
    expect(folder).toBe(`messages/${messageId}`);
  });

  it('[CHAT-21 in part] shares a post that its author may see and that stands, with its campus', () => {
    const shared = { post: postAfter(posted()), campus: initialCampus };
    given(messageDecider)
      .when(write({ text: '', postId: desk }), by(ada, shared))
      .thenExactly(said({ text: personal(''), post: { id: desk, campus: 'ou' } }));
    given(messageDecider)
      .when(write({ text: '', postId: desk }), by(ada, { ...shared, post: postAfter(posted({ campus: 'ut' })) }))
      .thenExactly(said({ text: personal(''), post: { id: desk, campus: 'ut' } }));
    given(messageDecider)
      .when(write({ postId: desk }), by(ada))
      .thenRefused('POST_UNKNOWN');
    const gone = { ...shared, post: postAfter(posted(), postDeleted(posted())) };
    given(messageDecider)
      .when(write({ postId: desk }), by(ada, gone))
      .thenRefused('POST_DELETED');
    const hidden = { ...shared, campus: { ...initialCampus, privacy: 'private' as const } };
    given(messageDecider)
      .when(write({ postId: desk }), by(ada, { ...hidden, user: member(ada, 'ut') }))
      .thenRefused('POST_UNKNOWN');
    expect(given(messageDecider).when(write({ postId: desk }), by(ada, hidden)).decision.ok).toBe(true);
  });

  it('[CHAT-17] needs a verified school, whichever it is', () => {
    const confirmedAda = userAfter(registered(ada), confirmed(ada));
    const user = userAfter(registered(ada));
    given(messageDecider).when(write(), by(ada, { user })).thenRefused('EMAIL_NOT_CONFIRMED');
    given(messageDecider)
      .when(write(), by(ada, { user: confirmedAda }))
      .thenRefused('SCHOOL_NOT_VERIFIED');
    given(messageDecider)
      .when(write(), by(ada, { user: member(ada, 'ut') }))
      .thenExactly(said());
    given(messageDecider)
      .when(write(), { ...by(ada), actor: visitor })
      .thenRefused('SIGNED_OUT');
    given(messageDecider)
      .when(write(), by(ada, { user: userAfter(registered(ada), erased(ada)) }))
      .thenRefused('SIGNED_OUT');
  });

  it.each([
    ['never was', never],
    ['is of others', standing],
    ['was deleted', over],
  ])('[CHAT-22 in part] [CHAT-03 in part] answers everybody else alike about a conversation that %s', (_what, chat) => {
    given(messageDecider).when(write(), by(cyd, { chat })).thenRefused('CHAT_UNKNOWN');
    // Nor does a person without a school learn who talks with whom: the id follows from the two.
    const user = userAfter(registered(cyd), confirmed(cyd));
    given(messageDecider).when(write(), by(cyd, { chat, user })).thenRefused('SCHOOL_NOT_VERIFIED');
    given(messageDecider)
      .when(write(), { ...by(cyd, { chat }), actor: visitor })
      .thenRefused('SIGNED_OUT');
  });

  it('[CHAT-12 in part] is over once the conversation was deleted, by whomever', () => {
    given(messageDecider)
      .when(write(), by(ada, { chat: over }))
      .thenRefused('CHAT_UNKNOWN');
    given(messageDecider)
      .when(write(), by(bob, { chat: over }))
      .thenRefused('CHAT_UNKNOWN');
  });

  it('is over once the account of one of the two has ended (D53)', () => {
    given(messageDecider)
      .when(write(), by(ada, { chat: closed }))
      .thenRefused('CHAT_CLOSED');
  });
});

const see = { id: id('see'), type: 'SeeMessage', data: { messageId } } as const;
const like = { id: id('like'), type: 'LikeMessage', data: { messageId } } as const;
const unlike = { id: id('unlike'), type: 'UnlikeMessage', data: { messageId } } as const;
const deleted: MessageEvent = { type: 'MessageDeleted', data: place };

describe('a message that was sent', () => {
  it('[CHAT-10 in part] is seen by its recipient, once; by its author there is nothing to see', () => {
    const seen: MessageEvent = { type: 'MessageSeen', data: place };
    given(messageDecider, said()).when(see, own(bob)).thenExactly(seen);
    given(messageDecider, said(), seen).when(see, own(bob)).thenNothing();
    given(messageDecider, said()).when(see, own(ada)).thenNothing();
  });

  it('[CHAT-11 in part] is liked by either of the two, and no longer', () => {
    const liked = (userId: string): MessageEvent => ({ type: 'MessageLiked', data: { ...place, userId } });
    const unliked: MessageEvent = { type: 'MessageUnliked', data: { ...place, userId: bob } };
    for (const person of [ada, bob]) given(messageDecider, said()).when(like, own(person)).thenExactly(liked(person));
    given(messageDecider, said(), liked(bob)).when(like, own(bob)).thenNothing();
    given(messageDecider, said(), liked(bob)).when(like, own(ada)).thenExactly(liked(ada));
    given(messageDecider, said(), liked(bob)).when(unlike, own(bob)).thenExactly(unliked);
    given(messageDecider, said(), liked(bob), unliked).when(unlike, own(bob)).thenNothing();
    given(messageDecider, said(), liked(bob)).when(unlike, own(ada)).thenNothing();
  });

  it.each([see, like, unlike])('[CHAT-22 in part] is nothing to anybody else: $type', (command) => {
    for (const history of [[], [said()], [said(), deleted]] as const) {
      given(messageDecider, ...history)
        .when(command, own(cyd))
        .thenRefused('MESSAGE_UNKNOWN');
      given(messageDecider, ...history)
        .when(command, { ...own(cyd), actor: visitor })
        .thenRefused('SIGNED_OUT');
    }
    given(messageDecider, said(), deleted).when(command, own(bob)).thenRefused('MESSAGE_DELETED');
  });

  it('[DATA-13 in part] ends by the house alone, once', () => {
    const end = { id: id('end'), type: 'EndMessage', data: { messageId } } as const;
    const house = { actor: system, facts: {} };
    given(messageDecider, said()).when(end, house).thenExactly(deleted);
    given(messageDecider, said(), deleted).when(end, house).thenNothing();
    given(messageDecider).when(end, house).thenRefused('MESSAGE_UNKNOWN');
    given(messageDecider, said())
      .when(end, { actor: as(ada), facts: {} })
      .thenRefused('NOT_ALLOWED');
  });

  it('[CHAT-22 in part] is seen by the two alone, moderators included', () => {
    const reader = (userId: string | null) => ({ ...member(cyd), userId, isModerator: true, closed: [] });
    const may = [ada, bob, cyd, null].map((each) => messageAccess.maySee(reader(each), place));
    expect(may).toEqual([true, true, false, false]);
  });
});
