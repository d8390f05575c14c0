import { expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import type { Conversation, Message } from '#projections/message/collections.ts';
import type { Profile } from '#projections/user/collections.ts';
import { lastWords } from '#web/chat/lastWords.ts';
import { partnerName } from '#web/chat/partnerName.ts';

const side = (author: string | null) =>
  ({ user: 'ann', lastMessage: author === null ? null : { id: 'm', author } }) as Conversation;
const message = (text: string, more: Partial<Message> = {}) =>
  ({ text: personal(text), hasMedia: false, post: null, ...more }) as Message;

it('[CHAT-01 in part] the list shows the last message: whose it is, and what stands for one without words', () => {
  expect(lastWords(side('ben'), message('Hello\n there'))).toBe('Hello there');
  expect(lastWords(side('ann'), message('Hello'))).toBe('You: Hello');
  expect(lastWords(side('ben'), message('', { hasMedia: true }))).toBe('Photo');
  expect(lastWords(side('ann'), message('', { post: { id: 'p', campus: 'ou' } }))).toBe('You: Shared a post');
  const shared = message('', { post: { id: 'p', campus: 'ou' } });
  expect(lastWords(side('ann'), shared, '* Post deleted **')).toBe('You: * Post deleted **');
  expect(lastWords(side('ben'), shared, '* Post deleted **')).toBe('* Post deleted **');
  expect(lastWords(side('ben'), message('Hello', { post: { id: 'p', campus: 'ou' } }), '* Post deleted **')).toBe(
    'Hello',
  );
  expect(lastWords(side('ben'), undefined)).toBe('Message deleted');
  expect(lastWords(side(null), undefined)).toBe('No messages yet');
});

it('somebody whose account has ended has no name any more (D53)', () => {
  const ben = { erased: false, firstName: personal('Ben'), lastName: personal('B.') } as unknown as Profile;
  expect(partnerName(ben, false)).toBe('Ben B.');
  expect(partnerName(ben, true)).toBe('Deleted user');
  expect(partnerName({ ...ben, erased: true }, false)).toBe('Deleted user');
});
