import { expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import type { Rows } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { id, registration } from '#test/projections/support/events.ts';
import { guest, hubRig, subscribeTo } from './hubRig.ts';

it('[P5] one’s own document comes with what it refers to, whatever one has joined: a conversation with its last message', async () => {
  const { hub, log, publish } = await hubRig();
  for (const name of ['ada', 'bob']) log.add('UserRegistered', registration(name));
  const chatId = id('chat');
  log.add('ChatStarted', { chatId, round: 1, starter: id('ada'), partner: id('bob') });
  await publish();
  // The page of the conversation asks for it alone: neither its messages nor the list are joined.
  const reader = guest(hub, id('bob'));
  await reader.peer.receive('subscribe', subscribeTo(topicName.chat(chatId)));
  const messageId = id('message');
  log.add('MessageSent', {
    ...{ messageId, chatId, round: 1, author: id('ada'), recipient: id('bob') },
    ...{ text: personal('Hello'), media: personal([]), hasMedia: false, post: null },
  });
  await publish();
  const received = () => reader.sent<Rows>('rows').flatMap(({ documents, refs }) => [...documents, ...refs]);
  expect(received().map(({ collection }) => collection)).toContain('conversations');
  const message = (fields: object) =>
    expect.objectContaining({ collection: 'messages', key: messageId, doc: expect.objectContaining(fields) });
  expect(received()).toContainEqual(message({ text: 'Hello', likedBy: [] }));
  // It is followed from then on.
  log.add('MessageLiked', { messageId, chatId, round: 1, author: id('ada'), recipient: id('bob'), userId: id('bob') });
  await publish();
  expect(received()).toContainEqual(message({ likedBy: [id('bob')] }));
});
