import { MessageCircle } from 'lucide-react';
import { people } from '#projections/user/collections.ts';
import { Age } from '../../kit/Age.tsx';
import { useSession } from '../../session/session.ts';
import { useDocument } from '../../sync/hooks.ts';
import { FullName } from '../../user/face.ts';
import styles from './PostCard.module.css';
import type { Reason } from './reasons.ts';

/** "Maya H. commented 3 minutes ago": the reason for a card's position in a list ordered by activity (FEED-02). */
export function ReasonLine({ reason: { author, at } }: { readonly reason: Reason }) {
  const person = useDocument(people, author);
  const isOwn = useSession(({ userId }) => userId !== null && userId === author);
  return (
    <p className={styles.reason}>
      <MessageCircle size={14} aria-hidden />
      <span>
        {isOwn && 'You commented '}
        {!isOwn && person !== undefined && (
          <>
            <FullName person={person} /> commented{' '}
          </>
        )}
        {person === undefined && 'Last active '}
        <Age at={at} />
      </span>
    </p>
  );
}
