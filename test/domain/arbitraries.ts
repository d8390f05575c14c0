import fc from 'fast-check';
import type { Media } from '#domain/kernel/media.ts';
import type { RichText } from '#domain/post/richText.ts';

/** Greatest code point of Unicode. */
const CODE_POINT_MAX = 0x10_ffff;
/** Any code point, lone surrogates too. fast-check's own unit `binary` takes seconds to set up wherever it is loaded. */
const codePoint = fc.nat(CODE_POINT_MAX).map((code) => String.fromCodePoint(code));

/** Pieces that make texts hard: emoji, joiners, marks, lone surrogates, controls, overrides, markup, long words. */
const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: codePoint, maxLength: 6 }) },
  fc.constantFrom(
    '\n',
    '\r\n',
    ' ',
    '\t',
    '\u0000',
    '\ud800',
    '\udc00',
    '\u202e',
    '\u2028',
    '👩‍🎓',
    'e\u0301',
    '<script>alert(1)</script>',
    '__proto__',
    "'; DROP TABLE posts; --",
    'x'.repeat(300),
  ),
);

/** Text as hostile or careless people type it. */
export const texts: fc.Arbitrary<string> = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(''));

const marks = fc.constantFrom(
  {},
  { bold: true } as const,
  { italic: true } as const,
  { bold: true, italic: true } as const,
);

/** Rich texts that pass the schema, in and out of normal form. */
export const richTexts: fc.Arbitrary<RichText> = fc.array(
  fc.record({
    type: fc.constantFrom('paragraph', 'bulleted-item', 'numbered-item'),
    children: fc.array(
      fc.tuple(texts, marks).map(([text, mark]) => ({ text, ...mark })),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A few files, so that names repeat. */
export const files: fc.Arbitrary<Media> = fc
  .record({
    isVideo: fc.constantFrom(false, false, false, true),
    name: fc.constantFrom('a.jpg', 'b.png', 'c.gif', 'd.webp', 'e.mp4'),
    width: fc.integer({ min: 1, max: 4_000 }),
    height: fc.integer({ min: 1, max: 4_000 }),
    seconds: fc.option(fc.nat({ max: 600 })),
    poster: fc.option(fc.constantFrom('a.jpg', 'b.png')),
  })
  .map(({ isVideo, name, width, height, seconds, poster }) =>
    isVideo ? { kind: 'video', name, width, height, seconds, poster } : { kind: 'image', name, width, height },
  );
