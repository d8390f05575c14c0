import type { Double } from './double.ts';
import { mongoDouble } from './mongo/double.ts';

/** What `npm run test:engines` prepares, and prints a line for. A new adapter adds its double here. */
export const doubles: readonly Double[] = [mongoDouble];
