import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Conversation, type Message, messages } from '#projections/message/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Skeleton } from '../kit/Skeleton.tsx';
import { serverNow } from '../kit/time/serverClock.ts';
import { withPeriod } from '../kit/withPeriod.ts';
import { useDocuments, useOutbox, useSend, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { LogStretch } from './LogStretch.tsx';
import { MessageItem } from './MessageItem.tsx';
import styles from './MessageLog.module.css';
import { UnsentMessage } from './PendingMessage.tsx';
import { receiptOf } from './receipt.ts';
import { entriesOfChat, type Row, rowsOf } from './rows.ts';
import { sharedTopics } from './sharedTopics.ts';
import { createStretches, type Stretch } from './stretches.ts';
import { dayTitle } from './times.ts';
import { isAtEnd, useAnchor } from './useAnchor.ts';
import { useSeen } from './useSeen.ts';
import { useSoughtMessage } from './useSoughtMessage.ts';

/** CSS pixels from the upper end at which older messages are asked for (CHAT-05). */
export const OLDER_TRIGGER_PX = 67;

/** Stretches at the end that are always drawn: a jump to the newest message finds them. */
const NEWEST_HELD = 2;

/** The messages of a conversation, live, the newest at the bottom; older ones come by scrolling up (CHAT-05). */
export function MessageLog({ side, partner }: { readonly side: Conversation; readonly partner: string }) {
  const name = topicName.messages(side.chat, String(side.round));
  const topic = useTopic(name);
  const shown = useDocuments(messages, useWindow(name));
  const outbox = useOutbox();
  const entries = useMemo(() => entriesOfChat(outbox, side.chat), [outbox, side.chat]);
  const rows = useMemo(() => rowsOf(shown, entries), [shown, entries]);
  const [divide] = useState(() => createStretches());
  const stretches = useMemo(() => divide(rows), [divide, rows]);
  const topics = useMemo(() => sharedTopics(shown), [shown]);
  const pane = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const notePlace = useAnchor(pane, content);
  const lookForSeen = useSeen(pane, useUnseen(shown, side), useMark());
  const last = shown[0];
  const isWriting = last !== undefined && entries.has(last.id);
  const news = useNews(shown, side.user, isWriting, pane);
  const askForOlder = useOlder(pane, topic, shown.length);
  const sought = useSoughtMessage(pane, shown, topic);
  const receipt = receiptOf(last, side, !isWriting);

  const onScroll = () => {
    notePlace();
    lookForSeen();
    news.look();
    askForOlder();
  };
  const isKnown = topic.status === 'live' || topic.status === 'stale';
  const draw = (row: Row) => {
    if (row.kind === 'day') return <DayTitle key={row.key} at={row.at} />;
    if (row.kind === 'unsent') return <UnsentMessage key={row.key} entry={row.entry} />;
    const { message, isFollowed } = row;
    return (
      <MessageItem
        key={row.key}
        message={message}
        isOwn={message.author === side.user}
        partner={partner}
        pending={entries.get(message.id)}
        isFollowed={isFollowed}
        sharedTopic={message.post === null ? null : (topics.get(message.post.id) ?? null)}
        receipt={message.id === last?.id && receipt !== null ? <Receipt text={receipt} /> : null}
      />
    );
  };
  return (
    <div className={styles.frame}>
      <div
        ref={pane}
        className={styles.pane}
        role="log"
        aria-live="polite"
        aria-label="Messages"
        aria-busy={topic.loadingMore || !isKnown}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys, too
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className={styles.content}>
          {topic.hasMore && rows.length > 0 && <Bones count={1} label="Loading older messages" />}
          {rows.length === 0 && !isKnown && <TopicWaiting topic={topic} skeleton={<Bones count={5} />} />}
          {stretches.map((stretch, index) => (
            <LogStretch
              key={stretch.key}
              pane={pane}
              rows={stretch.rows}
              isHeld={stretches.length - index <= NEWEST_HELD || holds(stretch, sought)}
              isNewest={index === stretches.length - 1}
              draw={draw}
            />
          ))}
          {rows.length === 0 && isKnown && <p className={styles.begin}>Say hello to {withPeriod(partner)}</p>}
        </div>
      </div>
      <div className={styles.pillPlace} role="status">
        {news.count > 0 && (
          <button type="button" className={styles.pill} onClick={() => scrollToEnd(pane.current)}>
            <ArrowDown size={18} aria-hidden />
            {news.count === 1 ? '1 new message' : `${news.count} new messages`}
          </button>
        )}
      </div>
    </div>
  );
}

/** Whether a message is in a stretch. */
function holds({ rows }: Stretch, messageId: string | null): boolean {
  return messageId !== null && rows.some(({ key }) => key === messageId);
}

/** Shows the newest message. */
function scrollToEnd(pane: HTMLElement | null): void {
  pane?.scrollTo({ top: 0, behavior: 'instant' });
}

function DayTitle({ at }: { readonly at: string }) {
  return <h2 className={styles.day}>{dayTitle(at, serverNow())}</h2>;
}

function Receipt({ text }: { readonly text: string }) {
  return <span className={styles.receipt}>{text}</span>;
}

/** Grey bubbles in place of messages that are loading. */
function Bones({ count, label = 'Loading messages' }: { readonly count: number; readonly label?: string }) {
  return (
    <div className={styles.bones} role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={String(index)} width={index % 2 === 0 ? '58%' : '42%'} height={40} />
      ))}
    </div>
  );
}

