import type { Profile } from '#projections/user/collections.ts';
import { MenuItem } from '../kit/MenuItem.tsx';
import { useViewer } from '../session/useViewer.ts';
import { fullName } from '../user/face.ts';
import { useEntries } from './useEntries.tsx';

/** "Report {user}" in the menu of somebody else's profile, for those who are signed in (PROF-05). */
export default function PersonReport({ person, isOwn }: { readonly person: Profile; readonly isOwn: boolean }) {
  const { status } = useViewer();
  const name = fullName(person);
  const entries = useEntries({ kind: 'person', id: person.id, name }, `Report ${name}`, person.id);
  if (isOwn || status !== 'user') return null;
  return entries.map((entry) => <MenuItem key={entry.label} {...entry} />);
}
