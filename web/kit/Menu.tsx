import { type ReactNode, type Ref, Suspense, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { lazySoon } from './lazySoon.ts';
import styles from './Menu.module.css';
import type { MenuEntry } from './menuEntry.ts';

/** Properties that the menu's button has to take over. */
export interface MenuButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'data-state': 'open' | 'closed';
  readonly onClick: () => void;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
}

const load = () => import('./MenuPanel.tsx');
const MenuPanel = lazySoon(load);
const preload = () => void load();

/**
 * A button that opens a menu. The menu's code (Radix with its positioning) loads when the pointer or the focus reaches
 * the button, so that pages full of cards do not include it.
 */
export function Menu(props: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Entries of other nouns above and below them: what fills a slot, a `MenuItem` each. */
  readonly lead?: ReactNode;
  readonly more?: ReactNode;
  readonly button: (button: MenuButtonProps) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom' | 'right';
  readonly wide?: boolean;
  /** Called when it opens. */
  readonly onOpen?: (() => void) | undefined;
}) {
  const [open, setOpen] = useState(false);
  const show = () => {
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
        onClick: () => (open ? setOpen(false) : show()),
        onPointerEnter: preload,
        onFocus: preload,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          show();
        },
      })}
      {open && (
        <Suspense>
          <MenuPanel
            label={props.label}
            entries={props.entries}
            lead={props.lead}
            more={props.more}
            align={props.align ?? 'end'}
            side={props.side ?? 'bottom'}
            button={button}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  );
}
