import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../process.ts';
import { stripeMockPath } from './install.ts';

const LAUNCHER = join(import.meta.dirname, 'serve.ts');

/** A stripe-mock: it knows the published API, checks what it is asked against it, and answers samples. */
export interface StripeMock {
  readonly url: string;
  /** Ends it; one that `STRIPE_MOCK_URL` names stays. */
  dispose(): Promise<void>;
}

/** The one that `STRIPE_MOCK_URL` names, else one of this suite's own. @returns the reason if there is none on this machine */
export async function startStripeMock(): Promise<StripeMock | { readonly skipped: string }> {
  const { STRIPE_MOCK_URL } = process.env;
  if (STRIPE_MOCK_URL !== undefined) return { url: STRIPE_MOCK_URL, dispose: async () => undefined };
  if (!existsSync(stripeMockPath())) {
    return { skipped: 'stripe-mock is not installed (`npm run test:engines` does it).' };
  }
  const { firstLine: url, stop } = await startServer(process.execPath, [LAUNCHER, stripeMockPath()]);
  return { url, dispose: stop };
}
