/** A part of a text; `href` is `null` where it is no link. */
export interface Segment {
  readonly text: string;
  readonly href: string | null;
  readonly kind: 'text' | 'web' | 'email' | 'phone' | 'address';
}

/** A link and its offset in the text, in UTF-16 code units. */
export interface Link extends Segment {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a text into plain parts and links; the joined parts are the text again.
 *
 * @param near city and state for the search of a street address
 */
export type FindLinks = (text: string, near: string) => readonly Segment[];
