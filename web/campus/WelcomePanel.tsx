import { Camera, type LucideIcon, MapPin, MessageCircle, UserRound, UsersRound } from 'lucide-react';
import { ButtonLink } from '../kit/Button.tsx';
import { LANDING_PATH } from '../session/guard.ts';
import { site } from '../session/site.ts';
import styles from './AboutGroup.module.css';

const POINTS: readonly (readonly [LucideIcon, string])[] = [
  [MapPin, 'Browse nearby items'],
  [MessageCircle, 'Message sellers'],
  [UserRound, 'View profiles'],
  [Camera, 'Sell by photo in under 30 seconds'],
  [UsersRound, 'Join thousands of students'],
];

/** What one can do here, for visitors (CAMP-11). */
export function WelcomePanel() {
  return (
    <section className={styles.card} aria-label="Welcome">
      <h2>Welcome to {site.name} Quad</h2>
      <ul className={styles.facts}>
        {POINTS.map(([Icon, text]) => (
          <li key={text}>
            <Icon size={18} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <ButtonLink variant="primary" wide to={LANDING_PATH}>
        Get Started
      </ButtonLink>
    </section>
  );
}
