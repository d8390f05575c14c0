import { useCallback, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Rejections } from '#domain/kernel/rejection.ts';
import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import { postFolder } from '#domain/post/commands.ts';
import { checkDraft } from '#domain/post/content.ts';
import { normaliseRichText } from '#domain/post/normalise.ts';
import { postRejections } from '#domain/post/rejections.ts';
import type { ClientCommandMap } from '#domain/registry.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { useSession } from '../../session/session.ts';
import { discardEntry, useConnection, useSend } from '../../sync/hooks.ts';
import { uploadFile } from '../../sync/outbox/uploads.ts';
import { NO_ANSWER, RequestRefused } from '../../sync/transport/http.ts';
import { awaited } from './lateArrivals.ts';
import { type DraftPhoto, mediaOf, pendingMedia, pendingName } from './photo.ts';
import { FAULT, refusalText, uploadErrorText } from './refusalText.ts';
import type { Draft } from './useDraft.ts';
import type { PhotoActions } from './usePhotos.ts';

/** What is made or changed. */
export type Submission =
  | { readonly type: 'CreatePost' }
  | { readonly type: 'AddComment'; readonly root: string; readonly parent: string }
  | { readonly type: 'EditPost'; readonly postId: string };

/** `photos` and `post`: what is on its way, behind the overlay (POST-10). */
export type Phase = 'idle' | 'photos' | 'post';

/** `sent`: acknowledged · `queued`: taken by the outbox, it goes when it can · `kept`: refused, the draft stays. */
export interface Submitted {
  readonly outcome: 'sent' | 'queued' | 'kept';
  readonly postId: string;
}

/** Milliseconds after which an answer is no longer waited for behind the overlay: the outbox goes on with it. */
const ANSWER_PATIENCE_MS = 8_000;

/** What the command says. */
function dataOf(submission: Submission, draft: Draft): ClientCommandMap[Submission['type']] {
  const content = { text: [...normaliseRichText(draft.text)], media: draft.photos.map(mediaOf) };
  switch (submission.type) {
    case 'CreatePost':
      return { ...content, category: ALL_CATEGORIES.value };
    case 'AddComment':
      return { ...content, root: submission.root, parent: submission.parent };
    case 'EditPost':
      return { ...content, postId: submission.postId };
  }
}

/** What is said about a draft that can't be sent as it is, or `null` (POST-04 to POST-06). */
function refusalOf({ text, photos }: Draft): string | null {
  const rejection = checkDraft(text, photos.length);
  if (rejection === null) return null;
  return (postRejections as Rejections)[rejection.code]?.text ?? FAULT;
}

/** Sends what was written: pictures first, by HTTP and with progress, then the command (D11, D15, D16). */
export function useSubmit(submission: Submission, draft: Draft, photoActions: PhotoActions) {
  const [phase, setPhase] = useState<Phase>('idle');
  const connection = useConnection();
  const userId = useSession((session) => session.userId);
  const send = useSend();
  const clientId = useRef(uuidv7());
  const aborts = useRef(new Map<string, AbortController>());

  const submit = useCallback(async (): Promise<Submitted | null> => {
    if (phase !== 'idle' || userId === null || draft.photos.some(({ state }) => state === 'processing')) return null;
    const refusal = refusalOf(draft);
    if (refusal !== null) {
      showAlert('danger', refusal);
      return null;
    }
    const id = clientId.current;
    const postId = submission.type === 'EditPost' ? submission.postId : newId(effectiveCommandId(userId, id), 0);
    const data = dataOf(submission, draft);

    const handOver = (): Submitted => {
      const files = draft.photos.filter((photo) => photo.media === null && photo.file !== null);
      const uploads = files.map((photo) => ({ name: pendingName(photo), file: photo.file as Blob }));
      send(submission.type, data, { id, uploads });
      clientId.current = uuidv7();
      return { outcome: 'queued', postId };
    };

    try {
      if (connection !== 'online') return handOver();
      const waiting = draft.photos.filter(({ media }) => media === null);
      if (waiting.length > 0) setPhase('photos');
      const uploaded = await uploadAll(postFolder(postId), waiting, photoActions, aborts.current);
      if (uploaded.outcome === 'no answer') return handOver();
      if (uploaded.outcome === 'failed') return { outcome: 'kept', postId };
      setPhase('post');
      // The files stay with the command until it is acknowledged: a server may lose what it has just stored.
      const media = draft.photos.map((photo) => (photo.file === null ? mediaOf(photo) : pendingMedia(photo)));
      const uploads = draft.photos.flatMap((photo) =>
        photo.file === null
          ? []
          : {
              name: pendingName(photo),
              file: photo.file,
              media: uploaded.media.get(photo.id) ?? photo.media ?? undefined,
            },
      );
      const sent = send(submission.type, { ...data, media }, { id, uploads });
      const answer = await awaited(sent.id, Promise.race([sent.settled, patience()]));
      if (answer === null) {
        clientId.current = uuidv7();
        return { outcome: 'queued', postId };
      }
      if (answer.ok) {
        clientId.current = uuidv7();
        return { outcome: 'sent', postId };
      }
      discardEntry(sent.id);
      // Another try is another command, with its own folder of files.
      clientId.current = uuidv7();
      for (const photo of draft.photos)
        if (photo.file !== null) photoActions.change(photo.id, { state: 'ready', media: null });
      showAlert('danger', refusalText(answer.refusal));
      return { outcome: 'kept', postId };
    } catch (error) {
      console.error(error);
      showAlert('danger', FAULT);
      return { outcome: 'kept', postId };
    } finally {
      setPhase('idle');
    }
  }, [phase, userId, draft, submission, connection, send, photoActions]);

  const cancelUpload = useCallback((photoId: string) => aborts.current.get(photoId)?.abort(), []);
  return { phase, submit, cancelUpload };
}

type Uploaded =
  | { readonly outcome: 'done'; readonly media: ReadonlyMap<string, NonNullable<DraftPhoto['media']>> }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'no answer' };

/** Uploads pictures one after the other; each tells its progress and can be given up alone. */
async function uploadAll(
  folder: string,
  photos: readonly DraftPhoto[],
  actions: PhotoActions,
  aborts: Map<string, AbortController>,
): Promise<Uploaded> {
  const media = new Map<string, NonNullable<DraftPhoto['media']>>();
  let failed = false;
  for (const photo of photos) {
    if (photo.file === null) continue;
    const abort = new AbortController();
    aborts.set(photo.id, abort);
    actions.change(photo.id, { state: 'uploading', progress: 0, error: null });
    try {
      const onProgress = (progress: number) => actions.change(photo.id, { progress });
      const stored = await uploadFile(folder, photo.file, { onProgress, signal: abort.signal });
      media.set(photo.id, stored);
      actions.change(photo.id, { state: 'uploaded', progress: 1, media: stored });
    } catch (error) {
      if (error instanceof RequestRefused && error.status === NO_ANSWER) {
        actions.change(photo.id, { state: 'ready' });
        return { outcome: 'no answer' };
      }
      failed = true;
      const why = abort.signal.aborted ? 'Not uploaded' : uploadErrorText(error);
      actions.change(photo.id, { state: 'failed', error: why });
      if (!abort.signal.aborted) showAlert('danger', why);
    } finally {
      aborts.delete(photo.id);
    }
  }
  return failed ? { outcome: 'failed' } : { outcome: 'done', media };
}

function patience(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ANSWER_PATIENCE_MS));
}
