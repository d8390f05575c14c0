/**
 * Runs actions one after the other, in the order in which they were given. Two requests at once may arrive in either
 * order.
 *
 * @returns runs an action once all before it have ended, and settles as it does; one that fails holds none up
 */
export function inTurn(): <T>(action: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (action) => {
    const own = last.then(action);
    // The caller of an action hears of its failure.
    last = own.catch(() => undefined);
    return own;
  };
}
