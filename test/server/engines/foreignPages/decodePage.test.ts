import { describe, expect, it } from '@jest/globals';
import { decodePage } from '#server/engines/foreignPages/decodePage.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
/** "Привет" in windows-1251. */
const HELLO = '\xcf\xf0\xe8\xe2\xe5\xf2';

describe('[SHOP-D3] the encoding of a page', () => {
  it.each([
    [
      'a byte order mark, before all that is said',
      '\xef\xbb\xbf<meta charset=koi8-r>\xc3\xa9',
      'text/html; charset=latin1',
      'é',
    ],
    ['a byte order mark of UTF-16', '\xff\xfe\xe9\x00', 'text/html', 'é'],
    ['the answer, before the page', `<meta charset=utf-8>${HELLO}`, 'text/html; charset=windows-1251', 'Привет'],
    ['the answer, quoted', HELLO, 'text/html; Charset="cp1251"', 'Привет'],
    [
      'the page, where the answer names none that exists',
      `<meta charset=windows-1251>${HELLO}`,
      'text/html; charset=nonsense',
      'Привет',
    ],
    ['the page, where the type cannot be read', `<meta charset=windows-1251>${HELLO}`, ';;', 'Привет'],
    [
      'a page with spaces in its statement',
      `<meta http-equiv="Content-Type" content="text/html; charset = windows-1251">${HELLO}`,
      'text/html',
      'Привет',
    ],
    ['a page that says UTF-16 and cannot be', '<meta charset="utf-16">\xc3\xa9', 'text/html', 'é'],
    [
      'a page after comments and scripts',
      `<!-- <meta charset=koi8-r> --><script>"<meta charset=koi8-r>"</script><meta charset=windows-1251>${HELLO}`,
      'text/html',
      'Привет',
    ],
    [
      'a page whose title looks like a statement',
      `<title><meta charset=koi8-r></title><meta charset=windows-1251>${HELLO}`,
      'text/html',
      'Привет',
    ],
    ['the bytes, where it is said too late', `${' '.repeat(1_024)}<meta charset=koi8-r>\xc3\xa9`, 'text/html', 'é'],
    ['the bytes, where nobody says', 'Caf\xe9 \x80', 'text/html', 'Café €'],
    ['the bytes, the last of which are cut', 'Caf\xc3\xa9 \xe2\x82', 'text/html', 'Café \ufffd'],
    [
      'the declaration of XML',
      `<?xml version="1.0" encoding="windows-1251"?>${HELLO}`,
      'application/xhtml+xml',
      'Привет',
    ],
    ['an encoding of several bytes', '<meta charset=shift_jis>\x83\x65\x83\x58\x83\x67', 'text/html', 'テスト'],
  ])('is found by %s', (_what, page, contentType, end) => {
    expect(decodePage(bytes(page), contentType).endsWith(end)).toBe(true);
  });

  it('is read of bytes of any kind', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const page = Buffer.from(`<meta charset=x><script>${String.fromCharCode(byte).repeat(2_000)}`, 'latin1');
      expect(typeof decodePage(page, 'text/html')).toBe('string');
    }
  });
});
