import { invalid, notFound } from '../kernel/rejection.ts';

/** Refusals about searches that are kept. */
export const searchRejections = {
  SEARCH_EMPTY: invalid('Start typing to search'),
  /** Also of another user's search. */
  SEARCH_UNKNOWN: notFound('This search is not in your list any more.'),
  SEARCH_NOT_POPULAR: notFound('This search is not shown to anybody.'),
};
