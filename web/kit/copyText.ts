import { standInForFocus } from './focusPlace.ts';

/**
 * Copies a text. Without the clipboard API, as on an address without encryption, by a selected field (decisions D09).
 *
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyBySelection(text)) return false;
  }
  for (const listener of listeners) listener(text);
  return true;
}

const listeners = new Set<(text: string) => void>();

/** Calls back with each text that was copied. */
export function onCopied(listener: (text: string) => void): void {
  listeners.add(listener);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  Object.assign(field.style, { position: 'fixed', opacity: '0' });
  // A menu that the press has closed may owe the focus to its button: the field does not take it away.
  standInForFocus(field);
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
