import * as z from 'zod/mini';
import { PAGE_SITE_MAX_CHARACTERS, PAGE_TITLE_MAX_CHARACTERS } from '../kernel/limits.ts';
import { pictureSchema } from '../kernel/media.ts';
import { LINK_MAX_CHARACTERS } from './limits.ts';

/** A character of a text may take two units of UTF-16. */
const UNITS = 2;

/** The words of a page about itself, as the card below a post shows them. */
export const cardSchema = z.strictObject({
  /** The address as the post has it, `http` or `https`. */
  url: z.string().check(z.regex(/^https?:\/\//i), z.maxLength(LINK_MAX_CHARACTERS)),
  title: z.string().check(z.minLength(1), z.maxLength(PAGE_TITLE_MAX_CHARACTERS * UNITS)),
  /** Name of the site as it says; empty: it says none. */
  site: z.string().check(z.maxLength(PAGE_SITE_MAX_CHARACTERS * UNITS)),
  /** Our own copy of its picture, in the folder of the card. */
  picture: z.nullable(pictureSchema),
});

/** A card below a post. */
export type Card = z.infer<typeof cardSchema>;
