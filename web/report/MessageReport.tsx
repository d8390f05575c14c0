import type { Message } from '#projections/message/collections.ts';
import { people } from '#projections/user/collections.ts';
import { MenuItem } from '../kit/MenuItem.tsx';
import { useDocument } from '../sync/hooks.ts';
import { fullName } from '../user/face.ts';
import { useEntries } from './useEntries.tsx';

/** The entries in the menu of a message that one got (Q22, Q46). */
export function MessageReport({ message }: { readonly message: Message }) {
  const name = fullName(useDocument(people, message.author));
  const entries = useEntries({ kind: 'message', id: message.id, name }, 'Report message', message.author);
  return entries.map((entry) => <MenuItem key={entry.label} {...entry} />);
}
