import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { refusalOfField } from '../sync/showRefusal.ts';
import type { AskedAct } from './dialogs.ts';
import { RejectDialog } from './RejectDialog.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';

const texts = {
  PauseAd: {
    title: 'Pause Ad',
    text: 'It is shown to nobody until you resume it. The time of the pause is added to its end.',
    done: 'Ad paused successfully',
    failed: 'Failed to pause ad',
  },
  ResumeAd: {
    title: 'Resume Ad',
    text: 'It is shown again, and spends again.',
    done: 'Success! Your ad is running..',
    failed: 'Failed to pause ad',
  },
  StopAd: {
    title: 'Stop Ad',
    text: 'It ends for good. What it has not spent stays in your available funds.',
    done: 'Ad stopped.',
    failed: 'Failed to stop ad',
  },
} as const;

/** Asks before an ad pauses, goes on, or ends (BOOST-17 to 19, BOOST-21); and moderators for a reason, or a time. */
export default function AskDialog({ act, ...place }: AskedAct) {
  if (act === 'RejectAd') return <RejectDialog {...place} />;
  if (act === 'ScheduleAd') return <ScheduleDialog {...place} />;
  return <OwnersQuestion act={act} {...place} />;
}

function OwnersQuestion({ act, postId, adId }: AskedAct & { readonly act: keyof typeof texts }) {
  const send = useDirectCommand();
  const { title, text, done, failed } = texts[act];
  const confirm = async () => {
    try {
      await send(act, { postId, adId });
      showAlert('success', done);
    } catch (error) {
      const reason = refusalOfField(error);
      showAlert('danger', reason === null ? failed : `${failed}: ${reason}`);
    }
    closeDialog();
  };
  if (act === 'StopAd') {
    return (
      <ConfirmDialog
        title={title}
        text={text}
        confirm={title}
        cancel="Cancel"
        onConfirm={confirm}
        onCancel={closeDialog}
      />
    );
  }
  return (
    <Dialog title={title} text={text} onClose={closeDialog}>
      <DialogActions>
        <Button variant="primary" wide onClick={confirm}>
          {title}
        </Button>
        <Button wide onClick={closeDialog}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
