/** Milliseconds after which the address of a saved file is given back. */
const REVOKE_AFTER_MS = 60_000;

/** Has the browser save a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken the file over by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
