import { SearchX } from 'lucide-react';
import { EmptyState } from '../kit/State.tsx';

/** A letter, a digit or an emoji: what a search can look for. */
const SOUGHT = /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u;

/** Shown where a search finds nothing (SRCH-13). @param props.text as it was typed; empty: filters alone */
export function NoResults({ text }: { readonly text: string }) {
  const hint =
    text === '' || SOUGHT.test(text)
      ? 'Try searching for something else'
      : 'There are only signs in it. Try a word, or an emoji of what you look for';
  return <EmptyState icon={<SearchX size={32} />} title="No results for the query" text={hint} />;
}
