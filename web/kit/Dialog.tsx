import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ALERTS_MARK } from './alertStore.ts';
import { cx } from './cx.ts';
import styles from './Dialog.module.css';
import { oweFocus, presentPlace, restoreFocus, returnFocusOf } from './focusPlace.ts';
import { IconButton } from './IconButton.tsx';
import { useMobile } from './useMediaQuery.ts';

interface Common {
  readonly title: string;
  /** Asked to close by Escape, by a press outside or by its button. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Element that gets the focus first; else the first control. */
  readonly focusFirst?: RefObject<HTMLElement | null>;
}

function focusOn(target: RefObject<HTMLElement | null> | undefined) {
  return (event: Event) => {
    if (target?.current == null) return;
    event.preventDefault();
    target.current.focus();
  };
}

/**
 * Returns the focus to the element that had it, or to one next to it if that is gone: our dialogs are opened by a
 * state, not by a Radix trigger.
 */
function useReturnFocus() {
  const [before] = useState(presentPlace);
  // Radix asks for it in a later task than the one in which the dialog goes.
  useLayoutEffect(() => () => oweFocus(before), [before]);
  return {
    ref: (window: HTMLElement | null) => {
      if (window !== null && before !== null) returnFocusOf(window, before);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before !== null) restoreFocus(before);
    },
  };
}

/** Alerts are drawn over dialogs: a press on one does not close the dialog. */
function keepForAlerts(event: CustomEvent<{ readonly originalEvent: Event }>): void {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest(`[${ALERTS_MARK}]`) !== null) event.preventDefault();
}

/** A question or a short message; a sheet from below on phones. Focus is kept inside and given back (Radix). */
export function Dialog({
  title,
  text,
  lead,
  onClose,
  children,
  focusFirst,
}: Common & {
  readonly text?: ReactNode;
  /** Shown above the title. */
  readonly lead?: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.scrim} />
        <Primitive.Content
          {...returnFocus}
          className={cx(styles.dialog, styles.sheet, styles.closed)}
          onOpenAutoFocus={focusOn(focusFirst)}
          onInteractOutside={keepForAlerts}
          {...(text === undefined && { 'aria-describedby': undefined })}
        >
          <div className={styles.body}>
            {lead}
            <Primitive.Title>{title}</Primitive.Title>
            {text !== undefined && <Primitive.Description className={styles.text}>{text}</Primitive.Description>}
            {children}
          </div>
          <IconButton label="Close" className={styles.close} onClick={onClose}>
            <X size={20} />
          </IconButton>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const HeadContext = createContext<HTMLElement | null>(null);

/** Puts the button that ends a task into the head of its window: a phone's keyboard covers the lower edge. */
export function InDialogHead({ children }: { readonly children: ReactNode }) {
  const head = useContext(HeadContext);
  return head === null ? null : createPortal(children, head);
}

/** A task in a window of its own: the composer, the wizard. The whole screen on phones, as far as it can be seen. */
export function TaskDialog({ title, onClose, children, focusFirst }: Common) {
  const returnFocus = useReturnFocus();
  const mobile = useMobile();
  const [head, setHead] = useState<HTMLElement | null>(null);
  const close = (
    <IconButton label="Close" className={styles.leave} onClick={onClose}>
      <X size={20} />
    </IconButton>
  );
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.scrim} />
        <Primitive.Content
          {...returnFocus}
          className={cx(styles.dialog, styles.wide)}
          data-task
          onOpenAutoFocus={focusOn(focusFirst)}
          onInteractOutside={keepForAlerts}
          aria-describedby={undefined}
        >
          <div className={styles.head}>
            {mobile && close}
            <Primitive.Title>{title}</Primitive.Title>
            <div ref={setHead} className={styles.task} />
            {!mobile && close}
          </div>
          <HeadContext value={head}>{children}</HeadContext>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The buttons of a dialog, one below the other, the usual one first. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
