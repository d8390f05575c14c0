/** Runs a task once its calls have paused. `cancel` drops a waiting call, and returns whether there was one. */
export function pausing(task: () => void, milliseconds: number): { (): void; cancel(): boolean } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      task();
    }, milliseconds);
  };
  const cancel = () => {
    const waited = timer !== undefined;
    clearTimeout(timer);
    timer = undefined;
    return waited;
  };
  return Object.assign(call, { cancel });
}
