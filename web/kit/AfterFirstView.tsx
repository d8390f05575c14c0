import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { firstContent } from './firstView.ts';

/** Draws what nobody misses in the first view once that is there: its code is not asked for before. */
export function AfterFirstView({ children }: { readonly children: ReactNode }) {
  const [isLater, setLater] = useState(false);
  useEffect(() => void firstContent.then(() => setLater(true)), []);
  return isLater && <Suspense>{children}</Suspense>;
}
