import { PartyPopper } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { posts } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { useDocument, useDocuments } from '../../sync/hooks.ts';
import { UserAvatar } from '../../user/face.ts';
import { AuthorName } from './AuthorName.tsx';
import type { CardPlace } from './cardPlace.ts';
import styles from './PostCard.module.css';

/** Members of one banner who are named; the others are counted. */
const NAMED = 2;
/** Members of one banner whose picture is shown. */
const FACES = 3;

/**
 * "… has joined the community.": a new member's banner, leading to the profile (POST-26, Q19). Members who joined one
 * after the other share it: "Maya H., Diego R. and 10 others have joined the community."
 *
 * @param props.postIds their banners, newest first
 */
export const WelcomeBanner = memo(function WelcomeBanner(props: CardPlace & { readonly postIds: readonly string[] }) {
  const banners = useDocuments(posts, props.postIds);
  const textId = useId();
  // A member who left and returned has two banners.
  const authors = [...new Set(banners.map(({ author }) => author))];
  const others = authors.length - NAMED;
  const names = authors.slice(0, NAMED).map((author) => <Name key={author} author={author} />);
  return (
    <article
      className={styles.banner}
      aria-labelledby={textId}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      // Articles of a feed take the focus (WAI-ARIA feed pattern).
      tabIndex={props.position === undefined ? undefined : 0}
    >
      <span className={styles.faces}>
        {authors.slice(0, FACES).map((author) => (
          <Face key={author} author={author} />
        ))}
      </span>
      <p id={textId}>
        {others > 0 ? listed([...names, others === 1 ? '1 other' : `${others} others`]) : listed(names)}{' '}
        {authors.length === 1 ? 'has' : 'have'} joined the community.
      </p>
      <span className={styles.wave} aria-hidden>
        <PartyPopper size={18} />
      </span>
    </article>
  );
});

/** "a", "a and b", "a, b and c". */
function listed(items: readonly ReactNode[]): ReactNode {
  const [first, second, third] = items;
  if (second === undefined) return first;
  if (third === undefined) {
    return (
      <>
        {first} and {second}
      </>
    );
  }
  return (
    <>
      {first}, {second} and {third}
    </>
  );
}

function Name({ author }: { readonly author: string }) {
  return <AuthorName person={useDocument(people, author)} />;
}

function Face({ author }: { readonly author: string }) {
  return <UserAvatar person={useDocument(people, author)} size={32} />;
}
