import { useCallback, useEffect, useRef } from 'react';
import type { Conversation } from '#projections/message/collections.ts';
import { writes } from '#projections/message/signals.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useHeard, useSay } from '../sync/hooks.ts';

const topicOf = ({ chat, round }: Conversation) => topicName.messages(chat, String(round));

/** Tells the other one, who has the conversation open, that one writes, and when that is over. Call it with each text. */
export function useSayWrites(side: Conversation): (text: string) => void {
  const say = useSay(writes, topicOf(side));
  const isSaid = useRef(false);
  const note = useCallback(
    (text: string) => {
      const isWriting = text.trim() !== '';
      if (isWriting || isSaid.current) say({ isWriting });
      isSaid.current = isWriting;
    },
    [say],
  );
  // Nobody writes a text that is left behind.
  useEffect(() => () => note(''), [note]);
  return note;
}

/** Whether the other one writes now. */
export function useWrites(side: Conversation): boolean {
  return useHeard(writes, topicOf(side)).some(({ from, data }) => from === side.partner && data.isWriting);
}
