import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** The words in the tags of a page that are for others, each as it is said first. */
export interface Head {
  readonly title: string;
  /** Content of the meta tags by `property` or `name`, in lower case. */
  readonly meta: ReadonlyMap<string, string>;
}

const nothing = (): void => undefined;

/**
 * Reads titles and meta tags from a stream of tokens. No tree and no list of open tags is kept: a parser that looks for
 * the tag that each closing one belongs to takes time by the square of a hostile page (46 s for 512 KB).
 */
export function readHead(html: string): Head {
  const reader = new HeadReader(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader;
}

class HeadReader implements Head, TokenizerCallbacks {
  title = '';
  readonly meta = new Map<string, string>();
  readonly #html: string;
  /** Whether the text belongs to the title. */
  #isInTitle = false;
  /** Whether the tag under way is a meta tag. */
  #isMeta = false;
  /** Its attributes. */
  #attributes = new Map<string, string>();
  #value = '';
  #name = '';

  readonly oncdata = nothing;
  readonly oncomment = nothing;
  readonly ondeclaration = nothing;
  readonly onprocessinginstruction = nothing;
  readonly onend = nothing;

  constructor(html: string) {
    this.#html = html;
  }

  onopentagname(start: number, end: number): void {
    const name = this.#word(start, end);
    if (name === 'title' && this.title === '') this.#isInTitle = true;
    this.#isMeta = name === 'meta';
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    if (this.#isMeta) this.#name = this.#word(start, end);
  }

  onattribdata(start: number, end: number): void {
    if (this.#isMeta) this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.#isMeta) this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.#isMeta && !this.#attributes.has(this.#name)) this.#attributes.set(this.#name, this.#value);
    this.#value = '';
  }

  onopentagend(): void {
    if (!this.#isMeta) return;
    this.#isMeta = false;
    const content = this.#attributes.get('content');
    const key = (this.#attributes.get('property') ?? this.#attributes.get('name') ?? '').toLowerCase();
    if (content !== undefined && !this.meta.has(key)) this.meta.set(key, content);
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  ontext(start: number, end: number): void {
    if (this.#isInTitle) this.title += this.#html.slice(start, end);
  }

  ontextentity(codePoint: number): void {
    if (this.#isInTitle) this.title += String.fromCodePoint(codePoint);
  }

  onclosetag(start: number, end: number): void {
    if (this.#isInTitle && this.#word(start, end) === 'title') this.#isInTitle = false;
  }

  #word(start: number, end: number): string {
    return this.#html.slice(start, end).toLowerCase();
  }
}
