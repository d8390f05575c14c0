import { useCallback, useRef } from 'react';
import { TALK_LIST } from '#domain/notification/kinds.ts';
import { messageLikesKey, notifications } from '#projections/notification/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { isWatched, useWatched } from '../message/face.ts';
import { useDocument, useSend, useTopic } from '../sync/hooks.ts';
import { isUnreadIn, useUnread } from './useUnread.ts';

/**
 * Reads what is notified of likes in a conversation while somebody has it open: nobody reads the same news twice. What is
 * notified of messages is read by their being seen, by the house.
 */
export function useReadTalk(chatId: string, userId: string): void {
  useTopic(topicName.notifications(TALK_LIST, userId));
  const likes = useDocument(notifications, messageLikesKey(chatId, userId));
  const unread = useUnread();
  const send = useSend();
  const marked = useRef(0);
  useWatched(
    useCallback(() => {
      if (likes === undefined || likes.number <= marked.current || !isWatched() || !isUnreadIn(unread, likes)) return;
      marked.current = likes.number;
      const read = [{ notificationId: likes.id, number: likes.number }];
      send('ReadNotifications', { campus: TALK_LIST, read }, { isUnasked: true });
    }, [likes, unread, send]),
  );
}
