import { Ellipsis, MessageCircleOff } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { chatRejections } from '#domain/chat/rejections.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { chats } from '#projections/chat/collections.ts';
import { type Conversation, conversationKey, conversations } from '#projections/message/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type Profile, people } from '#projections/user/collections.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { Menu } from '../kit/Menu.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { EmptyState } from '../kit/State.tsx';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { isWatched, MessageComposer, MessageLog, useWatched, useWrites } from '../message/face.ts';
import { useReadTalk } from '../notification/face.ts';
import { useDocument, useSend, useTopic } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { profilePath, UserAvatar } from '../user/face.ts';
import { BackHeader } from './BackHeader.tsx';
import styles from './ConversationPane.module.css';
import { partnerName } from './partnerName.ts';

const loadPanel = () => import('./ChatPanel.tsx');
const ChatPanel = lazySoon(loadPanel);

/** CSS pixels of the picture in the head. */
const PICTURE_PX = 36;

interface Shown {
  readonly chatId: string;
  readonly userId: string;
  /** There is no list beside it. */
  readonly isAlone: boolean;
}

/** One conversation; of a foreign one, and of one that does not exist, the same is said (CHAT-03, CHAT-22). */
export function ConversationPane({ chatId, userId, isAlone }: Shown) {
  const isId = idSchema.safeParse(chatId).success;
  const topic = useTopic(isId ? topicName.chat(chatId) : null);
  const chat = useDocument(chats, isId ? chatId : null);
  const side = useDocument(conversations, isId ? conversationKey(chatId, userId) : null);
  const partner = useDocument(people, side?.partner ?? null);
  const isKnown = topic.status === 'live' || topic.status === 'stale';
  const isRefused = topic.status === 'refused' && UNKNOWN.includes(topic.refusal?.code ?? '');
  // One that was just begun is shown before the server has it.
  if (chat !== undefined && side !== undefined) return <Known key={side.round} side={side} isAlone={isAlone} />;
  if (!isId || isRefused || isKnown) return <NoConversation isAlone={isAlone} />;
  return (
    <>
      {side === undefined ? (
        <BackHeader isAlone={isAlone} title="Conversation" />
      ) : (
        <BackHeader isAlone={isAlone}>
          <span className={styles.who}>
            <Who side={side} person={partner} />
          </span>
        </BackHeader>
      )}
      <TopicWaiting topic={topic} skeleton={<Bones />} />
    </>
  );
}

/** Refusals of a conversation that is not there for the viewer. */
const UNKNOWN: readonly string[] = ['CHAT_UNKNOWN', 'TOPIC_UNKNOWN'];

/** Picture and name of the other one. */
function Who({ side, person }: { readonly side: Conversation; readonly person: Profile | undefined }) {
  return (
    <>
      <UserAvatar person={side.closed ? undefined : person} size={PICTURE_PX} />
      <h1>
        <bdi>{partnerName(person, side.closed)}</bdi>
      </h1>
    </>
  );
}

function Known({ side, isAlone }: { readonly side: Conversation; readonly isAlone: boolean }) {
  const person = useDocument(people, side.partner);
  const name = partnerName(person, side.closed);
  usePageTitle(name);
  useOpening(side);
  useReadTalk(side.chat, side.user);
  const isWriting = useWrites(side);
  const path = side.closed ? null : profilePath(person);
  const who = <Who side={side} person={person} />;
  return (
    <>
      <BackHeader isAlone={isAlone}>
        {path === null ? (
          <span className={styles.who}>{who}</span>
        ) : (
          <Link className={styles.who} to={path}>
            {who}
          </Link>
        )}
        {isWriting && <p className={styles.writes}>Writing…</p>}
        <Menu
          label="Conversation options"
          load={loadPanel}
          panel={(open) => <ChatPanel {...open} chatId={side.chat} round={side.round} partner={name} />}
          button={(button) => (
            <IconButton label="Conversation options" {...button}>
              <Ellipsis size={22} aria-hidden />
            </IconButton>
          )}
        />
      </BackHeader>
      <MessageLog side={side} partner={name} />
      {side.closed ? (
        <p className={styles.closed}>{chatRejections.CHAT_CLOSED.text}</p>
      ) : (
        <MessageComposer side={side} partner={name} />
      )}
    </>
  );
}

/** Says that a conversation which the other one began has been opened, once somebody can have seen it (CHAT-18, Q47). */
function useOpening({ chat, round, opened }: Conversation): void {
  const send = useSend();
  const isSaid = useRef(false);
  useWatched(
    useCallback(() => {
      if (opened || isSaid.current || !isWatched()) return;
      isSaid.current = true;
      send('OpenChat', { chatId: chat, round }, { isUnasked: true });
    }, [send, chat, round, opened]),
  );
}

function NoConversation({ isAlone }: { readonly isAlone: boolean }) {
  usePageTitle('Messages');
  const navigate = useNavigate();
  return (
    <>
      <BackHeader isAlone={isAlone} title="Messages" onBack={() => navigate('/messages')} />
      <EmptyState
        icon={<MessageCircleOff size={32} />}
        title={chatRejections.CHAT_UNKNOWN.text}
        text="It may have been deleted by one of you."
        action={
          <ButtonLink variant="primary" to="/messages">
            Go To Messages
          </ButtonLink>
        }
      />
    </>
  );
}

function Bones() {
  return (
    <div className={styles.bones} role="status" aria-label="Loading conversation">
      <Skeleton width="58%" height={40} />
      <Skeleton width="42%" height={40} />
      <Skeleton width="50%" height={40} />
    </div>
  );
}
