import type { Campus } from '#domain/campus/campus.ts';
import { campuses, GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import { communities } from '#projections/campus/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Button } from '../kit/Button.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { privacyDialog } from './dialogs.ts';
import styles from './ModerationPage.module.css';

const PRIVACY = { public: 'Public: everybody sees it', private: 'Private: its verified members alone see it' };
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
  const wanted = privacy === 'public' ? 'private' : 'public';
  return (
    <div className={styles.line}>
      <div>
        <strong>{campus.name}</strong>
        <p className={styles.meta}>
          {campus.fullName} · {PRIVACY[privacy]}
        </p>
      </div>
      <Button size="small" onClick={() => openDialog(privacyDialog, { campus: campus.id, wanted })}>
        Make {campus.name} {wanted}
      </Button>
    </div>
  );
}
