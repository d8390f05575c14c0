import { Button } from '../../kit/Button.tsx';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import type { OutboxEntry } from '../../sync/outbox/entry.ts';
import { takeBackDialog } from './dialogs.ts';

/** Opens a refused comment or edit again, with its pictures. It stays in the outbox until it is sent anew. */
export default function TakeBackWritten({ entry }: { readonly entry: OutboxEntry }) {
  return (
    <Button size="small" onClick={() => openDialog(takeBackDialog, { entry })}>
      Edit
    </Button>
  );
}
