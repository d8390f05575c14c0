import { Ban, Flag, Trash2 } from 'lucide-react';
import { reportAccess } from '#domain/report/access.ts';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import type { MenuAction } from '../kit/menuEntry.ts';
import { type GuardedAction, useGate } from '../session/useGate.ts';
import { useViewer } from '../session/useViewer.ts';
import { banDialog, removeDialog, reportDialog, type Target } from './dialogs.ts';

/** Reporting somebody or something. */
const reporting: GuardedAction = {
  mayDo: reportAccess.mayDo.ReportPost,
  invitation: { title: 'Report it', text: 'Log in or sign up to tell the moderators what is wrong.' },
};

/** The entries about somebody else's thing: a report, and for moderators what follows from one. */
export function useEntries(target: Target, label: string, author: string): readonly MenuAction[] {
  const { isModerator } = useViewer();
  const pass = useGate();
  const report: MenuAction = {
    label,
    icon: <Flag size={18} aria-hidden />,
    onSelect: () => pass(reporting, () => openDialog(reportDialog, target)),
  };
  if (!isModerator) return [report];
  const remove: MenuAction = {
    label: `Remove ${target.kind}`,
    icon: <Trash2 size={18} aria-hidden />,
    danger: true,
    onSelect: () => openDialog(removeDialog, target),
  };
  const ban: MenuAction = {
    label: `Ban ${target.name}`,
    icon: <Ban size={18} aria-hidden />,
    danger: true,
    onSelect: () => openDialog(banDialog, { userId: author, name: target.name, about: target.id }),
  };
  // Nobody else sees a message: there is nothing to take away from the site.
  const isPublic = target.kind === 'post' || target.kind === 'comment';
  return isPublic ? [report, remove, ban] : [report, ban];
}
