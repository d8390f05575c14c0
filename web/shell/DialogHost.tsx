import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { dialogStore, pageShown } from '../kit/dialog/dialogStore.ts';
import { useDialogEntry } from '../kit/dialog/useDialogEntry.ts';
import { Filled } from '../kit/slots.tsx';

/** Draws the open dialog; its code loads when first needed. Opening another page closes it. */
export function DialogHost() {
  const dialog = dialogStore((state) => state.dialog);
  const { pathname } = useLocation();
  useEffect(() => pageShown(pathname), [pathname]);
  useDialogEntry();
  return (
    <Suspense>{dialog !== null && <Filled key={dialog.name.name} slot={dialog.name} with={dialog.props} />}</Suspense>
  );
}
