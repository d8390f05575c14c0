import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Collection } from '#projections/kernel/collection.ts';
import { people } from '#projections/user/collections.ts';
import { Button } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { EmptyState } from '../kit/State.tsx';
import { useDocument, useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { fullName, profilePath } from '../user/face.ts';
import styles from './ModerationPage.module.css';

/** A list of the console: a topic's window, page by page, with its states. */
export function Entries<Doc extends { readonly id: string }>(props: {
  readonly label: string;
  readonly topic: string;
  readonly collection: Collection<Doc>;
  readonly empty: string;
  readonly entry: (doc: Doc) => ReactNode;
}) {
  const topic = useTopic(props.topic);
  const docs = useDocuments(props.collection, useWindow(props.topic));
  const known = topic.status === 'live' || topic.status === 'stale';
  if (docs.length === 0 && !known) return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={4} />} />;
  if (docs.length === 0) return <EmptyState icon={<ShieldCheck size={32} />} title={props.empty} />;
  return (
    <>
      <ul className={styles.list} aria-label={props.label}>
        {docs.map((doc) => (
          <li key={doc.id} className={styles.entry}>
            {props.entry(doc)}
          </li>
        ))}
      </ul>
      {topic.hasMore && (
        <div className={styles.more}>
          <Button wide onClick={topic.loadMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** A person's name as a link to the profile. */
export function PersonLink({ id }: { readonly id: string }) {
  const person = useDocument(people, id);
  const path = profilePath(person);
  const name = <bdi>{fullName(person) || 'Somebody'}</bdi>;
  return path === null ? name : <Link to={path}>{name}</Link>;
}
