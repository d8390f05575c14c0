import { Link } from 'react-router';
import type { Profile } from '#projections/user/collections.ts';
import { FullName } from './FullName.tsx';
import { handle, profilePath } from './names.ts';
import styles from './PersonRow.module.css';
import { UserAvatar } from './UserAvatar.tsx';

/** Pixels of a person's picture. */
const PICTURE_PX = 48;

/** A person in a list of people, with the way to the profile; somebody whose account is deleted has none. */
export function PersonRow({ person }: { readonly person: Profile }) {
  const path = profilePath(person);
  const content = (
    <>
      <UserAvatar person={person} size={PICTURE_PX} />
      <span className={styles.names}>
        <strong>
          <FullName person={person} />
        </strong>
        <span>{handle(person)}</span>
      </span>
    </>
  );
  if (path === null) return <div className={styles.person}>{content}</div>;
  return (
    <Link className={styles.person} to={path}>
      {content}
    </Link>
  );
}
