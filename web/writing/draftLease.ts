/** Milliseconds to wait for the draft that this tab had before: the page before a reload is still giving it back. */
const OWN_PATIENCE_MS = 400;

/** A draft's key, and how to give it back. */
export interface Lease {
  readonly key: string;
  readonly release: () => void;
}

/**
 * Leases one draft for this composer alone: this tab's last one, else one that no tab has open, else a new one. A lease
 * ends with its tab, however that ends (Web Locks). Without Web Locks, in an insecure context (decisions D09), a tab
 * keeps its own draft or takes the newest left one.
 *
 * @param ofTab this tab's last draft; a duplicated tab has the same
 * @param left keys of the stored drafts, in the order of preference
 */
export async function leaseDraft(
  ofTab: string | null,
  left: readonly string[],
  newKey: () => string,
  locks: LockManager | undefined = navigator.locks,
): Promise<Lease> {
  if (locks === undefined) return { key: ofTab ?? left[0] ?? newKey(), release: () => undefined };
  if (ofTab !== null) {
    const patient = await lock(locks, ofTab, { signal: AbortSignal.timeout(OWN_PATIENCE_MS) });
    // On a slow device the time is up before the browser's answer is read, though nobody has the draft.
    const own = patient ?? (await lock(locks, ofTab, { ifAvailable: true }));
    if (own !== null) return own;
  }
  for (const key of left) {
    const free = key === ofTab ? null : await lock(locks, key, { ifAvailable: true });
    if (free !== null) return free;
  }
  const key = newKey();
  return (await lock(locks, key, { ifAvailable: true })) ?? { key, release: () => undefined };
}

function lock(locks: LockManager, key: string, options: LockOptions): Promise<Lease | null> {
  return new Promise((resolve) => {
    const held = locks.request(`quad.draft ${key}`, options, (granted) => {
      if (granted === null) return resolve(null);
      return new Promise<void>((release) => resolve({ key, release }));
    });
    // The time is up: another composer has it.
    held.catch(() => resolve(null));
  });
}
