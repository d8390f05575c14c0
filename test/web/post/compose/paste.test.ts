import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JSDOM, VirtualConsole } from 'jsdom';
import type { RichText } from '#domain/post/richText.ts';
import { type Carried, carriesText } from '#web/kit/picture/carriesText.ts';
import { readDocument } from '#web/post/compose/pastedHtml.ts';
import { reducePlainText } from '#web/post/compose/reducePaste.ts';

const FOLDER = join(import.meta.dirname, '../../../fixtures/paste');
const fixture = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
/** Parsed as a browser does; styles that cannot be read are no news here. */
const parsed = (html: string): Document => new JSDOM(html, { virtualConsole: new VirtualConsole() }).window.document;
const read = (html: string): RichText => readDocument(parsed(html));

const MARKS = { paragraph: '', 'bulleted-item': '• ', 'numbered-item': '# ' };

/** The text as lines, with `*bold*` and `_italic_`. */
function linesOf(text: RichText): readonly string[] {
  return text.map(
    ({ type, children }) =>
      MARKS[type] +
      children
        .map(
          ({ text: words, bold, italic }) =>
            `${bold ? '*' : ''}${italic ? '_' : ''}${words}${italic ? '_' : ''}${bold ? '*' : ''}`,
        )
        .join(''),
  );
}
const seen = (html: string) => linesOf(read(html));

describe('[SHOP-D1] clipboards of programs become what one sees', () => {
  it.each([
    [
      'word.txt',
      [
        'Moving sale',
        'An oak desk,  barely used, for *$40*.',
        '',
        '• Two drawers',
        '# _Pick it up_ by Friday',
        '*Thing* *Price*',
        'Desk lamp 12',
        'Call me.',
      ],
    ],
    ['excel.txt', ['*Item* *Price*', 'Desk, oak,', 'with drawers  $40.00', 'Lamp new']],
    ['docs.txt', ['For sale', 'A  *road bike*_ (56 cm)_', '', '• new tires', '• both', '# write to me', 'Bike 120']],
    ['sheets.txt', ['*Item* *Price*', 'Desk 40']],
    ['notes.txt', ['*To sell*', '', '• kettle  (works)', '• pan', 'asked Sam', 'size 28 cm']],
    ['web-table.txt', ['Prices', 'Book Used', 'Calculus _3rd_ $20', 'Physics $15', 'Shipping', 'Thanks 🙂']],
    ['pdf.txt', ['Sublet, 2 rooms', 'from May  to July', '$600 a month']],
  ])('%s', (name, lines) => expect(seen(fixture(name))).toEqual(lines));
});

describe('[SHOP-D1] lines and spaces', () => {
  it('are those of pre and pre-wrap, and else drawn as one space', () => {
    expect(seen('<pre>a  b\n  c\n\nd\n</pre>e\n  f')).toEqual(['a  b', '  c', '', 'd', 'e f']);
    expect(seen('<p style="white-space: pre-wrap">a  b\nc</p><p>d \n e</p>')).toEqual(['a  b', 'c', 'd e']);
    expect(seen('<p style="white-space: pre-line">a  b\nc</p>')).toEqual(['a b', 'c']);
    expect(seen('<p style="white-space-collapse: preserve">a  b</p>')).toEqual(['a  b']);
    expect(seen('<pre style="white-space: normal">a\n b</pre>')).toEqual(['a b']);
    expect(seen('<b>a </b> b<i> c</i> <u></u> d')).toEqual(['*a *b_ c_ d']);
    expect(seen('  <p>  a&nbsp; b  </p>  ')).toEqual(['a  b']);
    expect(seen('Schreib&shy;tisch')).toEqual(['Schreibtisch']);
  });

  it('of cells, blocks and breaks', () => {
    expect(
      seen('<table><tr><td>a<br></td><td><p>b</p><p>c</p></td></tr><tr><td></td><td>d</td></tr></table>e'),
    ).toEqual(['a b', 'c', 'd', 'e']);
    expect(
      seen(
        '<div style="display: table-row"><div style="display: table-cell">a</div><div style="display: table-cell">b</div></div>',
      ),
    ).toEqual(['a b']);
    expect(
      seen('<table><tr><td><table><tr><td>a</td></tr><tr><td>b</td></tr></table></td><td>c</td></tr></table>'),
    ).toEqual(['a', 'b c']);
    expect(seen('<span style="display: block">a</span><div style="display: inline">b</div>c')).toEqual(['a', 'bc']);
    expect(seen('<dl><dt>a</dt><dd>b</dd></dl><hr>c<br><br>d<h3>e</h3>f')).toEqual(['a', 'b', 'c', '', 'd', 'e', 'f']);
    expect(seen('<ul style="list-style: none"><li>a</li></ul><ol><li>b<ul><li>c</li></ul></li></ol>')).toEqual([
      'a',
      '# b',
      '• c',
    ]);
  });

  it('of plain text, where Word breaks lines and readers of PDF begin pages in their own way', () => {
    expect(linesOf(reducePlainText('a\tb\r\nc\vd\fe'))).toEqual(['a b', 'c', 'd', 'e']);
  });

  it('of an editor by Slate, which keeps its spaces', () => {
    const own =
      '<div data-slate-node="element" data-slate-fragment="JTVC"><span data-slate-leaf="true"><span>a  b </span></span></div>' +
      '<div data-slate-node="element"><span data-slate-leaf="true"><span data-slate-zero-width="n">\ufeff<br></span></span></div><div>c</div>';
    expect(seen(own)).toEqual(['a  b ', '', 'c']);
  });
});

