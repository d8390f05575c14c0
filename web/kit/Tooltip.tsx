import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazySoon } from './lazySoon.ts';
import styles from './Tooltip.module.css';

const TooltipPanel = lazySoon(() => import('./TooltipPanel.tsx'));

/** Milliseconds that the pointer rests before the hint shows. */
const HOVER_DELAY_MS = 350;

/** Shows the name of an icon on hover and focus. The child carries that name for screen readers already. */
export function Tooltip({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [state, setState] = useState<'away' | 'near' | 'shown'>('away');

  useEffect(() => {
    if (state !== 'near') return;
    const timer = setTimeout(() => setState('shown'), HOVER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus of the child only show its name
    <span
      className={styles.host}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setState('near')}
      onPointerLeave={() => setState('away')}
      onPointerDown={() => setState('away')}
      onFocus={(event) => event.target.matches(':focus-visible') && setState('near')}
      onBlur={() => setState('away')}
    >
      {children}
      {state === 'shown' && (
        <Suspense>
          <TooltipPanel label={label} onClose={() => setState('away')} />
        </Suspense>
      )}
    </span>
  );
}
