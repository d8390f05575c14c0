import { X } from 'lucide-react';
import { IconButton } from '../kit/IconButton.tsx';
import { useSendUndoable } from '../sync/useSendUndoable.ts';

/** Takes the card away, for the author of the post alone; it can be taken back while the alert is there. */
export default function RemoveButton({ postId }: { readonly postId: string }) {
  const send = useSendUndoable();
  const remove = () =>
    void send('RemovePreview', { postId }, { done: 'Preview removed', undone: 'The preview is back' });
  return (
    <IconButton label="Remove preview" onClick={remove}>
      <X size={18} aria-hidden />
    </IconButton>
  );
}
