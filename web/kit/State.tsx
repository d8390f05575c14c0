import { CloudAlert, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './State.module.css';

/** An empty state: a drawing, a sentence and the one next step. */
export function EmptyState(props: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
  /** Level of the title: 1 where it is the page's own. */
  readonly level?: 1 | 2;
}) {
  const Title = props.level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.state}>
      <div className={styles.icon} aria-hidden>
        {props.icon}
      </div>
      <Title>{props.title}</Title>
      {props.text !== undefined && <p className={styles.text}>{props.text}</p>}
      {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
    </div>
  );
}

/** Something could not be loaded; Retry asks again. */
export function ErrorState({ text, onRetry }: { readonly text?: string; readonly onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudAlert size={32} />}
        title="Something went wrong"
        text={text ?? 'We could not load this. Check your connection and try again.'}
        action={
          <Button variant="primary" onClick={onRetry}>
            Retry
          </Button>
        }
      />
    </div>
  );
}

/** Nothing is held of the page, and there is no connection. */
export function OfflineState() {
  return (
    <EmptyState
      icon={<CloudOff size={32} />}
      title="You are offline"
      text="This page appears as soon as you are connected again."
    />
  );
}
