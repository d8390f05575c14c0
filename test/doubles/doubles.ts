import type { Double } from './double.ts';
import { kurrentDouble } from './kurrent/double.ts';
import { mongoDouble } from './mongo/double.ts';
import { stripeDouble } from './stripe/double.ts';
import { typesenseDouble } from './typesense/double.ts';

/** Servers that `npm run test:engines` prepares, and prints a line for. A new adapter adds its double here. */
export const doubles: readonly Double[] = [kurrentDouble, mongoDouble, typesenseDouble, stripeDouble];
