import { Bookmark, Camera, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { Button } from '../kit/Button.tsx';
import { useMediaQuery, WIDE_MAX_PX } from '../kit/useMediaQuery.ts';
import { useViewer } from '../session/useViewer.ts';
import { useSend } from '../sync/hooks.ts';
import styles from './TipsCard.module.css';
import { useOwnSettings } from './useOwnSettings.ts';

interface Tip {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly to: string;
}

const PROFILE: Tip = { icon: UserRound, text: 'Add a picture and a bio', to: '/profile/set-up?goBack=home' };
const TIPS: readonly Tip[] = [
  { icon: Camera, text: 'Post what you sell', to: '/create/post' },
  { icon: Bookmark, text: 'Save what you like, and find it here', to: '/saved' },
  { icon: ShieldCheck, text: 'Read how to trade safely', to: '/settings/trust_and_safety' },
];

/** The tips of the first visits, beside the feed of a member of the campus. */
export function TipsBesideFeed() {
  return <Tips className={styles.beside} whereWide />;
}

/** The same under the head of the feed, where a screen has no room beside it. */
export function TipsAboveFeed() {
  return <Tips className={styles.above} whereWide={false} />;
}

/** They go when they are dismissed, on every device (getting_started, DATA-01, Q80). */
function Tips({ className, whereWide }: { readonly className: string | undefined; readonly whereWide: boolean }) {
  const { member, profileComplete } = useViewer();
  const isDismissed = useOwnSettings()?.tipsDismissed ?? false;
  const { pathname } = useLocation();
  const isWide = useMediaQuery(`(min-width: ${WIDE_MAX_PX + 1}px)`);
  const send = useSend();
  if (isDismissed || !member || pathname !== '/home' || isWide !== whereWide) return null;
  return (
    <section className={className} aria-label="Getting started">
      <div className={styles.head}>
        <h2>Getting started</h2>
        <Button size="small" variant="quiet" onClick={() => send('DismissTips', {})}>
          Got it
        </Button>
      </div>
      <ul className={styles.tips}>
        {[...(profileComplete ? [] : [PROFILE]), ...TIPS].map(({ icon: Icon, text, to }) => (
          <li key={to}>
            <Link className={styles.tip} to={to}>
              <Icon size={18} aria-hidden />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
