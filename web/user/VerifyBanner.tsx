import { BadgeCheck, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { SCHOOL_PATH, VERIFY_PATH } from '../session/guard.ts';
import { isGenericSite, site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import styles from './VerifyBanner.module.css';

/** Reminds a signed-in user whose address or school is not confirmed yet (D02, Q05). */
export function VerifyBanner() {
  const viewer = useViewer();
  if (viewer.status !== 'user') return null;
  if (viewer.verified && (viewer.schoolVerified || isGenericSite)) return null;
  return (
    <Link className={styles.banner} to={viewer.verified ? SCHOOL_PATH : VERIFY_PATH}>
      <BadgeCheck size={22} aria-hidden />
      <span className={styles.text}>
        Verify your account
        <small>
          {viewer.verified
            ? `Confirm your ${site.name} email to post and comment.`
            : 'Confirm your email address first.'}
        </small>
      </span>
      <ChevronRight size={20} aria-hidden />
    </Link>
  );
}
