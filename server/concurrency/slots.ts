/** Runs at most so many tasks at a time; the others wait in order. */
export interface Slots {
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** Makes slots. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];

  return {
    async run(task) {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free -= 1;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
