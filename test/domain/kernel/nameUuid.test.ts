import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nameUuid } from '#domain/kernel/nameUuid.ts';

/** The name space of domain names (RFC 9562 §6.6). */
const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

/** The same by the platform's own SHA-1. */
function byPlatform(name: string, namespace: string): string {
  const digest = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

describe('name-based UUIDs', () => {
  it('are those of the RFC (appendix A.4)', () => {
    expect(nameUuid('www.example.com', DNS)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
    expect(nameUuid('www.example.com', DNS.toUpperCase())).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it.each([0, 1, 38, 39, 40, 47, 48, 49, 103, 104, 1_000])('are right for a name of %i characters', (length) => {
    expect(nameUuid('x'.repeat(length), DNS)).toBe(byPlatform('x'.repeat(length), DNS));
  });

  it('are refused where the name space is none', () => {
    expect(() => nameUuid('a', 'www.example.com')).toThrow('"www.example.com" is no UUID');
  });

  it('are right for any text in any name space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uuid(), (name, namespace) => {
        expect(nameUuid(name, namespace)).toBe(byPlatform(name, namespace));
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});
