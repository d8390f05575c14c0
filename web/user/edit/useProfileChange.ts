import { useEffect, useRef, useState } from 'react';
import type { ClientCommandMap } from '#domain/registry.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { closeDialog } from '../../kit/dialog/dialogStore.ts';
import { discardEntry, followUploads, useConnection, useOutbox, useSend } from '../../sync/hooks.ts';
import type { PendingUpload } from '../../sync/outbox/entry.ts';
import { SOMETHING_WENT_WRONG } from '../../sync/showRefusal.ts';

/** Code of the answer to an entry that its sender has replaced. */
const DISCARDED = 'DISCARDED';
/** Code of a fault: the server could not answer, and what was sent may be right. */
const FAULT = 'FAULT';

/** A change of the own profile, while its window is open. */
export interface ProfileChange {
  /** `sending`: awaits the answer · `failing`: there was none, or a fault; while it is in the outbox, that tries again. */
  readonly state: 'idle' | 'sending' | 'failing';
  /** Why what was typed is refused, until the next try. */
  readonly refusal: string | null;
  /** Share of the picture that is uploaded, 0 to 1. */
  readonly progress: number;
  save<Type extends keyof ClientCommandMap>(
    type: Type,
    data: ClientCommandMap[Type],
    uploads?: readonly PendingUpload[],
  ): Promise<void>;
}

/**
 * Sends a change through the outbox and awaits its answer in the window, which closes when it is saved (PROF-25). A
 * failure keeps the window with what was typed (PROF-26, Q23). Without a connection the outbox alone goes on.
 *
 * @param saved alert after it
 */
export function useProfileChange(saved: 'Profile Updated' | 'Account Updated!'): ProfileChange {
  const send = useSend();
  const connection = useConnection();
  const outbox = useOutbox();
  const [sentId, setSentId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<{ readonly code: string; readonly text: string } | null>(null);
  const isOpen = useIsMounted();
  const entry = outbox.find(({ id }) => id === sentId);
  const isFailing = connection !== 'online' || (entry?.attempts ?? 0) > 0;

  const refuse = (id: string, refused: { readonly code: string; readonly text: string }) => {
    discardEntry(id);
    setSentId(null);
    setRefusal(refused);
    if (!isOpen.current) showAlert('danger', refused.text);
  };

  const save: ProfileChange['save'] = async (type, data, uploads = []) => {
    // The last one has failed so far: this one takes its place.
    if (sentId !== null) discardEntry(sentId);
    setRefusal(null);
    const sent = send(type, data, { uploads });
    if (connection === 'offline' || connection === 'reconnecting') {
      showAlert('okay', 'You are offline. This is saved as soon as you are connected.');
      return closeDialog();
    }
    setSentId(sent.id);
    let failure: PendingUpload['failure'];
    const uploaded = await followUploads(sent.id, ([upload]) => {
      failure = upload?.failure;
    });
    if (uploaded === 'refused') {
      return refuse(sent.id, failure?.refusal ?? { code: FAULT, text: SOMETHING_WENT_WRONG });
    }
    const answer = await sent.settled;
    if (!answer.ok) return answer.refusal.code === DISCARDED ? undefined : refuse(sent.id, answer.refusal);
    showAlert('success', saved);
    if (isOpen.current) closeDialog();
  };

  return {
    state: sentId === null ? (refusal?.code === FAULT ? 'failing' : 'idle') : isFailing ? 'failing' : 'sending',
    refusal: refusal === null || refusal.code === FAULT ? null : refusal.text,
    progress: entry?.uploads[0]?.progress ?? 0,
    save,
  };
}

/** Whether the window is still open, for what happens after an answer. */
function useIsMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
