import { useRef } from 'react';

/**
 * Runs actions one at a time: while the promise of one is pending, the next one does nothing. So what is pressed twice
 * is sent once (SHEL-13), whatever has been drawn in between. An action without a promise is over at once.
 */
export function oneAtATime(): (action: () => unknown) => void {
  let isUnderWay = false;
  return (action) => {
    if (isUnderWay) return;
    const begun = action();
    if (!(begun instanceof Promise)) return;
    isUnderWay = true;
    // A fault of the action stays unhandled, as it would be without this: it is reported.
    void begun.finally(() => {
      isUnderWay = false;
    });
  };
}

/** The same for the life of a component. */
export function useOneAtATime(): (action: () => unknown) => void {
  const run = useRef<ReturnType<typeof oneAtATime> | null>(null);
  run.current ??= oneAtATime();
  return run.current;
}
