import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The two bits that say that a UUID is of RFC 9562, before two bits of the digest. */
const VARIANT = 0b1000;
const VARIANT_REST = 0b0011;

/**
 * The UUID of a name in a namespace (RFC 9562 §5.5, version 5): the same on every machine and in the browser, without
 * waiting. (`uuid` has one too; every command derives several, and this one takes half the time.)
 *
 * @param namespace a UUID
 */
export function nameUuid(name: string, namespace: string): string {
  const digest = bytesToHex(sha1(concatBytes(hexToBytes(namespace.replaceAll('-', '')), utf8ToBytes(name))));
  const variant = (VARIANT | (Number.parseInt(digest.charAt(16), 16) & VARIANT_REST)).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
