import { escapeHtml } from '../kernel/html.ts';
import type { Asker, PageData } from './firstView.ts';

/** A picture that a page draws first, exactly as its `<img>` asks for it: a browser takes one for the other only then. */
export interface FirstPicture {
  readonly srcset: string;
  /** As CSS says. */
  readonly sizes: string;
}

/** A noun's part: the pictures that stand at the top of one of its pages; none for a page of other nouns. */
export type FirstPictures = (path: string, asker: Asker, data: PageData) => readonly FirstPicture[];

/**
 * Tags by which a browser fetches the first pictures while the page's code is on its way and run. Their priority is that of
 * a picture, below the code: what is drawn first does not wait for them.
 */
export function pictureTags(pictures: readonly FirstPicture[]): string {
  return pictures
    .map(
      ({ srcset, sizes }) =>
        `<link rel="preload" as="image" media="(scripting: enabled)" imagesrcset="${escapeHtml(srcset)}" imagesizes="${escapeHtml(sizes)}">`,
    )
    .join('');
}
