import * as z from 'zod/mini';
import type { AttemptKind, SignedAttempts } from '../../kernel/signedAttempts.ts';
import { GOOGLE_ATTEMPT_SECONDS } from './limits.ts';

const schema = z.object({
  id: z.uuid(),
  origin: z.string(),
  popup: z.boolean(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});

/** One way to Google and back. */
export type GoogleAttempt = z.infer<typeof schema>;
export type GoogleAttempts = SignedAttempts<GoogleAttempt>;

/** The attempts to sign in with Google. */
export const googleAttempts: AttemptKind<GoogleAttempt> = {
  audience: 'quad-google',
  schema,
  seconds: GOOGLE_ATTEMPT_SECONDS,
};
