import { createHmac } from 'node:crypto';

/** HMAC-SHA-256 of a text under a secret of the vault, hex. `label` keeps the uses of one secret apart. */
export function keyedHash(secret: Uint8Array, label: string, text: string): string {
  return createHmac('sha256', secret).update(`${label}\0${text}`).digest('hex');
}
