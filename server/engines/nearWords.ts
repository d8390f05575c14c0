import { ONE_TYPO_FROM, TWO_TYPOS_FROM } from '../ports/searchIndex.ts';

/** Mistakes that are forgiven in a word. */
export function typosIn(word: string): 0 | 1 | 2 {
  if (word.length < ONE_TYPO_FROM) return 0;
  return word.length < TWO_TYPOS_FROM ? 1 : 2;
}

/**
 * Mistakes between two words, up to a most: letters that are wrong, missing, added, or changed places with their
 * neighbour (Damerau and Levenshtein, the optimal string alignment).
 *
 * @param isBeginning `written` may be the beginning of `word`: what follows in `word` does not count
 * @returns `most + 1` when there are more
 */
export function typosBetween(written: string, word: string, most: number, isBeginning = false): number {
  if (Math.abs(written.length - word.length) > most && !(isBeginning && word.length > written.length)) return most + 1;
  const length = isBeginning ? Math.min(word.length, written.length + most) : word.length;
  let before: number[] = [];
  let row = Array.from({ length: length + 1 }, (_, index) => index);
  for (let i = 1; i <= written.length; i += 1) {
    const last = row;
    const next = [i];
    for (let j = 1; j <= length; j += 1) {
      const isSame = written[i - 1] === word[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && written[i - 1] === word[j - 2] && written[i - 2] === word[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    before = last;
    row = next;
  }
  return Math.min(isBeginning ? Math.min(...row) : (row[length] ?? 0), most + 1);
}
