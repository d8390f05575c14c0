import { LoaderCircle } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './ProgressOverlay.module.css';

const stay = (event: Event) => event.preventDefault();

/** Covers the page while something must not be doubled (SHEL-13); neither Escape nor a press outside ends it. */
export function ProgressOverlay(props: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <Primitive.Root open>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.overlay} />
        <Primitive.Content
          className={styles.card}
          role="alertdialog"
          aria-busy
          onEscapeKeyDown={stay}
          onPointerDownOutside={stay}
          onInteractOutside={stay}
          {...(props.text === undefined && { 'aria-describedby': undefined })}
        >
          <LoaderCircle className={styles.spin} size={32} aria-hidden />
          <Primitive.Title className={styles.title}>{props.title}</Primitive.Title>
          {props.text !== undefined && (
            <Primitive.Description className={styles.text}>{props.text}</Primitive.Description>
          )}
          {props.children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
