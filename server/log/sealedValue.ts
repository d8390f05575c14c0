import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** Bytes of a nonce, drawn anew for each value (NIST SP 800-38D §8.2.2). */
const NONCE_BYTES = 12;
/** Nonces that are drawn at a time. */
const NONCES_DRAWN = 256;
const TAG_BYTES = 16;
/** Shortest sealed value that can be: an empty ciphertext. */
const SEALED_MIN_BYTES = NONCE_BYTES + TAG_BYTES;

let drawn = Buffer.alloc(0);

/** Draws random bytes for many nonces at once: a call costs the same for twelve bytes as for thousands. */
function drawNonce(): Buffer {
  if (drawn.length < NONCE_BYTES) drawn = randomBytes(NONCES_DRAWN * NONCE_BYTES);
  const nonce = drawn.subarray(0, NONCE_BYTES);
  drawn = drawn.subarray(NONCE_BYTES);
  return nonce;
}

/**
 * Encrypts a JSON value: base64 of nonce, tag and ciphertext.
 * @param place `event id + field`, to which the ciphertext is bound, so that nobody can swap two values
 */
export function sealValue(key: KeyObject, place: string, value: unknown): string {
  const nonce = drawNonce();
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(place));
  const text = cipher.update(JSON.stringify(value), 'utf8');
  // GCM is a stream mode: `final` adds only the tag.
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/**
 * Decrypts a value.
 * @throws Error it was sealed with another key or for another place, or was changed
 */
export function openValue(key: KeyObject, place: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < SEALED_MIN_BYTES) throw new Error('A sealed value is too short.');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, SEALED_MIN_BYTES));
  const text = decipher.update(bytes.subarray(SEALED_MIN_BYTES));
  // GCM is a stream mode: `final` checks the tag, without which the text must not be used.
  decipher.final();
  return JSON.parse(text.toString('utf8')) as unknown;
}
