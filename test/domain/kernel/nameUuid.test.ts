import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v5 } from 'uuid';
import { nameUuid } from '#domain/kernel/nameUuid.ts';

/** The name space of domain names (RFC 9562 §6.6). */
const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

describe('name-based UUIDs', () => {
  it('are those of the RFC (appendix A.4)', () => {
    expect(nameUuid('www.example.com', DNS)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
    expect(nameUuid('www.example.com', DNS.toUpperCase())).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it.each([0, 1, 38, 39, 40, 47, 48, 49, 103, 104, 1_000])(
    'are those of uuid for a name of %i characters',
    (length) => {
      expect(nameUuid('x'.repeat(length), DNS)).toBe(v5('x'.repeat(length), DNS));
    },
  );

  it('are refused where the name space is none', () => {
    expect(() => nameUuid('a', 'www.example.com')).toThrow('"www.example.com" is no UUID');
  });

  it('are those of uuid for any text in any name space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uuid(), (name, namespace) => {
        expect(nameUuid(name, namespace)).toBe(v5(name, namespace));
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});
