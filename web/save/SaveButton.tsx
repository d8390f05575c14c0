import { Bookmark } from 'lucide-react';
import { postCounters, saveKey } from '#projections/post/collections.ts';
import { saves } from '#projections/save/collections.ts';
import { useDocument, useSend } from '../sync/hooks.ts';
import { useSession } from '../sync/session.ts';
import { showAlert } from '../ui/alertStore.ts';
import { useGate } from '../user/useGate.ts';

/** "Save" and "Saved!", with the number of saves; shown at once, put right by the answer (SAVE-01 to SAVE-04, D20). */
export function SaveButton({ postId, className }: { readonly postId: string; readonly className?: string }) {
  const userId = useSession((session) => session.userId);
  const save = useDocument(saves, userId === null ? null : saveKey(postId, userId));
  const counters = useDocument(postCounters, postId);
  const send = useSend();
  const pass = useGate();
  const saved = save !== undefined;
  const count = counters?.saves ?? 0;

  const toggle = () => {
    if (!pass('like')) return;
    send(saved ? 'UnsavePost' : 'SavePost', { postId });
    if (!saved) showAlert('success', 'Post saved.');
  };

  return (
    <button
      type="button"
      className={className}
      aria-label={saved ? 'Saved!' : 'Save'}
      aria-pressed={saved}
      title={count === 0 ? 'Nobody has saved this yet' : `Saved by ${count}`}
      onClick={toggle}
    >
      <Bookmark size={18} aria-hidden />
      <span aria-hidden>{saved ? 'Saved!' : 'Save'}</span>
      {count > 0 && <span aria-hidden>{count}</span>}
    </button>
  );
}
