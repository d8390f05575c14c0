/** How a part of a pasted document is drawn, as far as it changes what one reads. */
export interface Drawn {
  readonly bold: boolean;
  readonly italic: boolean;
  /** Spaces and line breaks that are kept (`white-space`, CSS Text 3). */
  readonly keepsSpaces: boolean;
  readonly keepsBreaks: boolean;
  /** `visibility`: what is within may be shown again. */
  readonly isVisible: boolean;
}

/** Declarations of an element by name, in lower case. */
export type Declarations = ReadonlyMap<string, string>;

/** Declarations of each element of a document. */
export type StyleOf = (element: Element) => Declarations;

/** The declarations that are read. */
const READ = new Set([
  ...['display', 'visibility', 'opacity', 'clip', 'font-size', 'font-weight', 'font-style', 'white-space'],
  ...['white-space-collapse', 'list-style', 'list-style-type', 'mso-hide', 'mso-list', 'mso-element'],
  'mso-special-character',
]);
/** Characters of the style sheets of a pasted document that are read: those of Word take 40,000. */
const CSS_MAX_CHARACTERS = 200_000;
/** Rules that are read, and declarations that they give to elements in all. */
const MAX_RULES = 2_000;
const MAX_GIVEN = 50_000;
/** Elements that are held against rules, in all: a rule is held against each element, whether it fits or not. */
const MAX_COMPARED = 5_000_000;
const BOLD_FROM = 600;

const BOLD_TAGS = ['B', 'STRONG'];
const ITALIC_TAGS = ['I', 'EM', 'CITE', 'VAR', 'DFN', 'ADDRESS'];
/** Elements whose text is not displayed. */
const SILENT_TAGS = [
  ...['SCRIPT', 'STYLE', 'HEAD', 'TITLE', 'TEMPLATE', 'NOSCRIPT', 'XML', 'SVG', 'ANNOTATION', 'RP'],
  ...['SELECT', 'DATALIST', 'TEXTAREA', 'OBJECT', 'VIDEO', 'AUDIO', 'CANVAS', 'IFRAME'],
];
/** The remarks that Word puts beside a text, and the marks and numbers of its lists. */
const WORD_ELEMENTS = ['comment-list', 'comment', 'footnote-list', 'endnote-list'];

/** How text is drawn where nothing says otherwise. */
export const PLAINLY: Drawn = { bold: false, italic: false, keepsSpaces: false, keepsBreaks: false, isVisible: true };

/**
 * The declarations of a document's own style sheets and of its elements. Of two rules the later one counts, whatever
 * their selectors: the sheets of office programs go from the general to the special.
 */
export function stylesOf(document: Document): StyleOf {
  const sheets = [...document.querySelectorAll('style')].map((sheet) => sheet.textContent ?? '').join('\n');
  const given = new Map<Element, Map<string, string>>();
  let left = MAX_GIVEN;
  const rules = Math.min(MAX_RULES, Math.floor(MAX_COMPARED / document.getElementsByTagName('*').length));
  for (const [selector, body] of rulesOf(sheets.slice(0, CSS_MAX_CHARACTERS)).slice(0, rules)) {
    const declared = declarationsOf(body);
    // One that looks into each element from each element takes their number squared, and no office program writes it.
    if (declared.size === 0 || selector.includes(':has(')) continue;
    for (const element of matching(document, selector)) {
      left -= declared.size;
      if (left < 0) return (each) => withOwn(each, given.get(each));
      given.set(element, new Map([...(given.get(element) ?? []), ...declared]));
    }
  }
  return (element) => withOwn(element, given.get(element));
}

function withOwn(element: Element, given: Declarations | undefined): Declarations {
  const own = declarationsOf(element.getAttribute('style') ?? '');
  return given === undefined ? own : new Map([...given, ...own]);
}

function matching(document: Document, selector: string): readonly Element[] {
  try {
    return [...document.querySelectorAll(selector)];
  } catch (error) {
    // As the standard says of a selector that cannot be read: its rule counts for nothing.
    if (error instanceof Error && error.name === 'SyntaxError') return [];
    throw error;
  }
}

