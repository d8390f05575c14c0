import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { dialogStore, type OpenDialog, pageShown } from '../kit/dialog/dialogStore.ts';
import { useDialogEntry } from '../kit/dialog/useDialogEntry.ts';
import { lazySoon } from '../kit/lazySoon.ts';

const AuthDialog = lazySoon(() => import('../user/AuthDialog.tsx'));
const VerifySchoolDialog = lazySoon(() => import('../user/VerifySchoolDialog.tsx'));
const CompleteProfileDialog = lazySoon(() => import('../user/CompleteProfileDialog.tsx'));
const DeleteDialog = lazySoon(() => import('../post/DeleteDialog.tsx'));
const EditDialog = lazySoon(() => import('../post/compose/EditDialog.tsx'));
const KeysDialog = lazySoon(() => import('./KeysDialog.tsx'));

/** Draws the open dialog; its code comes when it is first needed. Going to another page closes it. */
export function DialogHost() {
  const dialog = dialogStore((state) => state.dialog);
  const { pathname } = useLocation();
  useEffect(() => pageShown(pathname), [pathname]);
  useDialogEntry();
  return <Suspense>{dialog !== null && <Drawn dialog={dialog} />}</Suspense>;
}

function Drawn({ dialog }: { readonly dialog: OpenDialog }) {
  switch (dialog.kind) {
    case 'sign in':
      return <AuthDialog reason={dialog.reason} returnTo={dialog.returnTo} />;
    case 'verify school':
      return <VerifySchoolDialog />;
    case 'complete profile':
      return <CompleteProfileDialog />;
    case 'delete post':
      return <DeleteDialog kind="post" postId={dialog.postId} />;
    case 'delete comment':
      return <DeleteDialog kind="comment" postId={dialog.postId} />;
    case 'edit':
      return <EditDialog postId={dialog.postId} />;
    case 'keys':
      return <KeysDialog />;
  }
}
