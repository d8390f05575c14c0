import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { carriesText } from './carriesText.ts';

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}

/** Whether text can be put in somewhere. */
function isField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null;
}

/**
 * Takes files that are dropped or pasted on an element.
 *
 * @returns its handlers, and whether files are held over it.
 * A text that is pasted into a field wins over the picture of itself that office programs put beside it.
 */
export function usePhotoDrop(add: (files: readonly File[]) => void) {
  const [dropping, setDropping] = useState(false);
  const handlers = {
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      if (files.length === 0 || (isField(event.target) && carriesText(event.clipboardData))) return;
      event.preventDefault();
      add(files);
    },
    onDragOver: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDropping(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
    },
    onDrop: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDropping(false);
      add([...event.dataTransfer.files]);
    },
  };
  return { dropping, handlers };
}
