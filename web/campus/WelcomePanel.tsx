import { Camera, type LucideIcon, MapPin, MessageCircle, UserRound, UsersRound } from 'lucide-react';
import { useLocation } from 'react-router';
import { maySeeCampus } from '#domain/campus/access.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { useMediaQuery, useMobile, WIDE_MAX_PX } from '../kit/useMediaQuery.ts';
import { LANDING_PATH } from '../session/guard.ts';
import { isGenericSite, site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import styles from './AboutGroup.module.css';

const POINTS: readonly (readonly [LucideIcon, string])[] = [
  [MapPin, 'Browse nearby items'],
  [MessageCircle, 'Message sellers'],
  [UserRound, 'View profiles'],
  [Camera, 'Sell by photo in under 30 seconds'],
  [UsersRound, 'Join thousands of students'],
];

/** The uses of the site, for visitors, beside the page (CAMP-11). */
export function WelcomePanel() {
  return (
    <section className={styles.card} aria-label="Welcome">
      <h2>Welcome to {site.name} Quad</h2>
      <Points className={styles.facts} />
      <ButtonLink variant="primary" wide to={LANDING_PATH}>
        Get Started
      </ButtonLink>
    </section>
  );
}

/** The same above the feed, where a screen has no room beside it. The feed itself leads to sign-up. */
export function WelcomeAboveFeed() {
  const { access, status } = useViewer();
  const { pathname } = useLocation();
  const isNarrow = useMediaQuery(`(max-width: ${WIDE_MAX_PX}px)`);
  const mobile = useMobile();
  const isFeed = pathname === '/home' && !isGenericSite;
  if (!isNarrow || !isFeed || status !== 'visitor' || !maySeeCampus(access, site.id)) return null;
  return (
    // It scrolls sideways on a phone: keys have to reach it.
    <section className={styles.above} aria-label="Welcome" tabIndex={mobile ? 0 : undefined}>
      <h2>Welcome to {site.name} Quad</h2>
      <Points className={styles.points} />
    </section>
  );
}

function Points({ className }: { readonly className: string | undefined }) {
  return (
    <ul className={className}>
      {POINTS.map(([Icon, text]) => (
        <li key={text}>
          <Icon size={18} aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  );
}
