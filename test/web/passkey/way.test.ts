import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

// The code that comes late: it needs a page around it.
jest.unstable_mockModule('#web/passkey/PasskeyButton.tsx', () => ({ default: () => null }));
const { PasskeyWay } = await import('#web/passkey/PasskeyWay.tsx');

const page = globalThis as { PublicKeyCredential?: unknown };
afterEach(() => {
  delete page.PublicKeyCredential;
});

/** The page before any late code has come. */
const atFirst = () => renderToString(createElement(PasskeyWay));

describe('the way with a passkey', () => {
  it('has its place from the first moment, so that nothing below it moves', () => {
    page.PublicKeyCredential = class {};
    expect(atFirst()).toMatch(/<button[^>]* disabled=""[^>]*>.*Log in with a passkey<\/button>/);
  });

  it('takes none where the browser has no passkeys', () => {
    expect(atFirst()).toBe('');
  });
});
