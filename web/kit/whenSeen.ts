/** The part of a document that says whether it is seen. */
type Seen = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Puts off what a tab in the background need not do until somebody sees it; asked for several times meanwhile, it is done once.
 *
 * @param page tests pass their own
 */
export function whenSeen(act: () => void, page: Seen = document): () => void {
  let isPutOff = false;
  const look = () => {
    if (page.visibilityState !== 'visible') return;
    page.removeEventListener('visibilitychange', look);
    isPutOff = false;
    act();
  };
  return () => {
    if (page.visibilityState === 'visible') act();
    else if (!isPutOff) {
      isPutOff = true;
      page.addEventListener('visibilitychange', look);
    }
  };
}
