import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as z from 'zod/mini';
import { GOOGLE_ATTEMPT_SECONDS } from './limits.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'quad-google';
const MS_PER_SECOND = 1_000;

const attemptSchema = z.object({
  id: z.uuid(),
  origin: z.string(),
  popup: z.boolean(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});

/** One way to Google and back: kept by the browser that goes it, in a cookie that no script can read. */
export type GoogleAttempt = z.infer<typeof attemptSchema>;

/** Signs and reads attempts. Signed, so that a cookie of our name from elsewhere begins nothing. */
export interface GoogleAttempts {
  write(attempt: GoogleAttempt): string;
  /** `null`: there is none, or it is forged, or too old. */
  read(text: string | null): GoogleAttempt | null;
}

/** Makes the attempts. @param secret of the sessions; the audience keeps the two kinds of tokens apart */
export function createGoogleAttempts(secret: Uint8Array, clock: () => Date): GoogleAttempts {
  const key = createSecretKey(secret);
  const seconds = () => Math.floor(clock().getTime() / MS_PER_SECOND);
  return {
    write(attempt) {
      const iat = seconds();
      return jwt.sign({ ...attempt, aud: AUDIENCE, iat, exp: iat + GOOGLE_ATTEMPT_SECONDS }, key, {
        algorithm: ALGORITHM,
      });
    },
    read(text) {
      if (text === null) return null;
      try {
        const said = jwt.verify(text, key, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          clockTimestamp: seconds(),
        });
        const attempt = attemptSchema.safeParse(said);
        return attempt.success ? attempt.data : null;
      } catch (error) {
        if (error instanceof jwt.JsonWebTokenError) return null;
        throw error;
      }
    },
  };
}
