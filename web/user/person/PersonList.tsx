import type { Profile } from '#projections/user/collections.ts';
import { Filled } from '../../kit/slots.tsx';
import styles from './PersonList.module.css';
import { PersonRow } from './PersonRow.tsx';
import { personActions } from './slots.ts';

/** People, one below the other. `withActions`: with the buttons of other nouns beside them. */
export function PersonList(props: {
  readonly label: string;
  readonly people: readonly Profile[];
  readonly withActions?: true;
}) {
  const { label, people, withActions } = props;
  return (
    <ul className={styles.people} aria-label={label}>
      {people.map((person) => (
        <li key={person.id} className={styles.person}>
          <PersonRow person={person} />
          {withActions === true && <Filled slot={personActions} with={{ person }} />}
        </li>
      ))}
    </ul>
  );
}
