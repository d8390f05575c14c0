import { useEffect } from 'react';
import { accounts } from '#projections/user/collections.ts';
import { useDocument } from '../sync/hooks.ts';
import { useSession } from '../sync/session.ts';
import { showAlert } from '../ui/alertStore.ts';
import { takeImagesNotDeleted } from './imagesNotDeleted.ts';

/** Tells the signed-in user, live and once, of pictures that could not be deleted (POST-18, D29). */
export function useImagesNotDeleted(): void {
  const userId = useSession((session) => session.userId);
  const postId = useDocument(accounts, userId)?.imagesNotDeleted;
  useEffect(() => {
    const text = takeImagesNotDeleted(postId, localStorage);
    if (text !== null) showAlert('danger', text);
  }, [postId]);
}
