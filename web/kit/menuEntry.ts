import type { ReactNode } from 'react';

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
