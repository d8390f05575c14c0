import { Tooltip } from 'radix-ui';
import styles from './Tooltip.module.css';

/** The open hint, anchored to the element that it names. */
export default function TooltipPanel({ label, onClose }: { readonly label: string; readonly onClose: () => void }) {
  return (
    <Tooltip.Provider>
      <Tooltip.Root open onOpenChange={(open) => !open && onClose()}>
        <Tooltip.Trigger asChild>
          <span className={styles.anchor} aria-hidden />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className={styles.tip} side="right" sideOffset={8} collisionPadding={8}>
            {label}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
