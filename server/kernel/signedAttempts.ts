import { createSecretKey } from 'node:crypto';
import type * as z from 'zod/mini';
import { readToken, signToken } from './jsonWebToken.ts';

const MS_PER_SECOND = 1_000;

/** Signs and reads attempts. Signed, so that a cookie of our name from elsewhere begins nothing. */
export interface SignedAttempts<Attempt> {
  write(attempt: Attempt): string;
  /** `null`: there is none, or it is forged, or too old. */
  read(text: string | null): Attempt | null;
}

/** One kind of attempts, each kept by the browser that makes it, in a cookie that no script can read. */
export interface AttemptKind<Attempt> {
  /** Keeps the kinds of tokens apart that one secret signs. */
  readonly audience: string;
  readonly schema: z.ZodMiniType<Attempt>;
  /** Life of an attempt. */
  readonly seconds: number;
}

/** Makes the attempts of a kind. @param secret of the sessions */
export function createSignedAttempts<Attempt extends object>(
  { audience, schema, seconds: life }: AttemptKind<Attempt>,
  secret: Uint8Array,
  clock: () => Date,
): SignedAttempts<Attempt> {
  const key = createSecretKey(secret);
  const now = () => Math.floor(clock().getTime() / MS_PER_SECOND);
  return {
    write(attempt) {
      const iat = now();
      return signToken({ ...attempt, aud: audience, iat, exp: iat + life }, key);
    },
    read(text) {
      if (text === null) return null;
      const attempt = schema.safeParse(readToken(text, key, { audience, now: now() }));
      return attempt.success ? attempt.data : null;
    },
  };
}
