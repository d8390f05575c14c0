import type { PictureType } from '../../ports/media.ts';

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));

/** Container signatures: bytes at an offset. The name and the declared type of an upload are never looked at. */
const SIGNATURES: readonly { type: PictureType; parts: readonly { at: number; bytes: readonly number[] }[] }[] = [
  { type: 'jpeg', parts: [{ at: 0, bytes: [0xff, 0xd8, 0xff] }] },
  { type: 'png', parts: [{ at: 0, bytes: [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a] }] },
  { type: 'gif', parts: [{ at: 0, bytes: ascii('GIF87a') }] },
  { type: 'gif', parts: [{ at: 0, bytes: ascii('GIF89a') }] },
  {
    type: 'webp',
    parts: [
      { at: 0, bytes: ascii('RIFF') },
      { at: 8, bytes: ascii('WEBP') },
    ],
  },
];

/** The type of a picture by its first bytes, or `null` when it is none that we take. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const matches = SIGNATURES.find(({ parts }) =>
    parts.every(({ at, bytes: expected }) => expected.every((byte, index) => bytes[at + index] === byte)),
  );
  return matches?.type ?? null;
}
