import { lazySoon } from '../kit/lazySoon.ts';
import { headerSlots } from '../kit/navigation/PageHeader.tsx';
import { fill } from '../kit/slots.tsx';
import { frameSlots } from '../noun.ts';
import { CampusMark } from '../session/CampusMark.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { keysDialog } from './dialogs.ts';
import { HeaderAccount } from './HeaderAccount.tsx';
import { UnreadBesideBack } from './Unread.tsx';

function HeaderMark() {
  return <CampusMark size={30} />;
}

/** The shell's own fillings of slots. */
export const shellFillings = [
  fill(headerSlots.mark, HeaderMark),
  fill(headerSlots.account, HeaderAccount),
  fill(headerSlots.news, ConnectionBar),
  fill(frameSlots.unread, UnreadBesideBack),
  fill(
    frameSlots.settingsMenu,
    lazySoon(() => import('./SettingsMenu.tsx')),
  ),
  fill(
    frameSlots.accountRows,
    lazySoon(() => import('./AccountRows.tsx')),
  ),
  fill(
    frameSlots.console,
    lazySoon(() => import('./Console.tsx')),
  ),
  fill(
    frameSlots.keptList,
    lazySoon(() => import('./KeptList.tsx')),
  ),
  fill(
    keysDialog,
    lazySoon(() => import('./KeysDialog.tsx')),
  ),
];
