import { PartyPopper } from 'lucide-react';
import { useId } from 'react';
import { people } from '#projections/person/collections.ts';
import type { Post } from '#projections/post/collections.ts';
import { PersonAvatar } from '../../person/PersonAvatar.tsx';
import { useDocument } from '../../sync/hooks.ts';
import { AuthorName } from './AuthorName.tsx';
import styles from './PostCard.module.css';
import type { CardPlace } from './PostCard.tsx';

/** "… has joined the community.": a new member's banner, leading to the profile (POST-26, Q19). */
export function WelcomeBanner({ post, position, setSize }: CardPlace & { readonly post: Post }) {
  const person = useDocument(people, post.author);
  const nameId = useId();
  return (
    <article
      className={styles.banner}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={setSize}
      // Articles of a feed take the focus (WAI-ARIA feed pattern).
      tabIndex={position === undefined ? undefined : 0}
    >
      <PersonAvatar person={person} size={32} />
      <p>
        <AuthorName id={nameId} person={person} /> has joined the community.
      </p>
      <span className={styles.wave} aria-hidden>
        <PartyPopper size={18} />
      </span>
    </article>
  );
}
