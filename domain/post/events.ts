import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { mediaOfPlainFile, mediaSchema, plainFileSchema } from '../kernel/media.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { personalField } from '../kernel/personal.ts';
import { postKindSchema } from './kind.ts';
import { priceSchema } from './priceSchema.ts';
import { richTextSchema } from './richText.ts';
import { conditionSchema, saleSchema } from './sale.ts';

/** The ids that every event of a post or comment carries, so that folds need no other stream. */
const place = {
  postId: idSchema,
  kind: postKindSchema,
  campus: z.string(),
  author: idSchema,
  /** The top-level post; a top-level post's own id. */
  root: idSchema,
  /** The post or comment that this answers; `null` for a top-level post (post_commented_on, DATA-02). */
  parent: z.nullable(idSchema),
  /** From the root down to the parent; empty for a top-level post. */
  ancestors: z.array(idSchema),
};

/** The author's content. */
const content = {
  text: personalField(richTextSchema),
  /** Photos and videos in their order (DATA-03). */
  media: personalField(z.array(mediaSchema)),
  /** img_count (DATA-02): photos and videos. */
  imageCount: z.int().check(z.minimum(0)),
};

/** The content of events that were written before there were videos. */
const formerContent = { ...content, media: personalField(z.array(plainFileSchema)) };

/** As what and for how much a post offers something (`terms.ts`). */
const terms = {
  /** Lower-case category, `all` if none was chosen (POST-08, Q26). */
  category: z.string(),
  /** `null`: the seller names none. */
  price: z.nullable(priceSchema),
  condition: z.nullable(conditionSchema),
};

/** Author of the parent, for whom the comment is news; `null` for a top-level post. */
const parentAuthor = z.nullable(idSchema);

const same = <Value>(value: Value) => value;
const asMedia = (files: readonly z.infer<typeof plainFileSchema>[]) => files.map(mediaOfPlainFile);
/** How the personal fields change of an event from before there were videos. */
const withVideos = { text: same, media: asMedia };

/** The events of a post's stream (`post-<postId>`); comments and replies are posts with a parent (COMM-01). */
export const postEvents = {
  PostCreated: defineEvent({
    type: 'PostCreated',
    subject: 'author',
    schema: z.strictObject({ ...place, ...content, ...terms, parentAuthor }),
    previous: [
      {
        // Before there were prices.
        schema: z.strictObject({ ...place, ...formerContent, category: terms.category, parentAuthor }),
        upcast: (data: object) => ({ ...data, price: null, condition: null }),
        personal: { text: same, media: same },
      },
      {
        schema: z.strictObject({ ...place, ...formerContent, ...terms, parentAuthor }),
        upcast: same,
        personal: withVideos,
      },
    ],
  }),
  /** The author changed text or pictures: marked as edited, not bumped (decisions D17). */
  PostEdited: defineEvent({
    type: 'PostEdited',
    subject: 'author',
    schema: z.strictObject({ ...place, ...content }),
    previous: [{ schema: z.strictObject({ ...place, ...formerContent }), upcast: same, personal: withVideos }],
  }),
  /** The author offers it as something else, or for another price: not bumped. */
  PostTermsChanged: defineEvent({ type: 'PostTermsChanged', schema: z.strictObject({ ...place, ...terms }) }),
  /** The author has agreed on its sale, has sold it, or offers it again: not bumped. */
  PostSaleChanged: defineEvent({ type: 'PostSaleChanged', schema: z.strictObject({ ...place, sale: saleSchema }) }),
  PostDeleted: defineEvent({
    type: 'PostDeleted',
    schema: z.strictObject({
      ...place,
      /**
       * `author`: by its author, or with the author's account. `cascade`: because the post above it was deleted (POST-18, D19). `moderator`: by a
       * moderator, who is the event's actor.
       */
      cause: z.enum(['author', 'cascade', 'moderator']),
      /** A moderator's reason, else `null`. */
      reason: z.nullable(moderationReasonSchema),
    }),
    previous: [
      {
        schema: z.strictObject({ ...place, cause: z.enum(['author', 'cascade']) }),
        upcast: (data: object) => ({ ...data, reason: null }),
      },
    ],
  }),
  /** The pictures of a post that its author deleted could not be deleted for a while (POST-18, decisions D29). */
  PostImagesNotDeleted: defineEvent({
    type: 'PostImagesNotDeleted',
    schema: z.strictObject(place),
  }),
};

export type PostEvent = EventOf<typeof postEvents>;
