/** An instant as people read it, by their clock. */
export function instantText(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}
