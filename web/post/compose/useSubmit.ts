import { useCallback, useRef, useState } from 'react';
import { newId } from '#domain/kernel/ids.ts';
import { checkDraft } from '#domain/post/content.ts';
import { normaliseRichText } from '#domain/post/normalise.ts';
import { NO_TERMS, type Terms } from '#domain/post/terms.ts';
import type { ClientCommandMap } from '#domain/registry.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { useSession } from '../../session/session.ts';
import {
  callOffUpload,
  followUploads,
  useConnection,
  useIsOutdated,
  useSend,
  whenConnected,
  withdrawEntry,
} from '../../sync/hooks.ts';
import { CALLED_OFF, type OutboxEntry, type PendingUpload } from '../../sync/outbox/entry.ts';
import type { Sent } from '../../sync/syncStore.ts';
import {
  type Draft,
  type DraftPhoto,
  FAULT,
  mediaOf,
  type PhotoActions,
  pendingName,
  pendingPosterName,
  refusalText,
  uploadErrorText,
  uploadsOfPhoto,
} from '../../writing/face.ts';
import { readTerms } from '../offer/draftTerms.ts';
import { awaited } from './lateArrivals.ts';
import { rejectionText } from './rejectionText.ts';

/** The command and its target. */
export type Submission =
  | { readonly type: 'CreatePost' }
  | { readonly type: 'AddComment'; readonly root: string; readonly parent: string }
  /** @field offers a post may offer something, a comment does not */
  | { readonly type: 'EditPost'; readonly postId: string; readonly offers: boolean };

/** `photos` and `post`: being sent, behind the overlay (POST-10). */
export type Phase = 'idle' | 'photos' | 'post';

/** `sent`: acknowledged · `queued`: in the outbox, sent when possible · `kept`: refused, the draft stays. */
export interface Submitted {
  readonly outcome: 'sent' | 'queued' | 'kept';
  readonly postId: string;
}

/** Milliseconds that the overlay waits for an answer; then the outbox goes on in the background. */
const ANSWER_PATIENCE_MS = 8_000;

/** The files that go with the command; the outbox keeps them until it is acknowledged. */
function uploadsOf({ photos }: Draft): readonly PendingUpload[] {
  return photos.flatMap(uploadsOfPhoto);
}

/** The command's data. */
function dataOf(submission: Submission, draft: Draft): ClientCommandMap[Submission['type']] {
  const content = { text: [...normaliseRichText(draft.text)], media: draft.photos.map(mediaOf) };
  switch (submission.type) {
    case 'CreatePost':
      return { ...content, ...termsOf(draft) };
    case 'AddComment':
      return { ...content, root: submission.root, parent: submission.parent };
    case 'EditPost':
      return { ...content, ...(submission.offers ? termsOf(draft) : {}), postId: submission.postId };
  }
}

/** Terms of the draft. A draft whose price is none is not sent (`isSendable`). */
function termsOf({ terms }: Draft): Terms {
  const read = readTerms(terms);
  return read.ok ? read.terms : NO_TERMS;
}

/** Whether a draft can be sent; if not, the person learns why (POST-04 to POST-06). */
function isSendable({ text, photos, terms, refusePrice }: Draft): boolean {
  const refusal = rejectionText(checkDraft(text, photos.length));
  if (refusal !== null) showAlert('danger', refusal);
  // Its field says so: on a phone an alert would lie over it.
  else if (!readTerms(terms).ok) refusePrice();
  else return true;
  return false;
}

/**
 * Sends a draft through the outbox, which uploads the pictures, with progress, and then sends the command (D11, D15,
 * D16). Once the outbox has stored it, it is no draft any more: a page that is reloaded meanwhile does not show it
 * again. If it is refused while the composer is open, it becomes the draft again; the next press uploads only the
 * pictures that are not stored yet, unless the command was sent: then it is another one, with its own folder of files.
 */
