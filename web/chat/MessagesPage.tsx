import { MessagesSquare, SquarePen } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { headerSlots } from '../kit/navigation/PageHeader.tsx';
import { EmptyState } from '../kit/State.tsx';
import { Filled } from '../kit/slots.tsx';
import { NARROW_MAX_PX, useMediaQuery, useMobile } from '../kit/useMediaQuery.ts';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { useSession } from '../session/session.ts';
import { ChatList } from './ChatList.tsx';
import { ConversationPane } from './ConversationPane.tsx';
import styles from './MessagesPage.module.css';
import { newMessageDialog } from './start/dialogs.ts';

/** `/messages` and `/messages/{id}`: the list and a conversation beside it; on narrow screens one of them (CHAT-04). */
export default function MessagesPage() {
  const { id } = useParams();
  const userId = useSession((session) => session.userId);
  const isAlone = useMediaQuery(`(max-width: ${NARROW_MAX_PX}px)`);
  if (userId === null) return null;
  const hasList = !isAlone || id === undefined;
  return (
    <div className={styles.panes}>
      {hasList && <ListPane userId={userId} shown={id ?? null} isPage={id === undefined} />}
      {id !== undefined && (
        <section className={styles.conversation} aria-label="Conversation">
          <ConversationPane key={id} chatId={id} userId={userId} isAlone={isAlone} />
        </section>
      )}
      {id === undefined && !isAlone && (
        <div className={styles.conversation}>
          <EmptyState
            icon={<MessagesSquare size={32} />}
            title="Your messages"
            text="Choose a conversation to read and answer it."
          />
        </div>
      )}
    </div>
  );
}

function ListPane(props: { readonly userId: string; readonly shown: string | null; readonly isPage: boolean }) {
  const mobile = useMobile();
  const Title = props.isPage ? 'h1' : 'h2';
  return (
    <section className={styles.list} aria-label="Your conversations">
      {props.isPage && <PageName />}
      <header className={styles.header}>
        <div className={styles.head}>
          <Title>Messages</Title>
          {mobile ? (
            <Link
              className={styles.new}
              to="/messages/new?goBack=messages"
              aria-label="New message"
              title="New message"
            >
              <SquarePen size={20} aria-hidden />
            </Link>
          ) : (
            <IconButton label="New message" onClick={() => openDialog(newMessageDialog, {})}>
              <SquarePen size={20} aria-hidden />
            </IconButton>
          )}
          {mobile && <Filled slot={headerSlots.account} with={{}} />}
        </div>
        <Filled slot={headerSlots.news} with={{ needsNetwork: false }} />
      </header>
      <ChatList userId={props.userId} shown={props.shown} />
    </section>
  );
}

function PageName() {
  usePageTitle('Messages');
  return null;
}
