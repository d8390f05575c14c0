import { type ReactNode, type Ref, Suspense, useRef, useState } from 'react';
import { cx } from './cx.ts';
import styles from './Menu.module.css';
import type { OpenMenu } from './menuEntry.ts';

/** Properties that the menu's button has to take over. */
export interface MenuButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'data-state': 'open' | 'closed';
  readonly onClick: (event: React.MouseEvent) => void;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
}

/**
 * A button that opens a menu. The open menu is a panel with code of its own (its entries with their icons, Radix with its
 * positioning), which is fetched soon after the first view, or when the pointer or the focus reaches the button.
 */
export function Menu(props: {
  readonly label: string;
  /** Fetches the panel's code; absent where the page has it. */
  readonly load?: () => Promise<unknown>;
  /** Draws a `MenuPanel` with the entries. */
  readonly panel: (open: OpenMenu) => ReactNode;
  readonly button: (button: MenuButtonProps) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom' | 'right';
  readonly wide?: boolean;
  /** Called when it opens. */
  readonly onOpen?: (() => void) | undefined;
}) {
  const [open, setOpen] = useState(false);
  /** Opened without a pointer: the first entry has the focus. */
  const [byKeys, setByKeys] = useState(false);
  const preload = () =>
    void props.load?.().catch((error: unknown) => console.warn('The menu is fetched when it opens.', error));
  const show = (isByKeys: boolean) => {
    setByKeys(isByKeys);
    setOpen(true);
    props.onOpen?.();
  };
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className={cx(styles.host, props.wide && styles.hostWide)}>
      {props.button({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'data-state': open ? 'open' : 'closed',
        // A press by a key, or by a tool that reads the page, counts no clicks.
        onClick: ({ detail }) => (open ? setOpen(false) : show(detail === 0)),
        onPointerEnter: preload,
        onFocus: preload,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          show(true);
        },
      })}
      {open && (
        <Suspense>
          {props.panel({
            label: props.label,
            align: props.align ?? 'end',
            side: props.side ?? 'bottom',
            button,
            byKeys,
            onClose: () => setOpen(false),
          })}
        </Suspense>
      )}
    </span>
  );
}