export function useSubmit(submission: Submission, draft: Draft, photoActions: PhotoActions) {
  const [phase, setPhase] = useState<Phase>('idle');
  const connection = useConnection();
  const isOutdated = useIsOutdated();
  const userId = useSession((session) => session.userId);
  const send = useSend();
  const entryId = useRef<string | null>(null);
  /** The refused entry, if the next press may revise it. */
  const refused = useRef<OutboxEntry | null>(null);

  const submit = useCallback(async (): Promise<Submitted | null> => {
    if (phase !== 'idle' || userId === null || draft.photos.some(({ state }) => state === 'processing')) return null;
    if (!isSendable(draft)) return null;
    const uploads = uploadsOf(draft);
    try {
      const sent = send(submission.type, dataOf(submission, draft), { uploads, revises: refused.current });
      const postId = submission.type === 'EditPost' ? submission.postId : newId(sent.commandId, 0);
      entryId.current = sent.id;
      refused.current = null;
      const isWaiting =
        connection === 'offline' || connection === 'reconnecting' || (isOutdated && connection !== 'online');
      if (isWaiting) return { outcome: 'queued', postId };
      setPhase(uploads.length > 0 ? 'photos' : 'post');
      const kept = sent.stored.then((isKept) => isKept && draft.handOver());
      const outcome = await awaited(
        sent.id,
        outcomeOf(sent, draft, photoActions, () => setPhase('post')),
      );
      await kept;
      if (outcome === 'kept') {
        // First the draft: a page that is closed in between has it twice, and not never.
        draft.takeBack();
        refused.current = await withdrawEntry(sent.id);
      }
      return { outcome, postId };
    } catch (error) {
      console.error(error);
      showAlert('danger', FAULT);
      return null;
    } finally {
      setPhase('idle');
    }
  }, [phase, userId, draft, submission, connection, isOutdated, send, photoActions]);

  const cancelUpload = useCallback((photo: DraftPhoto) => {
    if (entryId.current !== null) callOffUpload(entryId.current, pendingName(photo));
  }, []);
  return { phase, submit, cancelUpload };
}

/** Waits for the outcome of a command while its composer is open, and shows it with its pictures. */
async function outcomeOf(
  sent: Sent,
  { photos }: Draft,
  actions: PhotoActions,
  onUploaded: () => void,
): Promise<Submitted['outcome']> {
  // A page that was just opened is still connecting: to queue now would hide a refusal from the composer.
  if (!(await whenConnected(ANSWER_PATIENCE_MS))) return 'queued';
  let failures = new Set<string>();
  const uploaded = await followUploads(sent.id, (uploads) => {
    for (const photo of photos) showUpload(photo, uploads, actions);
    failures = failuresOf(uploads);
  });
  if (uploaded === 'later') return 'queued';
  if (uploaded === 'refused') {
    for (const failure of failures) showAlert('danger', failure);
    return 'kept';
  }
  onUploaded();
  const answer = await Promise.race([sent.settled, patience()]);
  if (answer === null) return 'queued';
  if (answer.ok) return 'sent';
  // Another try is another command, with its own folder of files.
  for (const { id, file } of photos) if (file !== null) actions.change(id, { state: 'ready' });
  showAlert('danger', refusalText(answer.refusal));
  return 'kept';
}

/** Errors of the files, each reason once; a file that the user cancelled has none. */
function failuresOf(uploads: readonly PendingUpload[]): Set<string> {
  const failed = uploads.flatMap(({ failure }) => failure ?? []);
  return new Set(failed.filter(({ refusal }) => refusal.code !== CALLED_OFF).map(uploadErrorText));
}

/** Shows the progress of a picture's upload, or its error. */
function showUpload(photo: DraftPhoto, uploads: readonly PendingUpload[], actions: PhotoActions): void {
  const upload = uploads.find(({ name }) => name === pendingName(photo));
  if (upload === undefined) return;
  const poster = uploads.find(({ name }) => name === pendingPosterName(photo));
  const { media, progress } = upload;
  const failure = poster?.failure ?? upload.failure;
  if (media !== undefined && failure === undefined)
    actions.change(photo.id, { state: 'uploaded', progress: 1, error: null });
  else if (failure !== undefined) {
    const error = failure.refusal.code === CALLED_OFF ? failure.message : uploadErrorText(failure);
    actions.change(photo.id, { state: 'failed', error });
  } else if (progress !== undefined) actions.change(photo.id, { state: 'uploading', progress, error: null });
}

function patience(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ANSWER_PATIENCE_MS));
}
