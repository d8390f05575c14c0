import { type LiftReason, liftReasons } from '#domain/ban/events.ts';
import { findCampus } from '#domain/campus/registry.ts';
import { type Act, acts } from '#projections/report/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { Age } from '../kit/Age.tsx';
import { useDocument } from '../sync/hooks.ts';
import { reasonText } from './CaseList.tsx';
import { Entries, PersonLink } from './Entries.tsx';

/** Name of each action, by its event. */
const ACTIONS: Readonly<Record<string, string>> = {
  CaseTaken: 'took the report about',
  CaseReleased: 'released the report about',
  CaseClosed: 'decided the report about',
  PostDeleted: 'removed a post or comment of',
  PersonBanned: 'banned',
  BanLifted: 'lifted the ban of',
  ModeratorAppointed: 'made a moderator of',
  ModeratorDismissed: 'took the role of a moderator from',
  AnalyticsOptedOut: 'made an internal account of',
  AnalyticsOptedIn: 'counts again the acts of',
  CampusPrivacyChanged: 'changed the privacy of',
};

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
  return (
    <p>
      {by === undefined ? 'The operator' : <PersonLink id={act.by} />} {ACTIONS[act.action] ?? act.action}{' '}
      {act.person === null ? findCampus(act.campus ?? '')?.name : <PersonLink id={act.person} />}
      {act.why !== null && ` · ${whyText(act.why)}`} · <Age at={act.at} />
    </p>
  );
}