describe('[SHOP-D1] what is hidden stays out', () => {
  it.each([
    '<span style="display:none">x</span>',
    '<span style="DISPLAY : none !important">x</span>',
    '<span style="mso-hide:all">x</span>',
    '<span style="visibility:hidden">x</span>',
    '<span style="opacity:0">x</span>',
    '<span style="font-size:0px">x</span>',
    '<span style="position:absolute;clip:rect(1px,1px,1px,1px)">x</span>',
    '<span hidden>x</span>',
    '<span aria-hidden="true">x</span>',
    '<style>.x{display:none}</style><span class="x">x</span>',
    '<style>b:bad(( {} .x{color:red} span.x /* , y */ {display:none}</style><span class="x">x</span>',
    '<svg><text>x</text></svg>',
    '<select><option>x</option></select>',
    '<!-- x --><template>x</template><script>x</script><title>x</title>',
    '<xml><w:View>x</w:View></xml>',
  ])('%s', (html) => expect(seen(`a${html}b`)).toEqual(['ab']));

  it('but not what only looks like it', () => {
    expect(
      seen('<span style="opacity:0.5;font-size:0.8em">a</span><style>@media print{b{display:none}}</style><b>c</b>'),
    ).toEqual(['a*c*']);
    expect(seen('<details open><summary>a</summary>b</details>')).toEqual(['a', 'b']);
    expect(seen('')).toEqual(['']);
  });

  it('and a document of any size is read in a moment', () => {
    const rules = '.a{display:none}'.repeat(1_000);
    const open = `<style>${rules}${'@{'.repeat(2_000)}</style>${'<b>'.repeat(400)}${'<p class="b">a</p>'.repeat(2_500)}`;
    const document = parsed(open);
    const before = process.cpuUsage();
    expect(readDocument(document).length).toBeGreaterThan(1_000);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
  });
});

describe('[SHOP-D1] text beside a picture', () => {
  const had = globalThis.DOMParser;
  beforeAll(() => {
    globalThis.DOMParser = new JSDOM('').window.DOMParser;
  });
  afterAll(() => {
    globalThis.DOMParser = had;
  });
  const clipboard = (text: string, html = '', ...files: readonly string[]): Carried => ({
    files: files.map((name) => ({ name })),
    getData: (type) => (type === 'text/plain' ? text : type === 'text/html' ? html : ''),
  });

  it('wins where Word and Excel put both', () => {
    expect(carriesText(clipboard('Item\tPrice', fixture('excel.txt'), 'image.png'))).toBe(true);
    expect(carriesText(clipboard('Moving sale', fixture('word.txt'), 'image.png'))).toBe(true);
    expect(carriesText(clipboard('plain', '', 'image.png'))).toBe(true);
  });

  it.each([
    ['a screenshot', clipboard('', '', 'image.png')],
    [
      'a picture of a page',
      clipboard('', '<meta charset="utf-8"><img src="https://x.example/a.png" alt="A desk">', 'image.png'),
    ],
    [
      'a picture with its address',
      clipboard('https://x.example/a.png', '<img src="https://x.example/a.png">', 'image.png'),
    ],
    ['files of a folder, with their names', clipboard('a.jpg\nb.jpg', '', 'a.jpg', 'b.jpg')],
  ])('is none in %s', (_what, data) => expect(carriesText(data)).toBe(false));
});
