import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { idSchema } from '#domain/kernel/ids.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useDocument, useTopic } from '../../sync/hooks.ts';
import { COMMENT_QUERY, REPLY_QUERY } from '../share/placePath.ts';
import styles from './Thread.module.css';

/** Says it when the comment that the address names was deleted before one came, as a link of a mail may be old (NOTF-12). */
export default function SoughtGone({ post }: { readonly post: Post }) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const id = idSchema.safeParse(query.get(REPLY_QUERY) ?? query.get(COMMENT_QUERY)).data ?? null;
  return id === null ? null : <Gone key={id} id={id} campus={post.campus} />;
}

function Gone({ id, campus }: { readonly id: string; readonly campus: string }) {
  const { status } = useTopic(topicName.someComments(campus, namesOf([id])));
  const comment = useDocument(posts, id);
  const stands = comment !== undefined && !comment.deleted;
  const [wasThere, setWasThere] = useState(stands);
  // One that goes while it is read is seen to go.
  useEffect(() => {
    if (stands) setWasThere(true);
  }, [stands]);
  if (stands || wasThere || status !== 'live') return null;
  return (
    <p className={styles.gone} role="status">
      Sorry, that comment has been deleted.
    </p>
  );
}
