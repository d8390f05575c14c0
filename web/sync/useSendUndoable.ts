import { useCallback, useContext } from 'react';
import type { ClientCommandMap } from '#domain/registry.ts';
import { dismissAlertAbout, showAlert, UNDO, UNDO_ALERT_MS } from '../kit/alertStore.ts';
import { syncClient } from './client.ts';
import { SyncContext } from './hooks.ts';
import { UNDO_HELD_MAX_MS } from './outbox/limits.ts';
import type { Sent, SyncStore } from './syncStore.ts';

/** Texts of a command that can be taken back. */
export interface UndoTexts {
  /** Shown beside Undo. */
  readonly done: string;
  /** Said after Undo. */
  readonly undone: string;
}

/**
 * Returns the function that sends a command which can be taken back: its effect is shown at once, and nothing is sent
 * as long as an alert offers Undo.
 *
 * The alert stays for `UNDO_ALERT_MS`, and for as long as the pointer or the focus is on it, up to
 * `UNDO_HELD_MAX_MS`. The command is sent at once when the alert is dismissed or the page is left.
 */
export function useSendUndoable(): <Type extends keyof ClientCommandMap>(
  type: Type,
  data: ClientCommandMap[Type],
  texts: UndoTexts,
) => Sent {
  const sync = useContext(SyncContext) ?? syncClient();
  return useCallback(
    (type, data, texts) => {
      const sent = sync.send(type, data, { undoableMs: UNDO_ALERT_MS });
      offerUndo(sync, sent.id, texts);
      return sent;
    },
    [sync],
  );
}

/** Shows the alert as soon as the command waits, and takes it away when the command waits no longer. */
function offerUndo(sync: SyncStore, id: string, { done, undone }: UndoTexts): void {
  let isShown = false;
  const follow = () => {
    const waits = sync.view.getState().outbox.find((entry) => entry.id === id)?.sendAt !== undefined;
    if (waits === isShown) return;
    isShown = waits;
    if (!waits) {
      stop();
      dismissAlertAbout(id);
      return;
    }
    const onPress = () => {
      if (sync.takeBack(id)) showAlert('okay', undone);
    };
    showAlert('success', done, {
      duration: UNDO_ALERT_MS,
      action: { label: UNDO, onPress },
      about: id,
      follower: {
        held: (isHeld, leftMs) => sync.setUndoable(id, isHeld ? UNDO_HELD_MAX_MS : leftMs),
        dismissed: () => sync.setUndoable(id, 0),
      },
    });
  };
  const stop = sync.view.subscribe(follow);
  follow();
}
