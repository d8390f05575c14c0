import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { personalField } from '../kernel/personal.ts';
import { cardSchema } from './card.ts';

const place = {
  postId: idSchema,
  /** Campus of the post. */
  campus: z.string(),
  /** Author of the post. */
  author: idSchema,
};

/** The events of a card's stream (`preview-<postId>`): a post has one card, that of its first link. */
export const previewEvents = {
  /** The page behind the link was read; the card takes the place of an earlier one. */
  LinkPreviewed: defineEvent({
    type: 'LinkPreviewed',
    subject: 'author',
    // Which page somebody links to is a part of what they wrote.
    schema: z.strictObject({ ...place, card: personalField(cardSchema) }),
  }),
  PreviewRemoved: defineEvent({
    type: 'PreviewRemoved',
    schema: z.strictObject({
      ...place,
      /** `author`: who wants no card of this link. */
      cause: z.enum(['author', 'link changed', 'post deleted']),
    }),
  }),
};

export type PreviewEvent = EventOf<typeof previewEvents>;
