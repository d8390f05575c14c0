import { ChartNoAxesColumn } from 'lucide-react';
import type { Profile } from '#projections/user/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { MenuItem } from '../kit/MenuItem.tsx';
import type { MenuAction } from '../kit/menuEntry.ts';
import { useViewer } from '../session/useViewer.ts';
import { fullName } from '../user/face.ts';
import { useAct } from './useAct.ts';
import { useEntries } from './useEntries.tsx';

/**
 * "Report {user}" in the menu of somebody else's profile, for those who are signed in (PROF-05); for moderators also what
 * follows from a report, and on every profile that the account is an internal one (GUARD-12).
 */
export default function PersonReport({ person, isOwn }: { readonly person: Profile; readonly isOwn: boolean }) {
  const { status, isModerator } = useViewer();
  const act = useAct();
  const name = fullName(person);
  const entries = useEntries({ kind: 'person', id: person.id, name }, `Report ${name}`, person.id);
  if (status !== 'user') return null;
  const leaveOut = async () => {
    const answer = await act('OptOutOfAnalytics', { userId: person.id });
    if (answer.ok) showAlert('success', `${name} is left out of the statistics`);
    else showAlert('danger', answer.text);
  };
  const internal: MenuAction = {
    label: 'Leave out of the statistics',
    icon: <ChartNoAxesColumn size={18} aria-hidden />,
    onSelect: () => void leaveOut(),
  };
  const shown = [...(isOwn ? [] : entries), ...(isModerator ? [internal] : [])];
  return shown.map((entry) => <MenuItem key={entry.label} {...entry} />);
}
