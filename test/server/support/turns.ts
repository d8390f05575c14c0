/** Turns of the event loop after which everything is done that waits for nothing but them. */
const TURNS = 50;

/** Waits that many turns: unlike a time, they are enough on any machine. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
