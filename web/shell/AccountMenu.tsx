import type { ReactNode } from 'react';
import { lazySoon } from '../kit/lazySoon.ts';
import { Menu, type MenuButtonProps } from '../kit/Menu.tsx';
import { sessionStore, useSession } from '../session/session.ts';

const load = () => import('./AccountPanel.tsx');
const AccountPanel = lazySoon(load);

/** The person's own menu; visitors have it too, for the colour scheme (Q76). */
export function AccountMenu(props: {
  readonly button: (button: MenuButtonProps) => ReactNode;
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
}) {
  const isVisitor = useSession(({ status }) => status === 'visitor');
  // A visitor who is outside of the area by now is led to /404 by the answer (GUARD-09).
  const onOpen = isVisitor ? () => void sessionStore.getState().load() : undefined;
  return (
    <Menu label="Account" load={load} panel={(open) => <AccountPanel {...open} />} wide onOpen={onOpen} {...props} />
  );
}
