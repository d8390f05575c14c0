import { cleanText } from '#domain/kernel/text.ts';
import type { RichText, RichTextBlock, RichTextLeaf } from '#domain/post/richText.ts';
import { type Declarations, type Drawn, drawnIn, isHidden, PLAINLY, type StyleOf, stylesOf } from './pastedStyle.ts';

type BlockType = RichTextBlock['type'];
type Marks = Pick<RichTextLeaf, 'bold' | 'italic'>;

/** Node types (DOM standard, 4.4): the function runs where no browser is, too. */
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
/** Nodes of a pasted document that are read: more than any of our texts can contain. */
const MAX_NODES = 5_000;

/** Elements that begin a new line. */
const BLOCK_TAGS = [
  ...['P', 'DIV', 'LI', 'UL', 'OL', 'DL', 'DT', 'DD', 'MENU', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'HGROUP', 'HR'],
  ...['BLOCKQUOTE', 'PRE', 'LISTING', 'TABLE', 'TR', 'CAPTION', 'SECTION', 'ARTICLE', 'ASIDE', 'HEADER', 'FOOTER'],
  ...['MAIN', 'NAV', 'ADDRESS', 'CENTER', 'FIGURE', 'FIGCAPTION', 'FORM', 'FIELDSET', 'LEGEND', 'DETAILS', 'SUMMARY'],
  ...['DIALOG', 'BODY', 'OPTGROUP', 'OPTION'],
];
const CELL_TAGS = ['TD', 'TH'];
const BLOCK_DISPLAY = /^(block|flow-root|flex|grid|list-item|table|table-row|table-caption)( |$)/;
const INLINE_DISPLAY = /^(inline|contents|ruby)/;
/** Elements between whose parts spaces and line breaks are drawn nowhere. */
const FRAMES = ['TABLE', 'TBODY', 'THEAD', 'TFOOT', 'TR', 'COLGROUP', 'UL', 'OL', 'DL'];
/** Signs that take no room: a soft hyphen, and the mark that our own editor puts into empty text. */
const NO_ROOM = /[\u00ad\ufeff]/g;
/** A picture that stands for an emoji, as many sites draw them, says which. */
const EMOJI_ONLY =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3#*0-9])+$/u;
const DIGITS_ONLY = /^[#*0-9]+$/;
/** A mark of a numbered list of Word, such as "2." or "b)". */
const NUMBER_MARK = /^\s*\(?[\p{L}\p{N}]{1,6}[.)]/u;

/** Parts between two pieces of text, in their order. */
type Gap = 'line' | 'break' | 'cell' | 'cellEnd';

/**
 * Reads a foreign document as one sees it: what is hidden stays out, blocks, rows and items are lines, cells stand
 * apart, spaces are those that a browser draws (D10). The document is only read, never shown.
 */
export function readDocument(document: Document): RichText {
  const lines = new Lines();
  const styleOf = stylesOf(document);
  // A copy of another site's editor of this kind, or of a tab of an older release, keeps its spaces, as such editors do.
  const isOfSlate = document.querySelector('[data-slate-fragment]') !== null;
  const drawn = { ...PLAINLY, keepsSpaces: isOfSlate, keepsBreaks: isOfSlate };
  new Reader(lines, styleOf).read(document.body, 'paragraph', drawn);
  return lines.end();
}

class Reader {
  readonly #lines: Lines;
  readonly #styleOf: StyleOf;
  #looked = 0;

  constructor(lines: Lines, styleOf: StyleOf) {
    this.#lines = lines;
    this.#styleOf = styleOf;
  }

  read(node: Node, type: BlockType, drawn: Drawn): void {
    this.#looked += 1;
    if (this.#looked > MAX_NODES) return;
    if (node.nodeType === TEXT_NODE) this.#text(node, type, drawn);
    else if (node.nodeType === ELEMENT_NODE) this.#element(node as Element, type, drawn);
  }

  #text(node: Node, type: BlockType, drawn: Drawn): void {
    const text = (node.nodeValue ?? '').replace(NO_ROOM, '');
    const isBetween = FRAMES.includes(node.parentElement?.tagName ?? '') && text.trim() === '';
    if (drawn.isVisible && !isBetween) this.#lines.write(text, type, drawn);
  }

  #element(element: Element, type: BlockType, outer: Drawn): void {
    const style = this.#styleOf(element);
    if (isHidden(element, style)) return;
    const drawn = drawnIn(element, style, outer);
    const tag = element.tagName.toUpperCase();
    if (tag === 'BR' || element.getAttribute('data-slate-zero-width') === 'n') {
      // Browsers end what they copy by a break of their own.
      if (!element.classList.contains('Apple-interchange-newline')) this.#lines.gap('break', type);
      return;
    }
    if (tag === 'IMG' && drawn.isVisible) this.#lines.write(emojiOf(element), type, drawn);
    const [before, after] = gapsOf(tag, style);
    const inner = itemType(element, tag, style, this.#styleOf) ?? type;
    if (before !== null) this.#lines.gap(before, inner);
    for (const child of element.childNodes) this.read(child, inner, drawn);
    if (after !== null) this.#lines.gap(after, inner);
  }
}

function gapsOf(tag: string, style: Declarations): readonly [Gap | null, Gap | null] {
  const display = style.get('display') ?? '';
  if (display === 'table-cell' || (CELL_TAGS.includes(tag) && !BLOCK_DISPLAY.test(display))) return ['cell', 'cellEnd'];
  const isBlock = BLOCK_DISPLAY.test(display) || (BLOCK_TAGS.includes(tag) && !INLINE_DISPLAY.test(display));
  return isBlock ? ['line', 'line'] : [null, null];
}

/** The kind of list of which an element is an item; `null`: it begins none. */
function itemType(element: Element, tag: string, style: Declarations, styleOf: StyleOf): BlockType | null {
  if (tag === 'LI') {
    const list = element.closest('ol, ul, menu');
    const marks = [style, ...(list === null ? [] : [styleOf(list)])].flatMap((each) => [
      each.get('list-style-type'),
      each.get('list-style'),
    ]);
    if (marks.find((mark) => mark !== undefined)?.startsWith('none')) return 'paragraph';
    return list?.tagName === 'OL' ? 'numbered-item' : 'bulleted-item';
  }
  // Word's items are paragraphs that name their list and bring their mark along.
  if (!/^l\d+ level\d+/.test(style.get('mso-list') ?? '')) return null;
  const mark = [...element.querySelectorAll('[style]')].find((each) => styleOf(each).get('mso-list') === 'ignore');
  return NUMBER_MARK.test(mark?.textContent ?? '') ? 'numbered-item' : 'bulleted-item';
}

function emojiOf(picture: Element): string {
  const words = picture.getAttribute('alt') ?? '';
  return EMOJI_ONLY.test(words) && !DIGITS_ONLY.test(words) ? words : '';
}

/** The lines of a document as they are written. */
class Lines {
  readonly #blocks: RichTextBlock[] = [];
  #open: RichTextBlock | null = null;
  /** Gaps since the last text. */
  #gaps: { readonly gap: Gap; readonly type: BlockType }[] = [];
  /** Spaces have come that are drawn as one, with these marks, if more follows on the line. */
  #space: Marks | null = null;

  gap(gap: Gap, type: BlockType): void {
    if (gap === 'cellEnd') {
      // The blocks and the last break of a cell end in it: the next cell stands beside them.
      while (this.#gaps.at(-1)?.gap === 'line' || this.#gaps.at(-1)?.gap === 'break') this.#gaps.pop();
    }
    this.#gaps.push({ gap, type });
  }

  write(text: string, type: BlockType, drawn: Drawn): void {
    const lines = drawn.keepsBreaks ? text.split(/\r\n?|\n/) : [text];
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.gap('break', type);
      this.#run(line, type, drawn);
    }
  }

  end(): RichText {
    this.#takeGaps();
    this.#close();
    return this.#blocks.length === 0 ? [{ type: 'paragraph', children: [{ text: '' }] }] : this.#blocks;
  }

  /** Text without line breaks that are kept. */
  #run(text: string, type: BlockType, drawn: Drawn): void {
    if (drawn.keepsSpaces) {
      if (text !== '') this.#put(cleanText(text), type, drawn);
      return;
    }
    for (const [index, word] of text.split(/[ \t\r\n\f]+/).entries()) {
      if (index > 0) this.#space ??= marksOf(drawn);
      if (word !== '') this.#put(cleanText(word), type, drawn);
    }
  }

  #put(text: string, type: BlockType, drawn: Drawn): void {
    const before = this.#open;
    this.#takeGaps();
    // A space at the beginning of a line is not drawn.
    const space = this.#open !== null && this.#open === before ? this.#space : null;
    this.#space = null;
    if (this.#open === null) {
      this.#open = { type, children: [] };
      this.#blocks.push(this.#open);
    }
    const { children } = this.#open;
    if (space !== null) append(children, { text: ' ', ...space });
    append(children, { text: text.replaceAll('\u00a0', ' '), ...marksOf(drawn) });
  }

  /** Ends lines, makes blank ones and parts cells, as what has come since the last text says. */
  #takeGaps(): void {
    let isCellNew = false;
    for (const { gap, type } of this.#gaps) {
      if (gap === 'cell' || gap === 'cellEnd') {
        this.#space = {};
        isCellNew = gap === 'cell';
      } else if (gap === 'break' && this.#open === null) {
        this.#blocks.push({ type, children: [{ text: '' }] });
      } else if (gap === 'break' || !isCellNew) {
        this.#close();
      }
    }
    this.#gaps = [];
  }

  #close(): void {
    const line = this.#open;
    this.#open = null;
    if (line?.children.every(({ text }) => text.trim() === '')) line.children.splice(0, Infinity, { text: '' });
  }
}

function marksOf({ bold, italic }: Drawn): Marks {
  return { ...(bold && { bold }), ...(italic && { italic }) };
}

function append(children: RichTextLeaf[], leaf: RichTextLeaf): void {
  const last = children.at(-1);
  if (last !== undefined && last.bold === leaf.bold && last.italic === leaf.italic) {
    children[children.length - 1] = { ...last, text: last.text + leaf.text };
  } else {
    children.push(leaf);
  }
}
