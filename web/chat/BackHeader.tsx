import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { IconButton } from '../kit/IconButton.tsx';
import { headerSlots } from '../kit/navigation/PageHeader.tsx';
import { Filled } from '../kit/slots.tsx';
import styles from './ConversationPane.module.css';

/** The head of a conversation, with the way back to the list where there is none beside it (CHAT-04). */
export function BackHeader(props: {
  readonly isAlone: boolean;
  readonly title?: string;
  readonly onBack?: () => void;
  readonly children?: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <header className={styles.header}>
      <div className={styles.head}>
        {props.isAlone && (
          <IconButton label="Back" className={styles.back} onClick={props.onBack ?? (() => navigate('/messages'))}>
            <ArrowLeft size={22} aria-hidden />
          </IconButton>
        )}
        {props.title !== undefined && <h1>{props.title}</h1>}
        {props.children}
      </div>
      {props.isAlone && <Filled slot={headerSlots.news} with={{ needsNetwork: false }} />}
    </header>
  );
}
