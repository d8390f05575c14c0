import { answerInPage } from '../../session/boot.ts';
import { site } from '../../session/site.ts';
import { type Chip, chipsOf } from './chips.ts';

let known: readonly Chip[] | null = null;

/**
 * The chips of this campus. The counts come with the page that a visit begins with, and stay as they are until it is
 * opened anew: a chip does not move away under a finger.
 */
export function busyChips(): readonly Chip[] {
  known ??= chipsOf(countsIn(answerInPage(`/api/categories/${site.id}`)));
  return known;
}

function countsIn(answer: unknown): Readonly<Record<string, number>> {
  const { counts } = (answer ?? {}) as { readonly counts?: Readonly<Record<string, number>> };
  return counts ?? {};
}
