import type { Campus } from '#domain/campus/campus.ts';
import { campuses, GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import { communities } from '#projections/campus/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { showAlert } from '../kit/alertStore.ts';
import { SelectField } from '../kit/Field.tsx';
import { useDocument, useTopic } from '../sync/hooks.ts';
import styles from './ModerationPage.module.css';
import { useAct } from './useAct.ts';

const schools = campuses.filter(({ id }) => id !== GENERIC_CAMPUS);

/** Whether each campus is open to everybody or to its members alone (CAMP-07). */
export function CampusList() {
  return (
    <ul className={styles.list} aria-label="Campuses">
      {schools.map((campus) => (
        <li key={campus.id} className={styles.entry}>
          <CampusEntry campus={campus} />
        </li>
      ))}
    </ul>
  );
}

function CampusEntry({ campus }: { readonly campus: Campus }) {
  useTopic(topicName.community(campus.id));
  const privacy = useDocument(communities, campus.id)?.privacy ?? 'public';
  const act = useAct();
  const change = async (wanted: 'public' | 'private') => {
    const answer = await act('ChangeCampusPrivacy', { campus: campus.id, privacy: wanted });
    if (answer.ok) showAlert('success', `${campus.name} is ${wanted} now`);
    else showAlert('danger', answer.text);
  };
  return (
    <SelectField
      label={`${campus.fullName} (${campus.name})`}
      value={privacy}
      onChange={({ target }) => void change(target.value as 'public' | 'private')}
    >
      <option value="public">Public: everybody sees it</option>
      <option value="private">Private: its verified members alone</option>
    </SelectField>
  );
}
