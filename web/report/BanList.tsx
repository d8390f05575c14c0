import { useState } from 'react';
import { type LiftReason, liftReasons } from '#domain/ban/events.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type Ban, bans } from '#projections/ban/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { Age } from '../kit/Age.tsx';
import { showAlert } from '../kit/alertStore.ts';
import { SelectField } from '../kit/Field.tsx';
import { useDocument } from '../sync/hooks.ts';
import { fullName, UserAvatar } from '../user/face.ts';
import { reasonText } from './CaseList.tsx';
import { Entries, PersonLink } from './Entries.tsx';
import styles from './ModerationPage.module.css';
import { useAct } from './useAct.ts';

/** The bans that stand. */
export function BanList() {
  return (
    <Entries
      label="Bans"
      topic={topicName.bans('standing')}
      collection={bans}
      empty="Nobody is banned"
      entry={(ban) => <BanEntry ban={ban} />}
    />
  );
}

function BanEntry({ ban }: { readonly ban: Ban }) {
  const act = useAct();
  const person = useDocument(people, ban.id);
  const [busy, setBusy] = useState(false);
  const note = reveal(ban.note);
  const lift = async (reason: LiftReason) => {
    setBusy(true);
    const answer = await act('LiftBan', { userId: ban.id, reason });
    setBusy(false);
    if (answer.ok) showAlert('success', `The ban of ${fullName(person)} is lifted`);
    else showAlert('danger', answer.text);
  };
  return (
    <article aria-label={`Ban of ${fullName(person)}`} className={styles.matter}>
      <div className={styles.who}>
        <UserAvatar person={person} />
        <div>
          <strong>
            <PersonLink id={ban.id} />
          </strong>
          <p className={styles.meta}>
            {reasonText(ban.reason)} · by <PersonLink id={ban.by} /> · <Age at={ban.bannedAt} />
          </p>
        </div>
      </div>
      {note !== null && note !== '' && (
        <blockquote className={styles.evidence} dir="auto">
          {note}
        </blockquote>
      )}
      <SelectField
        label="Lift the ban"
        value=""
        disabled={busy}
        onChange={({ target }) => void lift(target.value as LiftReason)}
      >
        <option value="" disabled>
          Choose why
        </option>
        {Object.entries(liftReasons).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    </article>
  );
}
