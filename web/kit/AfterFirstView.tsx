import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { firstContent } from './firstView.ts';

/**
 * Draws what nobody misses in the first view once that is there: its code is not asked for before.
 *
 * @param props.meanwhile stands in its place until then
 */
export function AfterFirstView(props: { readonly children: ReactNode; readonly meanwhile?: ReactNode }) {
  const { children, meanwhile = null } = props;
  const [isLater, setLater] = useState(false);
  useEffect(() => void firstContent.then(() => setLater(true)), []);
  return isLater ? <Suspense fallback={meanwhile}>{children}</Suspense> : meanwhile;
}