/** The other one's messages that have no mark yet, newest first. */
function useUnseen(shown: readonly Message[], { user, receivedSeen }: Conversation): readonly Message[] {
  return useMemo(
    () => shown.filter(({ author, ordinal }) => author !== user && ordinal > receivedSeen),
    [shown, user, receivedSeen],
  );
}

/** Sends the mark of a message. One that is refused is no loss to anybody: the message is gone. */
function useMark(): (message: Message) => void {
  const send = useSend();
  return useCallback(
    ({ id }) => {
      send('SeeMessage', { messageId: id }, { isUnasked: true });
    },
    [send],
  );
}

/**
 * How many messages of the other one have come below the part that is shown.
 *
 * @param isWriting the newest message is one that was just written here: it leads to the end
 */
function useNews(
  shown: readonly Message[],
  userId: string,
  isWriting: boolean,
  pane: { readonly current: HTMLElement | null },
) {
  /** Position of the newest one when the reader left the end; `null`: is there, and misses nothing. */
  const [leftAt, setLeftAt] = useState<string | null>(null);
  const newest = shown[0]?.id;
  // Where there is none, older ones may come as one scrolls up: no news either.
  const received = (shown.find(({ author }) => author !== userId) ?? shown.at(-1))?.order ?? '';
  const look = useCallback(() => {
    const { current } = pane;
    if (newest === undefined || current === null) return;
    setLeftAt((before) => (isAtEnd(current) ? null : (before ?? received)));
  }, [pane, newest, received]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message that is written leads to the end
  useEffect(() => {
    if (isWriting) scrollToEnd(pane.current);
  }, [isWriting, newest, pane]);
  useEffect(look, [look]);
  const count = leftAt === null ? 0 : shown.filter(({ author, order }) => author !== userId && order > leftAt).length;
  return { count, look };
}

/** Asks for older messages when the upper end is near, also where a page does not fill the pane. */
function useOlder(
  pane: { readonly current: HTMLElement | null },
  topic: { readonly hasMore: boolean; readonly loadingMore: boolean; loadMore(): void },
  count: number,
): () => void {
  const { hasMore, loadingMore, loadMore } = topic;
  const ask = useCallback(() => {
    const { current } = pane;
    if (current === null || !hasMore || loadingMore) return;
    const above = current.scrollHeight - current.clientHeight + current.scrollTop;
    if (above <= OLDER_TRIGGER_PX) loadMore();
  }, [pane, hasMore, loadingMore, loadMore]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more messages move the upper end
  useEffect(ask, [ask, count]);
  return ask;
}
