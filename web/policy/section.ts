import type { Slot } from '../kit/slots.tsx';

/** A part of a text: a title, paragraphs, and points below them. */
export interface PolicySection {
  /** Its name in an address, as in `/settings/privacy#cookies`. */
  readonly id?: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly points?: readonly string[];
  /** More points, of which others know. */
  readonly list?: Slot;
  /** Leads on from there: a page of ours, or an address that begins with `mailto:`. */
  readonly link?: { readonly to: string; readonly label: string };
}
