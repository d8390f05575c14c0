/** The kind of a file by its first bytes. */
export interface FileKind {
  /** The type that its name and its system should have said. */
  readonly type: string;
  /** In words, with its article. */
  readonly what: string;
}

/** Bytes at the beginning of a file that are looked at. */
const START_BYTES = 512;

/** Signatures: where they begin, their bytes as text (a dot stands for any), and what they stand for. */
const SIGNATURES: readonly (readonly [at: number, bytes: string, type: string, what: string])[] = [
  [0, '\xff\xd8\xff', 'image/jpeg', 'a JPEG picture'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png', 'a PNG picture'],
  [0, 'GIF87a', 'image/gif', 'a GIF picture'],
  [0, 'GIF89a', 'image/gif', 'a GIF picture'],
  [0, 'RIFF....WEBP', 'image/webp', 'a WebP picture'],
  [0, 'RIFF....AVI ', 'video/x-msvideo', 'an AVI video'],
  [0, 'RIFF....WAVE', 'audio/wav', 'a sound file'],
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map(
    (brand) => [4, `ftyp${brand}`, 'image/heic', 'a HEIC picture'] as const,
  ),
  [4, 'ftypavif', 'image/avif', 'an AVIF picture'],
  [4, 'ftypavis', 'image/avif', 'an AVIF picture'],
  [4, 'ftypjxl', 'image/jxl', 'a JPEG XL picture'],
  [4, 'ftypM4A', 'audio/mp4', 'a sound file'],
  [4, 'ftypqt  ', 'video/quicktime', 'a QuickTime video'],
  [4, 'ftyp', 'video/mp4', 'an MP4 video'],
  ...['moov', 'mdat', 'wide', 'pnot'].map((atom) => [4, atom, 'video/quicktime', 'a QuickTime video'] as const),
  [0, 'II*\0', 'image/tiff', 'a TIFF picture'],
  [0, 'MM\0*', 'image/tiff', 'a TIFF picture'],
  [0, '\0\0\x01\0', 'image/x-icon', 'an icon'],
  [0, '\xff\n', 'image/jxl', 'a JPEG XL picture'],
  [4, 'JXL ', 'image/jxl', 'a JPEG XL picture'],
  [0, 'BM....\0\0\0\0', 'image/bmp', 'a BMP picture'],
  [0, '8BPS', 'image/vnd.adobe.photoshop', 'a Photoshop file'],
  [0, '\x1aE\xdf\xa3', 'video/webm', 'a WebM or Matroska video'],
  [0, '\0\0\x01\xba', 'video/mpeg', 'an MPEG video'],
  [0, '%PDF', 'application/pdf', 'a PDF document'],
  [0, 'PK\x03\x04', 'application/zip', 'a document or archive'],
  [0, '{\\rtf', 'application/rtf', 'a text document'],
  [0, 'ID3', 'audio/mpeg', 'a sound file'],
  [0, 'OggS', 'audio/ogg', 'a sound file'],
  [0, 'fLaC', 'audio/flac', 'a sound file'],
  [0, 'MZ', 'application/x-msdownload', 'a program'],
  [0, '\x7fELF', 'application/x-executable', 'a program'],
];
/** An SVG picture begins with its tag, after a declaration and remarks. */
const SVG = /^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i;
/** Control characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_TEXT = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** Characters from which on something without control characters is called a text. */
const SHORTEST_TEXT = 4;

/** The kind of a file by its content; `null`: nothing that is known. The name and the type that its system gives are not asked. */
export async function fileKind(file: Blob): Promise<FileKind | null> {
  const bytes = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  const start = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const match = SIGNATURES.find(([at, signature]) =>
    [...signature].every((wanted, index) => wanted === '.' || start[at + index] === wanted),
  );
  if (match !== undefined) return { type: match[2], what: match[3] };
  if (SVG.test(start.replace(/^\xef\xbb\xbf/, ''))) return { type: 'image/svg+xml', what: 'an SVG picture' };
  return start.length >= SHORTEST_TEXT && !NO_TEXT.test(start) ? { type: 'text/plain', what: 'a text file' } : null;
}

/** The file with the type of its content, whatever its name says. */
export async function withOwnType(file: File): Promise<File & { readonly what?: string }> {
  const kind = await fileKind(file);
  if (kind === null) return file;
  const typed =
    kind.type === file.type ? file : new File([file], file.name, { type: kind.type, lastModified: file.lastModified });
  return Object.assign(typed, { what: kind.what });
}

/** The words about a file that is not taken: its name, and what it is. */
export function refusalOf({ name, what }: { readonly name: string; readonly what?: string }): string {
  return what === undefined ? `“${name}” is of an unknown kind.` : `“${name}” is ${what}.`;
}
