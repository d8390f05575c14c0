import { reveal } from '#domain/kernel/personal.ts';
import { MESSAGES_BURST, MESSAGES_PER_MINUTE } from '#domain/message/limits.ts';
import { messages } from '#projections/message/collections.ts';
import { defineServerNoun } from '../noun.ts';
import { endsWith } from '../reactors/dependents.ts';
import { createMessageEndings } from './endings.ts';
import { messageFiles } from './files.ts';
import { messageMailDeadline } from './mailDeadline.ts';
import { createMessageMails } from './mails.ts';

/** Messages: their files, and their end with their conversation or their author's account. */
export const messageNoun = defineServerNoun({
  name: 'message',
  rates: [
    { name: 'messages', commands: ['SendMessage'], rate: { perMinute: MESSAGES_PER_MINUTE, burst: MESSAGES_BURST } },
  ],
  reactors: { messages: createMessageEndings, messageMails: createMessageMails },
  deadlines: [messageMailDeadline],
  archive: {
    // One's own words alone: those of the other one are the other's (D57).
    MessageSent: ({ data: { text, hasMedia, post } }) => ({
      what: hasMedia ? 'You sent a photo or video' : post === null ? 'You wrote a message' : 'You shared a post',
      text: reveal(text),
    }),
    MessageLiked: () => ({ what: 'You liked a message' }),
    MessageUnliked: () => ({ what: 'You no longer liked a message' }),
    MessageDeleted: () => ({ what: 'A message was deleted' }),
  },
  dependents: [
    endsWith('user', messages, 'ofAuthor', ({ id: messageId }) => ({ type: 'EndMessage', data: { messageId } })),
  ],
  files: messageFiles,
});
