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
