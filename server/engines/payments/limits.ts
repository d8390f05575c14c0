/** Milliseconds for one request to the provider. */
export const PROVIDER_MS = 10_000;
/** Times that the SDK repeats a request whose outcome is unknown, by the same idempotency key. */
export const PROVIDER_RETRIES = 2;
/** Seconds after which the signature of a message is too old. */
export const SIGNATURE_SECONDS = 300;
