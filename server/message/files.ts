import { fileNamesOf } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { messageAccess } from '#domain/message/access.ts';
import type { MessageState } from '#domain/message/state.ts';
import { type Chat, chats } from '#projections/chat/collections.ts';
import { type Message, messages } from '#projections/message/collections.ts';
import { revealed } from '../http/revealed.ts';
import { defineFiles } from '../media/nounFiles.ts';
import type { OpenReads } from '../read/openReads.ts';

/** Photos and videos of messages (CHAT-09): for the two people alone, and in no cache. */
export const messageFiles = defineFiles<MessageState>({
  kind: 'messages',
  category: 'message',
  accepts: ['jpeg', 'png', 'gif', 'webp', 'mp4', 'mov', 'avi'],
  namedAfter(event) {
    switch (event.type) {
      case 'MessageSent':
        return fileNamesOf(reveal(event.data.media) ?? []);
      case 'MessageDeleted':
        return [];
      default:
        return null;
    }
  },
  refusesUpload({ place, deleted }, _id, userId) {
    if (place === null) return null;
    // Somebody else learns nothing of it, not even that it was deleted.
    if (place.author !== userId) return 'MESSAGE_UNKNOWN';
    return deleted ? 'MESSAGE_DELETED' : null;
  },
  async shown(store, id, name) {
    const [found] = await store.get([{ collection: messages.name, key: id }]);
    if (found === undefined) return 'unnamed';
    const message = found.doc as Message | null;
    if (message === null || !(await isPresent(store, message))) return 'gone';
    const isNamed = fileNamesOf(revealed(message.media) ?? []).includes(name);
    if (!isNamed) return 'unnamed';
    const maySee = (reader: Parameters<typeof messageAccess.maySee>[0]) => messageAccess.maySee(reader, message);
    return { owner: message.author, maySee, isConfidential: true };
  },
});

/** A conversation goes at once and its messages one by one, so a message of a deleted one counts as gone (P8, Q46). */
async function isPresent(store: Pick<OpenReads, 'get'>, { chat, round }: Message): Promise<boolean> {
  const [found] = await store.get([{ collection: chats.name, key: chat }]);
  return (found?.doc as Chat | null | undefined)?.round === round;
}
