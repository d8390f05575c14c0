import type { ReactNode, RefObject } from 'react';

/** A row of a menu that does something. `chosen` makes it one of several that exclude each other. */
export interface MenuAction {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly chosen?: boolean;
  readonly onSelect: () => void;
}

/** One row of a menu. */
export type MenuEntry = MenuAction | { readonly heading: string } | 'separator';

/** An open menu as its button hands it to its panel. */
export interface OpenMenu {
  readonly label: string;
  readonly align: 'start' | 'end';
  readonly side: 'top' | 'bottom' | 'right';
  readonly button: RefObject<HTMLButtonElement | null>;
  /** Whether it was opened without a pointer: its first entry takes the focus. */
  readonly byKeys: boolean;
  readonly onClose: () => void;
}
