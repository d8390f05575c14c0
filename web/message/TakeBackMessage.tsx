import { useNavigate } from 'react-router';
import { Button } from '../kit/Button.tsx';
import type { OutboxEntry } from '../sync/outbox/entry.ts';
import { requestEdit } from './edits.ts';

/** Leads to the conversation of a refused message, where it is taken back into the field. */
export default function TakeBackMessage({ entry }: { readonly entry: OutboxEntry }) {
  const navigate = useNavigate();
  const takeBack = () => {
    requestEdit(entry);
    navigate(`/messages/${String(entry.data.chatId)}`);
  };
  return (
    <Button size="small" onClick={takeBack}>
      Edit
    </Button>
  );
}
