import type { ComponentProps } from 'react';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { useSession } from '../session/session.ts';
import styles from './later.module.css';

const BoostLine = lazySoon(() => import('./BoostLine.tsx'));
const SponsoredSlot = lazySoon(() => import('./SponsoredSlot.tsx'));

/** See `BoostLine`; nobody misses it in the first view. On an own post that can be boosted its room is there before. */
export function LaterBoostLine(props: ComponentProps<typeof BoostLine>) {
  const { post } = props;
  const isOffered = useSession(
    ({ userId, payments }) => payments && userId === post.author && post.kind === 'post' && post.sale !== 'sold',
  );
  const line = (
    <AfterFirstView>
      <BoostLine {...props} />
    </AfterFirstView>
  );
  return isOffered ? <div className={styles.room}>{line}</div> : line;
}

/** See `SponsoredSlot`; a feed begins with posts. */
export function LaterSponsoredSlot(props: ComponentProps<typeof SponsoredSlot>) {
  return (
    <AfterFirstView>
      <SponsoredSlot {...props} />
    </AfterFirstView>
  );
}
