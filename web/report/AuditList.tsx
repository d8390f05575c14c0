import { type LiftReason, liftReasons } from '#domain/ban/events.ts';
import { findCampus } from '#domain/campus/registry.ts';
import { type Act, acts } from '#projections/report/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { Age } from '../kit/Age.tsx';
import { useDocument } from '../sync/hooks.ts';
import { actWords } from './actWords.ts';
import { reasonText } from './CaseList.tsx';
import { Entries, PersonLink } from './Entries.tsx';

/** The words of a reason, an outcome or a privacy. */
const whyText = (why: string) => (Object.hasOwn(liftReasons, why) ? liftReasons[why as LiftReason] : reasonText(why));

/** The audit trail: who did what, when and why. */
export function AuditList() {
  return (
    <Entries
      label="Log"
      topic={topicName.audit('all')}
      collection={acts}
      empty="Nothing was done yet"
      entry={(act) => <AuditEntry act={act} />}
    />
  );
}

function AuditEntry({ act }: { readonly act: Act }) {
  const by = useDocument(people, act.by);
  const [before, after] = actWords[act.action] ?? [act.action];
  return (
    <p>
      {by === undefined ? 'The operator' : <PersonLink id={act.by} />} {before}{' '}
      {act.person === null ? findCampus(act.campus ?? '')?.name : <PersonLink id={act.person} />}
      {after !== undefined && ` ${after}`}
      {act.why !== null && ` · ${whyText(act.why)}`} · <Age at={act.at} />
    </p>
  );
}
