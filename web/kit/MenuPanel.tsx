import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusPlaceOf, oweFocus, ownFocusOf } from './focusPlace.ts';
import styles from './Menu.module.css';
import { MenuItem } from './MenuItem.tsx';
import type { MenuEntry, OpenMenu } from './menuEntry.ts';

/** The open menu, anchored to its button. */
export function MenuPanel(
  props: OpenMenu & {
    readonly entries: readonly MenuEntry[];
    /** Entries of other nouns above and below them: what fills a slot, a `MenuItem` each. */
    readonly lead?: ReactNode;
    readonly more?: ReactNode;
  },
) {
  const { button } = props;
  const isEntered = useRef(!props.byKeys);
  const enter = (menu: HTMLElement) => {
    if (isEntered.current) return;
    isEntered.current = true;
    menu.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true });
  };
  // Radix asks for it in a later task than the one in which the menu goes: the choice may open a dialog in between.
  useLayoutEffect(() => () => oweFocus(focusPlaceOf(button.current)), [button]);
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && props.onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className={styles.anchor} aria-hidden tabIndex={-1} />
      </DropdownMenu.Trigger>
      {/* A press beside the menu closes it and does nothing else; nothing of the page is hidden from readers. */}
      <DropdownMenu.Portal>
        <div className={styles.beside} />
      </DropdownMenu.Portal>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          // A dialog that the choice opens may be drawn before the menu is gone: it returns the focus to the button.
          ref={(menu) => {
            if (menu === null) return;
            if (button.current !== null) ownFocusOf(menu, button.current);
            // Radix knows only the keys that were pressed since it is there: not the one that opened it.
            enter(menu);
          }}
          className={styles.menu}
          aria-label={props.label}
          aria-labelledby={undefined}
          align={props.align}
          side={props.side}
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A dialog that the choice has opened keeps the focus that it took.
            if (document.querySelector('[role="dialog"]') === null) button.current?.focus();
          }}
        >
          {props.lead}
          {props.entries.map((entry, index) => (
            <Row
              key={typeof entry === 'string' ? `${entry} ${index}` : 'heading' in entry ? entry.heading : entry.label}
              entry={entry}
            />
          ))}
          {props.more}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Row({ entry }: { readonly entry: MenuEntry }) {
  if (entry === 'separator') return <DropdownMenu.Separator className={styles.separator} />;
  if ('heading' in entry) return <DropdownMenu.Label className={styles.label}>{entry.heading}</DropdownMenu.Label>;
  if (entry.chosen !== undefined) {
    return (
      <DropdownMenu.CheckboxItem className={styles.item} checked={entry.chosen} onSelect={entry.onSelect}>
        {entry.icon}
        {entry.label}
        <DropdownMenu.ItemIndicator className={styles.tick}>
          <Check size={18} aria-hidden />
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.CheckboxItem>
    );
  }
  return <MenuItem label={entry.label} icon={entry.icon} danger={entry.danger === true} onSelect={entry.onSelect} />;
}
