import { SearchX } from 'lucide-react';
import { EmptyState } from '../kit/State.tsx';
import { isSearchable } from './isSearchable.ts';

/** Shown where a search finds nothing (SRCH-13). @param props.text as it was typed; empty: filters alone */
export function NoResults({ text }: { readonly text: string }) {
  const hint =
    text === '' || isSearchable(text)
      ? 'Try searching for something else'
      : 'There are only signs in it. Try a word, or an emoji of what you look for';
  return <EmptyState icon={<SearchX size={32} />} title="No results for the query" text={hint} />;
}
