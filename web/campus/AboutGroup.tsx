import { MapPin, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { campuses } from '#projections/campus/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Button } from '../kit/Button.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { CampusMark } from '../session/CampusMark.tsx';
import { isGenericSite, site, sitePlace } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import styles from './AboutGroup.module.css';
import { useJoin } from './useJoin.ts';

/** The campus beside the page, with its live number of verified members (CAMP-13, VERF-16, SHEL-04). */
export function AboutGroup() {
  const viewer = useViewer();
  const join = useJoin();

  return (
    <aside className={styles.aside} aria-label="About This Group">
      <section className={styles.card}>
        <h2>{isGenericSite ? 'About Quad' : 'About This Group'}</h2>
        <div className={styles.campus}>
          <span className={styles.badge}>
            <CampusMark size={26} />
          </span>
          <div className={styles.names}>
            <strong>{isGenericSite ? 'Quad' : `${site.name} Buy / Sell`}</strong>
            <span>{site.fullName}</span>
          </div>
        </div>
        {!isGenericSite && <Facts />}
        {!viewer.member && viewer.status !== 'loading' && !isGenericSite && (
          <Button variant="primary" wide onClick={join}>
            Join Group
          </Button>
        )}
        <p className={styles.small}>
          By using Quad you agree to the <Link to="/settings/terms">Terms of Service</Link>. Quad is not affiliated with
          any school.
        </p>
      </section>
    </aside>
  );
}

/** The campus's name, place and counters. */
function Facts() {
  const topic = useTopic(topicName.campus(site.id));
  const counters = useDocument(campuses, site.id);
  const members = counters?.members ?? (topic.status === 'live' ? 0 : null);
  return (
    <ul className={styles.facts}>
      <li>
        <UsersRound size={18} aria-hidden />
        {members === null ? (
          <Skeleton width={140} height={16} />
        ) : (
          <span>
            <strong>{members.toLocaleString('en-US')}</strong> verified {members === 1 ? 'member' : 'members'}
          </span>
        )}
      </li>
      <li>
        <MapPin size={18} aria-hidden />
        {sitePlace}
      </li>
    </ul>
  );
}
