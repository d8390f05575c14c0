import { createSignedAttempts } from '../../kernel/signedAttempts.ts';
import { type GoogleAttempts, googleAttempts } from './attempts.ts';
import { createGoogleProvider, type GoogleConfig, type GoogleProvider } from './provider.ts';
import { createOpenWithGoogle, type OpenWithGoogle } from './signIn.ts';

/** Signing in with Google. */
export interface Google {
  readonly provider: GoogleProvider;
  readonly attempts: GoogleAttempts;
  readonly open: OpenWithGoogle;
}

/** Makes the sign-in with Google; `null` where none is configured. */
export function createGoogle(
  config: GoogleConfig | null,
  parts: Parameters<typeof createOpenWithGoogle>[0] & { readonly secret: Uint8Array; readonly clock: () => Date },
): Google | null {
  if (config === null) return null;
  return {
    provider: createGoogleProvider(config),
    attempts: createSignedAttempts(googleAttempts, parts.secret, parts.clock),
    open: createOpenWithGoogle(parts),
  };
}
