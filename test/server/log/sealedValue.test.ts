import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSealed } from '#domain/kernel/personal.ts';
import { openValue, sealValue } from '#server/log/sealedValue.ts';

const RUNS = { seed: 20_260_105, numRuns: 300 };
const KEY = createSecretKey(Buffer.alloc(32, 1));
const OTHER_KEY = createSecretKey(Buffer.alloc(32, 2));
const PLACE = 'event\nfield';
/** Base64 of the twelve bytes with which a sealed value begins. */
const NONCE_CHARACTERS = 16;

describe('a sealed value', () => {
  it('[P9] opens to what was sealed, at its place and with its key only', () => {
    const property = fc.property(fc.jsonValue(), (value) => {
      const sealed = sealValue(KEY, PLACE, value);
      expect(isSealed({ $sealed: sealed })).toBe(true);
      expect(openValue(KEY, PLACE, sealed)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(() => openValue(OTHER_KEY, PLACE, sealed)).toThrow();
      expect(() => openValue(KEY, 'event\nother', sealed)).toThrow();
    });
    fc.assert(property, RUNS);
  });

  it('[P9] has a nonce of its own, however many are drawn at once', () => {
    const nonces = Array.from({ length: 2_000 }, () => sealValue(KEY, PLACE, 'x').slice(0, NONCE_CHARACTERS));
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  it.each(['', 'AAAA', '!!!', Buffer.alloc(27).toString('base64'), Buffer.alloc(64).toString('base64')])(
    'does not open %j',
    (sealed) => {
      expect(() => openValue(KEY, PLACE, sealed)).toThrow();
    },
  );

  it.each([null, undefined, 'text', 5, {}, { $sealed: 5 }, []])('is not %j', (value) => {
    expect(isSealed(value)).toBe(false);
  });
});
