import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { useSession } from '../../session/session.ts';
import { useDocument, useDocuments, useTopic, useWindow } from '../../sync/hooks.ts';
import { FullName } from '../../user/face.ts';
import Glimpse from '../card/Glimpse.tsx';
import { feedPath } from '../offer/feedPath.ts';
import styles from './AboutOffer.module.css';
import { Seller } from './Seller.tsx';

/** Posts that each list shows at most. */
const LIST_POSTS = 4;

/**
 * Beside or below an opened post: its seller, more of theirs, more like it, and how to meet safely. It comes as a whole:
 * a part that came later would move those below it.
 */
export default function AboutOffer({ post }: { readonly post: Post }) {
  const { campus, author, category } = post;
  const isOwn = useSession((session) => session.userId === author);
  const isKnown = [
    useIsKnown(isOwn ? null : topicName.person(author)),
    useIsKnown(isOwn ? null : topicName.wallSold(campus, author)),
    useIsKnown(isOwn ? null : topicName.wall(campus, author)),
    useIsKnown(category === ALL_CATEGORIES.value ? null : topicName.shelf(campus, category)),
  ].every((known) => known);
  if (!isKnown) return null;
  return (
    <>
      {!isOwn && <Seller post={post} />}
      {!isOwn && <MoreOfTheirs post={post} />}
      {post.category !== ALL_CATEGORIES.value && <MoreLikeThis post={post} />}
      {!isOwn && <MeetSafely />}
    </>
  );
}

/** Whether a list is there, or will not come. */
function useIsKnown(name: string | null): boolean {
  const { status } = useTopic(name);
  return name === null || status !== 'loading';
}

/** Posts that can still be had, without the opened one. */
function useOthers(topic: string, opened: Post): readonly Post[] {
  useTopic(topic);
  return useDocuments(posts, useWindow(topic)).filter(
    ({ id, kind, sale }) => id !== opened.id && kind === 'post' && sale !== 'sold',
  );
}

function MoreOfTheirs({ post }: { readonly post: Post }) {
  const others = useOthers(topicName.wall(post.campus, post.author), post);
  const author = useDocument(people, post.author);
  return <List label={<FullName person={author} />} before="More from " posts={others} />;
}

function MoreLikeThis({ post }: { readonly post: Post }) {
  const alike = useOthers(topicName.shelf(post.campus, post.category), post);
  return (
    <List
      label="More like this"
      posts={alike.filter(({ author }) => author !== post.author)}
      more={
        <Link className={styles.more} to={feedPath(post.category)}>
          See all
        </Link>
      }
    />
  );
}

/** Small cards under a heading; nothing without a post. */
function List(props: {
  readonly before?: string;
  readonly label: ReactNode;
  readonly posts: readonly Post[];
  readonly more?: ReactNode;
}) {
  if (props.posts.length === 0) return null;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>
          {props.before}
          {props.label}
        </h2>
        {props.more}
      </div>
      <ul className={styles.list}>
        {props.posts.slice(0, LIST_POSTS).map((post) => (
          <li key={post.id}>
            <Glimpse post={post} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MeetSafely() {
  return (
    <section className={styles.card}>
      <h2 className={styles.safe}>
        <ShieldCheck size={20} aria-hidden /> Meet safely
      </h2>
      <ul className={styles.points}>
        <li>Meet in public, by day, on campus.</li>
        <li>Look at the item before you pay.</li>
        <li>Pay in person, and send no money ahead.</li>
      </ul>
      <Link className={styles.more} to="/settings/trust_and_safety">
        Trust and Safety
      </Link>
    </section>
  );
}
