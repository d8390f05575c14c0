import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import { legacyHookDecode } from '@exodus/bytes/encoding.js';
import sniffEncoding from 'html-encoding-sniffer';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Bytes at the beginning of a page that are searched for its encoding (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1_024;
/** Elements whose content is text, whatever tags it looks like. */
const RAW_TEXT = ['script', 'style', 'title', 'textarea'];
const SPACE = 0x20;

/**
 * The text of a page in the encoding that a browser would find: by a byte order mark, else by the answer, else by the
 * page itself within its first 1,024 bytes (HTML standard, 13.2.3.2); by its bytes where none of them says.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const type = mimeTypeOf(contentType);
  const label = type?.params.get('charset') ?? undefined;
  const options = { transportLayerEncodingLabel: label, defaultEncoding: mayBeUtf8(bytes) ? 'UTF-8' : 'windows-1252' };
  const encoding =
    type?.essence === 'application/xhtml+xml'
      ? sniffEncoding(bytes, { ...options, xml: true })
      : sniffEncoding(withoutRawText(bytes.subarray(0, PRESCAN_BYTES)), options);
  return legacyHookDecode(bytes, encoding);
}

function mimeTypeOf(contentType: string): MIMEType | null {
  try {
    return new MIMEType(contentType);
  } catch (error) {
    // It says nothing that could be read: then the page is asked.
    if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_MIME_SYNTAX') return null;
    throw error;
  }
}

/** Whether the bytes are UTF-8, the last character perhaps cut: a byte that begins one, and up to two that go on. */
function mayBeUtf8(bytes: Uint8Array): boolean {
  const cut = /[\xc2-\xf4][\x80-\xbf]{0,2}$/.exec(Buffer.from(bytes.subarray(-3)).toString('latin1'))?.[0].length ?? 0;
  return isUtf8(bytes) || isUtf8(bytes.subarray(0, bytes.length - cut));
}

/** The beginning of a page with spaces in the place of scripts and the like: browsers find no tags in them. */
function withoutRawText(start: Uint8Array): Uint8Array {
  const html = Buffer.from(start).toString('latin1');
  const kept = Uint8Array.from(start);
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    rawTextReader(html, (from, to) => kept.fill(SPACE, from, to)),
  );
  tokenizer.write(html);
  tokenizer.end();
  return kept;
}

function rawTextReader(html: string, onRawText: (from: number, to: number) => void): TokenizerCallbacks {
  const nothing = (): void => undefined;
  let open = '';
  return {
    onattribdata: nothing,
    onattribentity: nothing,
    onattribend: nothing,
    onattribname: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onopentagend: nothing,
    onprocessinginstruction: nothing,
    onselfclosingtag: nothing,
    ontextentity: nothing,
    onopentagname(from, to) {
      if (!RAW_TEXT.includes(open)) open = html.slice(from, to).toLowerCase();
    },
    onclosetag() {
      open = '';
    },
    ontext(from, to) {
      if (RAW_TEXT.includes(open)) onRawText(from, to);
    },
  };
}
