import { isUnseen } from '#domain/kernel/text.ts';

/** The parts of a clipboard that are looked at. */
export interface Carried {
  readonly files: Iterable<Pick<File, 'name'>>;
  getData(type: string): string;
}

/**
 * Whether there is text to read beside files. Word and Excel put a picture of the text beside it; a copied picture, on
 * the other hand, comes with HTML of nothing but itself, and a copied file with its name.
 */
export function carriesText(data: Carried): boolean {
  const plain = data.getData('text/plain');
  if (isUnseen(plain)) return false;
  const names = [...data.files].map(({ name }) => name);
  if (
    plain
      .trim()
      .split(/[\r\n]+/)
      .every((line) => names.includes(line.trim()))
  )
    return false;
  const html = data.getData('text/html');
  return html === '' || !isUnseen(wordsOf(html));
}

function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const silent of body.querySelectorAll('style, script')) silent.remove();
  return body.textContent ?? '';
}
