import type { Profile } from '#projections/user/collections.ts';
import styles from './PersonList.module.css';
import { PersonRow } from './PersonRow.tsx';

/** People, one below the other. */
export function PersonList({ label, people }: { readonly label: string; readonly people: readonly Profile[] }) {
  return (
    <ul className={styles.people} aria-label={label}>
      {people.map((person) => (
        <li key={person.id}>
          <PersonRow person={person} />
        </li>
      ))}
    </ul>
  );
}
