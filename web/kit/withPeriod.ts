/** A text at the end of a sentence: with a period, unless it has its own, as "Maya W." does. */
export function withPeriod(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
