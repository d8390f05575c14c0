import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { addressChanged, dialogStore } from '../kit/dialog/dialogStore.ts';
import { Filled } from '../kit/slots.tsx';
import { useDialogEntry } from './useDialogEntry.ts';

/** Draws the open dialog; its code loads when first needed. Opening another page closes it. */
export function DialogHost() {
  const dialog = dialogStore((state) => state.dialog);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason
  useEffect(addressChanged, [pathname]);
  useDialogEntry();
  return (
    <Suspense>{dialog !== null && <Filled key={dialog.name.name} slot={dialog.name} with={dialog.props} />}</Suspense>
  );
}