/** The rules of a style sheet; those within others (`@media print`) are for other places than a screen, mostly. */
function rulesOf(css: string): readonly (readonly [selector: string, body: string])[] {
  const bare = css.replace(/<!--|-->/g, ' ').replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  const rules: [string, string][] = [];
  let depth = 0;
  let from = 0;
  let selector = '';
  for (const { 0: brace, index } of bare.matchAll(/[{}]/g)) {
    if (brace === '{') {
      if (depth === 0) {
        selector = bare.slice(from, index).split(';').at(-1)?.trim() ?? '';
        from = index + 1;
      }
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      if (selector !== '' && !selector.startsWith('@')) rules.push([selector, bare.slice(from, index)]);
      from = index + 1;
    }
  }
  return rules;
}

function declarationsOf(text: string): Declarations {
  const found = new Map<string, string>();
  for (const declaration of text.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(colon, 0)).trim();
    const value = declaration.slice(colon + 1).replace('!important', '');
    if (READ.has(name)) found.set(name, value.trim());
  }
  return found;
}

/** Whether nothing of an element is drawn. */
export function isHidden(element: Element, style: Declarations): boolean {
  const zero = (value: string | undefined) => value !== undefined && /^0+(\.0+)?([a-z]*|%)$/.test(value);
  return (
    SILENT_TAGS.includes(element.tagName.toUpperCase()) ||
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    (element.tagName === 'DIALOG' && !element.hasAttribute('open')) ||
    isFolded(element) ||
    style.get('display') === 'none' ||
    style.get('mso-hide') === 'all' ||
    style.get('mso-list') === 'ignore' ||
    style.get('mso-special-character') === 'comment' ||
    WORD_ELEMENTS.includes(style.get('mso-element') ?? '') ||
    element.classList.contains('msocomanchor') ||
    zero(style.get('opacity')) ||
    zero(style.get('font-size')) ||
    /^rect\(\s*[01]px|^rect\(\s*0\b/.test(style.get('clip') ?? '')
  );
}

/** Of a closed fold, its summary alone is shown. */
function isFolded(element: Element): boolean {
  const parent = element.parentElement;
  return parent?.tagName === 'DETAILS' && !parent.hasAttribute('open') && element.tagName !== 'SUMMARY';
}

/** How the text in an element is drawn. */
export function drawnIn(element: Element, style: Declarations, outer: Drawn): Drawn {
  const visibility = style.get('visibility');
  return {
    bold: isBold(style.get('font-weight')) ?? (outer.bold || BOLD_TAGS.includes(element.tagName)),
    italic: isItalic(style.get('font-style')) ?? (outer.italic || ITALIC_TAGS.includes(element.tagName)),
    ...spacesIn(element, style, outer),
    isVisible: visibility === undefined || visibility === 'inherit' ? outer.isVisible : visibility === 'visible',
  };
}

function isBold(weight: string | undefined): boolean | undefined {
  if (weight === undefined || weight === 'inherit') return undefined;
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= BOLD_FROM;
}

function isItalic(slant: string | undefined): boolean | undefined {
  if (slant === undefined || slant === 'inherit') return undefined;
  return slant.startsWith('italic') || slant.startsWith('oblique');
}

function spacesIn(element: Element, style: Declarations, outer: Drawn): Pick<Drawn, 'keepsSpaces' | 'keepsBreaks'> {
  const said = style.get('white-space-collapse') ?? style.get('white-space') ?? '';
  const [word = ''] = said.split(/\s+/);
  switch (word) {
    case 'pre':
    case 'pre-wrap':
    case 'break-spaces':
    case 'preserve':
      return { keepsSpaces: true, keepsBreaks: true };
    case 'pre-line':
    case 'preserve-breaks':
      return { keepsSpaces: false, keepsBreaks: true };
    case 'normal':
    case 'nowrap':
    case 'collapse':
      return { keepsSpaces: false, keepsBreaks: false };
    default: {
      const isPre = element.tagName === 'PRE' || element.tagName === 'LISTING';
      return { keepsSpaces: isPre || outer.keepsSpaces, keepsBreaks: isPre || outer.keepsBreaks };
    }
  }
}
