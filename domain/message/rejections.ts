import { gone, invalid, notFound } from '../kernel/rejection.ts';

/** Refusals about messages. */
export const messageRejections = {
  /** CHAT-08; the form shows it at most once in 3 s (D34). */
  MESSAGE_TOO_LONG: invalid('Error: Too many characters!'),
  MESSAGE_EMPTY: invalid('Please write something or add a photo.'),
  /** CHAT-09. */
  MESSAGE_FILES: invalid('Please choose one photo or video at a time.'),
  MESSAGE_UNKNOWN: notFound("This message doesn't exist."),
  MESSAGE_DELETED: gone('This message was deleted.'),
};
