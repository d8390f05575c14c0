import { describe, expect, it } from '@jest/globals';
import { readPage } from '#server/engines/foreignPages/readPage.ts';

const read = (html: string | Buffer, contentType = 'text/html') =>
  readPage({ url: 'https://www.shop.example/things/lamp', contentType, bytes: Buffer.from(html) });

describe('the facts of a page', () => {
  it('are what it says for others, else its title', () => {
    const head =
      '<title>Wrong</title><meta property="og:title" content="A &amp; B"><meta property="og:site_name" content="The Shop">' +
      '<meta property="og:image" content="/lamp.jpg"><meta property="og:title" content="second">';
    expect(read(head)).toEqual({ title: 'A & B', site: 'The Shop', picture: 'https://www.shop.example/lamp.jpg' });
    expect(read('<title> A\n lamp </title><svg><title>icon</title></svg>')).toEqual({
      title: 'A lamp',
      site: '',
      picture: null,
    });
    expect(
      read(
        '<meta name="twitter:title" content="Tweeted"><meta name="twitter:image" content="https://x.example/i.png">',
      ),
    ).toMatchObject({ title: 'Tweeted', picture: 'https://x.example/i.png' });
    const both =
      '<meta name="twitter:title" content="Tweeted"><meta property="og:title" content="Said">' +
      '<meta property="og:image" content="http://x.example/plain.png">' +
      '<meta property="og:image:secure_url" content="https://x.example/secure.png">';
    expect(read(both)).toMatchObject({ title: 'Said', picture: 'https://x.example/secure.png' });
  });

  it('are none without a title', () => {
    for (const html of [
      '',
      'words',
      '<title> \u200b\u202e </title>',
      '<meta property="og:title" content="">',
      '\0\xff',
    ]) {
      expect(read(html)).toBeNull();
    }
  });

  it('are plain text of a bounded length, however hostile the page is', () => {
    const title = '<title>&lt;script&gt;\u202ealert(1)\u0000&lt;/script&gt;</title>';
    expect(read(title)?.title).toBe('<script>alert(1)</script>');
    expect([...(read(`<title>${'🪑'.repeat(5_000)}</title>`)?.title ?? '')]).toHaveLength(120);
    const site = `<title>A lamp</title><meta property="og:site_name" content="${'🪑'.repeat(500)}">`;
    expect([...(read(site)?.site ?? '')]).toHaveLength(60);
    expect(read(`${'<div>'.repeat(50_000)}<title>deep</title>`)?.title).toBe('deep');
    expect(read(`<title>${'<'.repeat(100_000)}`)).not.toBeUndefined();
  });

  it.each([
    ['closing tags of none of 85,000 open ones', `${'<b>'.repeat(85_000)}${'</a>'.repeat(64_000)}`],
    ['paragraphs that close and were never opened', `${'<b>'.repeat(85_000)}${'</p>'.repeat(64_000)}`],
    ['paragraphs within 85,000 open tags', `${'<b>'.repeat(85_000)}${'<p>'.repeat(85_000)}`],
    ['forms in forms', '<form>'.repeat(85_000)],
    ['graphics in graphics', `${'<svg>'.repeat(50_000)}${'</foreignobject>'.repeat(16_000)}`],
  ])('are read in a moment from half a megabyte of %s', (_what, html) => {
    const before = process.cpuUsage();
    read(`<title>A lamp</title>${html}`);
    // Milliseconds of processor: about 100, where a list of the open tags took 13,000 to 46,000.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(4_000);
  });

  it.each([
    ['og:image:url', '<meta property="og:image:url" content="/a.jpg">', 'https://www.shop.example/a.jpg'],
    [
      'an empty og:image:secure_url',
      '<meta property="og:image:secure_url" content=" "><meta property="og:image" content="https://cdn.example/a.jpg">',
      'https://cdn.example/a.jpg',
    ],
    [
      'a picture within the page',
      '<meta property="og:image" content="data:image/png;base64,AA"><meta name="twitter:image:src" content="/b.png">',
      'https://www.shop.example/b.png',
    ],
    ['nothing but an empty one', '<meta property="og:image" content="">', null],
  ])('[SHOP-D3] name a picture by %s', (_what, head, picture) => {
    expect(read(`<title>x</title>${head}`)?.picture).toBe(picture);
  });

  it('are read in the character set of the answer or of the page', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><title>Caf\xe9</title>', 'latin1');
    expect(read(latin)?.title).toBe('Café');
    expect(read(Buffer.from('<title>Caf\xe9</title>', 'latin1'), 'text/html; charset=windows-1252')?.title).toBe(
      'Café',
    );
    expect(read('<title>Café</title>', 'text/html; charset=nonsense')?.title).toBe('Café');
  });
});
