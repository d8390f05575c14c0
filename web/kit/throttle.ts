/** Calls a task at once and then not again before the time is over. `now` in milliseconds, for tests. */
export function throttle(
  task: () => void,
  milliseconds: number,
  now: () => number = () => performance.now(),
): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - lastAt < milliseconds) return;
    lastAt = now();
    task();
  };
}
