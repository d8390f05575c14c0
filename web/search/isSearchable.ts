/** A letter, a digit or an emoji: what a search can look for. */
const SOUGHT = /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u;

/** Whether a text has anything that a search can look for; of signs alone there is nothing to find, or to remember. */
export function isSearchable(text: string): boolean {
  return SOUGHT.test(text);
}
