import { Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { MenuPanel } from '../kit/MenuPanel.tsx';
import type { MenuEntry, OpenMenu } from '../kit/menuEntry.ts';
import { Filled } from '../kit/slots.tsx';
import { type Theme, themeStore } from '../kit/theme.ts';
import { useMobile } from '../kit/useMediaQuery.ts';
import { frameSlots, type NavigationLink } from '../noun.ts';
import { useViewer } from '../session/useViewer.ts';
import { keysDialog } from './dialogs.ts';
import { linksFor, navigation } from './registry.ts';

const themes: readonly { readonly theme: Theme; readonly label: string; readonly icon: ReactNode }[] = [
  { theme: 'system', label: 'As the system', icon: <Monitor size={18} aria-hidden /> },
  { theme: 'light', label: 'Light', icon: <Sun size={18} aria-hidden /> },
  { theme: 'dark', label: 'Dark', icon: <Moon size={18} aria-hidden /> },
];

/** Phones have no keys to be short about. */
const help: readonly MenuEntry[] = [
  { heading: 'Help' },
  {
    label: 'Keyboard shortcuts',
    icon: <Keyboard size={18} aria-hidden />,
    onSelect: () => openDialog(keysDialog, {}),
  },
];

/** The entries of the person's own menu: links, the colour scheme (Q76), help. */
export default function AccountPanel(open: OpenMenu) {
  const viewer = useViewer();
  const mobile = useMobile();
  const navigate = useNavigate();
  const chosen = themeStore((state) => state.theme);
  const choose = themeStore((state) => state.choose);

  const links = linksFor(navigation.menu, viewer.status === 'user' ? 'user' : 'visitor', viewer.isModerator);
  const entryOf = ({ to, label, icon: Icon }: NavigationLink) => ({
    label,
    icon: <Icon size={18} aria-hidden />,
    onSelect: () => navigate(to),
  });
  const last = links.filter(({ isLast }) => isLast);
  const entries: readonly MenuEntry[] = [
    ...links.filter(({ isLast }) => !isLast).map(entryOf),
    'separator',
    { heading: 'Appearance' },
    ...themes.map(({ theme, label, icon }) => ({
      label,
      icon,
      chosen: chosen === theme,
      onSelect: () => choose(theme),
    })),
    ...(mobile ? [] : help),
    ...(last.length === 0 ? [] : (['separator'] as const)),
    ...last.map(entryOf),
  ];
  return <MenuPanel {...open} lead={<Filled slot={frameSlots.accountMenu} with={{}} />} entries={entries} />;
}
