import { Ellipsis } from 'lucide-react';
import { IconButton } from '../kit/IconButton.tsx';
import { useViewer } from '../session/useViewer.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { AccountPicture, accountWords } from './registry.ts';

/** The account menu in the head of a page, on phones. */
export function HeaderAccount() {
  const isKnown = accountWords(useViewer()) !== null;
  return (
    <AccountMenu
      button={(button) => (
        <IconButton label="Account menu" {...button}>
          {isKnown ? <AccountPicture size={32} /> : <Ellipsis size={24} aria-hidden />}
        </IconButton>
      )}
    />
  );
}
