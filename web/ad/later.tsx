import type { ComponentProps } from 'react';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { useSession } from '../session/session.ts';

const BoostLine = lazySoon(() => import('./BoostLine.tsx'));
const SponsoredSlot = lazySoon(() => import('./SponsoredSlot.tsx'));

/** See `BoostLine`; nobody misses it in the first view. On an own post its room is there before, so that nothing moves. */
export function LaterBoostLine(props: ComponentProps<typeof BoostLine>) {
  const isOwn = useSession(({ userId, payments }) => payments && userId === props.post.author);
  const line = (
    <AfterFirstView>
      <BoostLine {...props} />
    </AfterFirstView>
  );
  return isOwn ? <div style={{ minHeight: 48 }}>{line}</div> : line;
}

/** See `SponsoredSlot`; a feed begins with posts. */
export function LaterSponsoredSlot(props: ComponentProps<typeof SponsoredSlot>) {
  return (
    <AfterFirstView>
      <SponsoredSlot {...props} />
    </AfterFirstView>
  );
}
