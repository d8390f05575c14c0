import { type LiftReason, liftReasons } from '#domain/ban/events.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type Ban, bans } from '#projections/ban/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { Age } from '../kit/Age.tsx';
import { Button } from '../kit/Button.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { useDocument } from '../sync/hooks.ts';
import { fullName, UserAvatar } from '../user/face.ts';
import { reasonText } from './CaseList.tsx';
import { liftDialog } from './dialogs.ts';
import { Entries, PersonLink } from './Entries.tsx';
import styles from './ModerationPage.module.css';

const NO_BANS = { standing: 'Nobody is banned', lifted: 'No ban was lifted yet' };

/** The words of why a ban was lifted; those of a newer release are shown as they are. */
function liftText(reason: string): string {
  return Object.hasOwn(liftReasons, reason) ? liftReasons[reason as LiftReason] : reason;
}

/** The bans that stand, or the last one of each person whose ban was lifted. */
export function BanList({ which }: { readonly which: Ban['status'] }) {
  return (
    <Entries
      label={which === 'standing' ? 'Bans' : 'Lifted bans'}
      topic={topicName.bans(which)}
      collection={bans}
      empty={NO_BANS[which]}
      entry={(ban) => <BanEntry ban={ban} />}
    />
  );
}

function BanEntry({ ban }: { readonly ban: Ban }) {
  const { id, lifted } = ban;
  const person = useDocument(people, id);
  const name = fullName(person) || 'Somebody';
  const note = reveal(ban.note);
  return (
    <article aria-label={`Ban of ${name}`} className={styles.matter}>
      <div className={styles.who}>
        <UserAvatar person={person} />
        <div>
          <strong>
            <PersonLink id={id} />
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
      {lifted === null ? (
        <div className={styles.actions}>
          <Button size="small" onClick={() => openDialog(liftDialog, { userId: id, name })}>
            Lift the ban
          </Button>
        </div>
      ) : (
        <p className={styles.meta}>
          Lifted by <PersonLink id={lifted.by} /> · {liftText(lifted.reason)} · <Age at={ban.changedAt} />
        </p>
      )}
    </article>
  );
}
