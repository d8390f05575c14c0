import { Link } from 'react-router';
import type { Profile } from '#projections/user/collections.ts';
import { FullName, profilePath } from '../../user/face.ts';
import styles from './PostCard.module.css';

/** The author's name, with a link to the profile if there is one. */
export function AuthorName({ person, id }: { readonly person: Profile | undefined; readonly id?: string }) {
  const path = profilePath(person);
  const name = <FullName person={person} />;
  return path === null ? (
    <span id={id} className={styles.name}>
      {name}
    </span>
  ) : (
    <Link id={id} className={styles.name} to={path}>
      {name}
    </Link>
  );
}
