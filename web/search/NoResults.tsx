import { SearchX } from 'lucide-react';
import { EmptyState } from '../kit/State.tsx';

/** Shown where a search finds nothing (SRCH-13). */
export function NoResults() {
  return (
    <EmptyState icon={<SearchX size={32} />} title="No results for the query" text="Try searching for something else" />
  );
}
