import { useEffect } from 'react';
import { accounts } from '#projections/user/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { deviceStorage } from '../kit/storage/textStorage.ts';
import { useSession } from '../session/session.ts';
import { useDocument } from '../sync/hooks.ts';
import { takeImagesNotDeleted } from './imagesNotDeleted.ts';

/** Informs the signed-in user, live and once, of pictures that could not be deleted (POST-18, D29); draws nothing. */
export default function ImagesNotDeletedAlert(): null {
  const userId = useSession((session) => session.userId);
  const postId = useDocument(accounts, userId)?.imagesNotDeleted;
  useEffect(() => {
    const text = takeImagesNotDeleted(postId, deviceStorage);
    if (text !== null) showAlert('danger', text);
  }, [postId]);
  return null;
}
