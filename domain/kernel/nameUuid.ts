import { sha1 } from '@noble/hashes/legacy.js';

const DIGEST_BYTES = 20;
const UUID_BYTES = 16;
/** Bytes of UTF-8 that a UTF-16 unit takes at most. */
const BYTES_PER_UNIT = 3;
/** Bytes kept at hand for namespace and name; every command derives several ids, and nearly all names are short. */
const AT_HAND_BYTES = 512;
/** Byte of a UUID that begins with the version, and the one that begins with the variant (RFC 9562 §4.1, §4.2). */
const VERSION_BYTE = 6;
const VARIANT_BYTE = 8;

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const encoder = new TextEncoder();
const atHand = new Uint8Array(AT_HAND_BYTES);
const digest = new Uint8Array(DIGEST_BYTES);
/** A hash that has seen nothing, and the one that is reset to it: making one costs more than the hashing. */
const fresh = sha1.create();
const hash = sha1.create();
/** Of each byte of a UUID: its text, with the hyphen that stands before four of them. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HYPHENATED = HEX.map((text) => `-${text}`);
const TEXTS = Array.from({ length: UUID_BYTES }, (_, index) => ([4, 6, 8, 10].includes(index) ? HYPHENATED : HEX));
/** What a hexadecimal digit is worth, by its character code. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
const HYPHEN_CODE = 0x2d;

/**
 * The UUID of a name in a namespace (RFC 9562 §5.5, version 5): the same on every machine and in the browser, without
 * waiting. (`uuid` has one too; every command derives several, and this one takes a fifth of the time.)
 *
 * @param namespace a UUID
 * @throws Error the namespace is none
 */
export function nameUuid(name: string, namespace: string): string {
  const most = UUID_BYTES + BYTES_PER_UNIT * name.length;
  const message = most <= AT_HAND_BYTES ? atHand : new Uint8Array(most);
  writeUuid(namespace, message);
  const { written } = encoder.encodeInto(name, message.subarray(UUID_BYTES));
  fresh._cloneInto(hash);
  hash.update(message.subarray(0, UUID_BYTES + written)).digestInto(digest);
  return uuidOf(digest);
}

function writeUuid(uuid: string, bytes: Uint8Array): void {
  if (!UUID_PATTERN.test(uuid)) throw new Error(`${JSON.stringify(uuid)} is no UUID: names need one to belong to.`);
  let place = 0;
  for (let index = 0; index < UUID_BYTES; index += 1) {
    if (uuid.charCodeAt(place) === HYPHEN_CODE) place += 1;
    bytes[index] = (digitAt(uuid, place) << 4) | digitAt(uuid, place + 1);
    place += 2;
  }
}

function digitAt(text: string, place: number): number {
  return DIGITS[text.charCodeAt(place)] as number;
}

/** The first bytes of a digest as a UUID of version 5. */
function uuidOf(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < UUID_BYTES; index += 1) {
    let byte = bytes[index] as number;
    if (index === VERSION_BYTE) byte = (byte & 0x0f) | 0x50;
    if (index === VARIANT_BYTE) byte = (byte & 0x3f) | 0x80;
    text += TEXTS[index]?.[byte];
  }
  return text;
}
