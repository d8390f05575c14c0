import { namesOf } from '#projections/kernel/topic.ts';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useDocument, useTopic } from '../../sync/hooks.ts';
import styles from './Thread.module.css';

/** Says it when the comment that the address names was deleted before one came, as a link of a mail may be old (NOTF-12). */
export default function SoughtGone({ id, campus }: { readonly id: string; readonly campus: string }) {
  const { status } = useTopic(topicName.someComments(campus, namesOf([id])));
  const comment = useDocument(posts, id);
  if ((comment !== undefined && !comment.deleted) || status !== 'live') return null;
  return (
    <p className={styles.gone} role="status">
      Sorry, that comment has been deleted.
    </p>
  );
}
