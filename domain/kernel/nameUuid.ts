/**
 * Name-based UUIDs (RFC 9562 §5.5, version 5). Every command derives several: SHA-1 of one or two blocks takes about a
 * microsecond here, less than it takes to call the one of the platform.
 */

const UUID_BYTES = 16;
const BLOCK_BYTES = 64;
/** Bytes after the message: a mark and its length. */
const PADDING_BYTES = 9;
const ROUNDS = 80;
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_A = 0x61;
/** The bit that tells lower case from upper case. */
const LOWER_CASE = 0x20;
/** Numbers of the bytes before which a UUID has a hyphen. */
const HYPHENS: readonly number[] = [4, 6, 8, 10];

/**
 * The UUID of a name in a namespace.
 *
 * @param namespace a UUID
 */
export function nameUuid(name: string, namespace: string): string {
  const text = utf8(name);
  const length = UUID_BYTES + text.length;
  const message = new Uint8Array(Math.ceil((length + PADDING_BYTES) / BLOCK_BYTES) * BLOCK_BYTES);
  readUuid(namespace, message);
  for (let at = 0; at < text.length; at += 1) message[UUID_BYTES + at] = text.charCodeAt(at);
  message[length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 4, length * 8);
  return format(sha1(view));
}

/** A text with one character for each of its bytes in UTF-8. */
function utf8(text: string): string {
  if (isAscii(text)) return text;
  const byte = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return encodeURIComponent(text).replace(/%(..)/g, byte);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** Writes the bytes of a UUID to the start of a message. */
function readUuid(uuid: string, message: Uint8Array): void {
  let at = 0;
  for (let digit = 0; digit < uuid.length; digit += 2) {
    if (uuid[digit] === '-') digit += 1;
    message[at] = (digitValue(uuid.charCodeAt(digit)) << 4) | digitValue(uuid.charCodeAt(digit + 1));
    at += 1;
  }
}

/** Value of a hexadecimal digit. */
function digitValue(code: number): number {
  return code <= NINE ? code - ZERO : (code | LOWER_CASE) - LOWER_A + 10;
}

/** First 16 bytes of a digest as a UUID, version and variant set. */
function format(words: Int32Array): string {
  let text = '';
  for (let n = 0; n < UUID_BYTES; n += 1) {
    const byte = (at(words, n >> 2) >>> (24 - 8 * (n & 3))) & 0xff;
    if (HYPHENS.includes(n)) text += '-';
    text += HEX[n === 6 ? (byte & 0x0f) | 0x50 : n === 8 ? (byte & 0x3f) | 0x80 : byte];
  }
  return text;
}

const schedule = new Int32Array(ROUNDS);

/** SHA-1 (RFC 3174) of a padded message. */
function sha1(message: DataView): Int32Array {
  const hash = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  for (let block = 0; block < message.byteLength; block += BLOCK_BYTES) {
    for (let n = 0; n < 16; n += 1) schedule[n] = message.getInt32(block + 4 * n);
    for (let n = 16; n < ROUNDS; n += 1) {
      schedule[n] = rotate(word(n - 3) ^ word(n - 8) ^ word(n - 14) ^ word(n - 16), 1);
    }
    addBlock(hash);
  }
  return hash;
}

function addBlock(hash: Int32Array): void {
  let a = at(hash, 0);
  let b = at(hash, 1);
  let c = at(hash, 2);
  let d = at(hash, 3);
  let e = at(hash, 4);
  for (let n = 0; n < ROUNDS; n += 1) {
    const next = (rotate(a, 5) + mix(n, b, c, d) + e + word(n)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  hash[0] = at(hash, 0) + a;
  hash[1] = at(hash, 1) + b;
  hash[2] = at(hash, 2) + c;
  hash[3] = at(hash, 3) + d;
  hash[4] = at(hash, 4) + e;
}

/** Function and constant of a round (RFC 3174 §5). */
function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function word(n: number): number {
  return at(schedule, n);
}

function at(words: Int32Array, n: number): number {
  return words[n] as number;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
