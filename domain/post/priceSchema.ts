import * as z from 'zod/mini';
import { PRICE_MAX_CENTS } from './limits.ts';

/** A price in US dollars. */
export interface Price {
  /** Whole cents; 0 is free. */
  readonly cents: number;
  /** The seller listens to lower offers; never of something that is free. */
  readonly orBestOffer: boolean;
}

/** A price as it is stored. */
export const priceSchema = z.strictObject({
  cents: z.int().check(z.minimum(0), z.maximum(PRICE_MAX_CENTS)),
  orBestOffer: z.boolean(),
});
