import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useMobile } from '../kit/useMediaQuery.ts';
import { countInTitle } from '../kit/usePageTitle.ts';
import { WithCount } from '../kit/WithCount.tsx';
import { unreadHooks } from './registry.ts';
import styles from './Unread.module.css';

/** How much is unread behind each link that counts, in the order of `unreadHooks`. */
const useCounts = create<{ readonly counts: readonly number[] }>(() => ({ counts: unreadHooks.map(() => 0) }));

const sumOf = ({ counts }: { readonly counts: readonly number[] }) => counts.reduce((sum, count) => sum + count, 0);

function setCount(place: number, count: number): void {
  const { counts } = useCounts.getState();
  if (counts[place] !== count) useCounts.setState({ counts: counts.with(place, count) });
}

/** Keeps the number in the title of the tab, and on the icon of the app where the browser has one; draws nothing. */
export function UnreadInTitle() {
  const unread = useCounts(sumOf);
  useEffect(() => {
    countInTitle(unread);
    showOnApp(unread);
  }, [unread]);
  // The list never changes while the page is open, so an index identifies an item.
  return unreadHooks.map((useUnread, place) => <Count key={String(place)} useUnread={useUnread} place={place} />);
}

function Count({ useUnread, place }: { readonly useUnread: () => number; readonly place: number }) {
  const count = useUnread();
  useEffect(() => setCount(place, count), [place, count]);
  useEffect(() => () => setCount(place, 0), [place]);
  return null;
}

/** Some browsers have it only for an installed app, and refuse it otherwise: the tab's title says the same. */
function showOnApp(unread: number): void {
  if (!('setAppBadge' in navigator)) return;
  navigator.setAppBadge(unread).catch((error: unknown) => console.debug('The app has no badge.', error));
}

/** Beside Back in the settings of a phone, where the bar's own numbers are out of sight (SETT-04). */
export function UnreadBesideBack() {
  const unread = useCounts(sumOf);
  const isMobile = useMobile();
  if (!isMobile || unread === 0) return null;
  return (
    <span className={styles.unread} role="status" aria-label={`${unread} unread`}>
      <WithCount count={unread}>
        <Bell size={20} aria-hidden />
      </WithCount>
    </span>
  );
}
