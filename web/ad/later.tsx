import type { ComponentProps } from 'react';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { lazySoon } from '../kit/lazySoon.ts';

const BoostLine = lazySoon(() => import('./BoostLine.tsx'));
const SponsoredSlot = lazySoon(() => import('./SponsoredSlot.tsx'));

/** See `BoostLine`; nobody misses it in the first view. */
export function LaterBoostLine(props: ComponentProps<typeof BoostLine>) {
  return (
    <AfterFirstView>
      <BoostLine {...props} />
    </AfterFirstView>
  );
}

/** See `SponsoredSlot`; a feed begins with posts. */
export function LaterSponsoredSlot(props: ComponentProps<typeof SponsoredSlot>) {
  return (
    <AfterFirstView>
      <SponsoredSlot {...props} />
    </AfterFirstView>
  );
}
