import { Ban, Ellipsis, Flag, Trash2 } from 'lucide-react';
import { reportAccess } from '#domain/report/access.ts';
import type { Post } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import type { MenuAction } from '../kit/menuEntry.ts';
import { type GuardedAction, useGate } from '../session/useGate.ts';
import { useViewer } from '../session/useViewer.ts';
import { useDocument } from '../sync/hooks.ts';
import { fullName } from '../user/face.ts';
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
  return target.kind === 'person' ? [report, ban] : [report, remove, ban];
}

function OptionsMenu({ label, entries }: { readonly label: string; readonly entries: readonly MenuAction[] }) {
  return (
    <Menu
      label={label}
      entries={entries}
      button={(button) => (
        <IconButton label={label} {...button}>
          <Ellipsis size={20} aria-hidden />
        </IconButton>
      )}
    />
  );
}

/** The menu of somebody else's post or comment (Q22). */
export function PostReportMenu({ post }: { readonly post: Post }) {
  const kind = post.parent === null ? 'post' : 'comment';
  const name = fullName(useDocument(people, post.author));
  const entries = useEntries({ kind, id: post.id, name }, `Report ${kind}`, post.author);
  return <OptionsMenu label={kind === 'post' ? 'Post options' : 'Comment options'} entries={entries} />;
}
