import * as z from 'zod/mini';

/** Every status of an ad (BOOST-15). */
export const adStatusSchema = z.enum([
  'checkout',
  'in review',
  'scheduled',
  'active',
  'paused',
  'stopped',
  'completed',
  'rejected',
]);
export type AdStatus = z.infer<typeof adStatusSchema>;
