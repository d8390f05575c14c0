import { sha1 } from '@noble/hashes/legacy.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

const DIGEST_BYTES = 20;
const UUID_BYTES = 16;
/** Bytes kept at hand for namespace and name; every command derives several ids, and nearly all names are short ASCII. */
const AT_HAND_BYTES = 512;
const ASCII_CODES = 0x80;
/** Byte of a UUID that begins with the version, and the one that begins with the variant (RFC 9562 §4.1, §4.2). */
const VERSION_BYTE = 6;
const VARIANT_BYTE = 8;

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const atHand = new Uint8Array(AT_HAND_BYTES);
const digest = new Uint8Array(DIGEST_BYTES);
/** Text of each byte of a UUID, with the hyphen that precedes four of them. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HYPHENATED = HEX.map((text) => `-${text}`);
const TEXTS = Array.from({ length: UUID_BYTES }, (_, index) => ([4, 6, 8, 10].includes(index) ? HYPHENATED : HEX));
/** Value of a hexadecimal digit, by its character code. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
const HYPHEN_CODE = 0x2d;

/**
 * The UUID of a name in a namespace (RFC 9562 §5.5, version 5): the same on every machine and in the browser, without
 * waiting. `uuid` has one too, and the test holds this one to it. Every command derives several: with that one they were
 * 13% of a save, and this one takes less than half the time (docs/proof/bench.md).
 *
 * @param namespace a UUID
 * @throws Error the namespace is none
 */
export function nameUuid(name: string, namespace: string): string {
  writeUuid(namespace, atHand);
  const hash = sha1.create();
  const end = writeAscii(name, atHand, UUID_BYTES);
  if (end !== null) hash.update(atHand.subarray(0, end));
  else hash.update(atHand.subarray(0, UUID_BYTES)).update(utf8ToBytes(name));
  hash.digestInto(digest);
  return uuidOf(digest);
}

/** @returns where the text ends in the bytes; `null`: it does not fit, or is not ASCII */
function writeAscii(text: string, bytes: Uint8Array, start: number): number | null {
  const end = start + text.length;
  if (end > bytes.length) return null;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code >= ASCII_CODES) return null;
    bytes[start + place] = code;
  }
  return end;
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
