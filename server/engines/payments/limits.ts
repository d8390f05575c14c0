/** Milliseconds for one request to the provider. */
export const PROVIDER_MS = 10_000;
/** Times that the SDK repeats a request whose outcome is unknown, by the same idempotency key. */
export const PROVIDER_RETRIES = 2;
/** Seconds after which the signature of a message is too old. */
export const SIGNATURE_SECONDS = 300;
/** Seconds for which a page of the provider takes a payment, at most. */
export const PAGE_SECONDS = 86_400;
/** Seconds that a bank may take to decide a dispute, about: 120 days. */
export const DISPUTE_SECONDS = 120 * 86_400;
