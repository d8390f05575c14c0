import { BadgeCheck, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { SCHOOL_PATH, VERIFY_PATH } from '../session/guard.ts';
import { isGenericSite, site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import styles from './VerifyBanner.module.css';

/** Reminds a signed-in user whose address or school is not confirmed yet (VERF-20, D02, Q05). */
export function VerifyBanner() {
  const viewer = useViewer();
  if (viewer.status !== 'user') return null;
  if (viewer.verified && viewer.schoolVerified) return null;
  const toMail = viewer.verified ? SCHOOL_PATH : VERIFY_PATH;
  return (
    <Link className={styles.banner} to={isGenericSite ? '/search_schools' : toMail}>
      <BadgeCheck size={22} aria-hidden />
      <span className={styles.text}>
        Verify your account
        <small>
          {isGenericSite
            ? 'Find your school and join it.'
            : viewer.verified
              ? `Confirm your ${site.name} email to post and comment.`
              : 'Confirm your email address first.'}
        </small>
      </span>
      <ChevronRight size={20} aria-hidden />
    </Link>
  );
}
