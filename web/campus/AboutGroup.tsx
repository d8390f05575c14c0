import { MapPin, MessageCircle, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { maySeeCampus } from '#domain/campus/access.ts';
import { campuses } from '#projections/campus/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { Button, ExternalButton } from '../kit/Button.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { Filled } from '../kit/slots.tsx';
import { frameSlots } from '../noun.ts';
import { CampusMark } from '../session/CampusMark.tsx';
import { isGenericSite, site, sitePlace } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import styles from './AboutGroup.module.css';
import { useJoin } from './useJoin.ts';
import { useShareGroup } from './useShareGroup.ts';
import { WelcomePanel } from './WelcomePanel.tsx';

/** Beside the page: a welcome for visitors, and the campus, or whom to write to (SHEL-04, CAMP-11). */
export default function AboutGroup() {
  const { access, status } = useViewer();
  return (
    <aside className={styles.aside} aria-label={isGenericSite ? 'Contact Us' : 'About This Group'}>
      <Filled slot={frameSlots.asideTop} with={{}} />
      <AfterFirstView>
        <Filled slot={frameSlots.asidePage} with={{}} />
      </AfterFirstView>
      {status === 'visitor' && maySeeCampus(access, site.id) && <WelcomePanel />}
      <section className={styles.card}>
        {isGenericSite ? <Contact /> : <Group />}
        <p className={styles.small}>
          By using Quad you agree to the <Link to="/settings/terms">Terms of Service</Link> and the{' '}
          <Link to="/settings/privacy">Privacy Policy</Link>. Quad is not affiliated with any school.
        </p>
        <nav className={styles.links} aria-label="About Quad">
          <Link to="/settings/about">About</Link>
          <Link to="/settings/howitworks">How It Works</Link>
          <Link to="/settings/terms">Terms</Link>
          <Link to="/search_schools">Find Your School</Link>
        </nav>
      </section>
      <AfterFirstView>
        <Filled slot={frameSlots.asideMore} with={{}} />
      </AfterFirstView>
    </aside>
  );
}

/** The campus, with its live number of verified members (CAMP-13, VERF-16). */
function Group() {
  const { access, member, status } = useViewer();
  const join = useJoin();
  const share = useShareGroup();
  return (
    <>
      <h2>About This Group</h2>
      <div className={styles.campus}>
        <span className={styles.badge}>
          <CampusMark size={26} />
        </span>
        <div className={styles.names}>
          <strong>{site.name} Buy / Sell</strong>
          <span>{site.fullName}</span>
        </div>
      </div>
      <ul className={styles.facts}>
        {maySeeCampus(access, site.id) && <Members />}
        <li>
          <MapPin size={18} aria-hidden />
          {sitePlace}
        </li>
      </ul>
      {member ? (
        <Button wide onClick={share}>
          Share Group
        </Button>
      ) : (
        status !== 'loading' && (
          <Button variant="primary" wide onClick={join}>
            Join Group
          </Button>
        )
      )}
    </>
  );
}

/** The number of verified members, live; of a private campus only for those who may see it. */
function Members() {
  const topic = useTopic(topicName.campus(site.id));
  const counters = useDocument(campuses, site.id);
  const members = counters?.members ?? (topic.status === 'live' ? 0 : null);
  return (
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
  );
}

/** On the generic site: whom to write to, and how a school is asked for (CAMP-09, SHEL-04). */
function Contact() {
  const { email, social } = site.contact;
  return (
    <>
      <h2>Contact Us</h2>
      <p>
        Is your school not here yet? Ask for it by direct message, or write to{' '}
        <a className={styles.mail} href={`mailto:${email}`}>
          {email}
        </a>
        .
      </p>
      <ExternalButton variant="primary" wide href={social.url} icon={<MessageCircle size={20} aria-hidden />}>
        Message {social.account}
      </ExternalButton>
    </>
  );
}
