import fc from 'fast-check';
import type { Media } from '#domain/kernel/media.ts';
import { PRICE_MAX_CENTS } from '#domain/post/limits.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { conditions } from '#domain/post/sale.ts';
import { id, photo } from '#test/projections/support/events.ts';
import { files, richTexts, texts } from '../../domain/arbitraries.ts';
import { type Asked, type CommandModel, commandModel, type Drawn } from '../model.ts';
import { moderatorOf } from '../user/parts.ts';

const media = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Media[]>([]) },
  { weight: 3, arbitrary: fc.uniqueArray(files, { maxLength: 4, selector: (file) => file.name }) },
  { weight: 1, arbitrary: fc.array(files, { maxLength: 12 }) },
);
/** A text of whose link a preview card is made. */
const LINKING = 'Oak desk, see https://shop.example/desk';
const content = fc.record({
  text: fc.oneof(richTexts, texts.map(richTextOf), fc.constantFrom('Oak desk, $40', LINKING).map(richTextOf)),
  media,
});
const categories = fc.constantFrom('all', '', 'furniture', 'Tickets', 'weapons');
const cents = fc.oneof(
  fc.integer({ min: 0, max: PRICE_MAX_CENTS }),
  fc.constantFrom(0, 4_000, PRICE_MAX_CENTS, PRICE_MAX_CENTS + 1, -1, 12.345),
);
const price = fc.option(fc.record({ cents, orBestOffer: fc.boolean() }));
const condition = fc.option(fc.constantFrom(...conditions));
const post = fc.record({ content, category: categories, price, condition });
/** Terms in an edit: pages of older releases say nothing. */
const terms = fc.record({ category: categories, price, condition }, { requiredKeys: [] });
const nothing = fc.constant(null);

const somePost = ({ world, pick }: Pick<Asked, 'world' | 'pick'>, among = world.ids('post')) =>
  among[pick % among.length] ?? id('nobody');
const authorOf = (ask: Pick<Asked, 'world' | 'pick'>) => ask.world.post(somePost(ask)).place?.author;
const rootOf = ({ world }: Asked, postId: string) => world.post(postId).place?.root ?? postId;

const lawfulContent = {
  text: richTextOf('Oak desk, $40'),
  media: [{ kind: 'image', name: `${id('front')}.webp`, width: 4, height: 3 }],
};

const lawfulTerms = { category: 'furniture', price: { cents: 4_000, orBestOffer: true }, condition: 'good' };

/** Generators of everything that one can do with a post or comment. */
export const postCommandModels: Readonly<Record<string, CommandModel>> = {
  CreatePost: commandModel({
    by: 'person',
    often: 3,
    lawful: { ...lawfulContent, ...lawfulTerms },
    later: ['price', 'condition'],
    fields: post,
    payload: ({ fields: { content: written, ...offered } }) => ({
      data: { ...written, ...offered },
      files: written.media,
    }),
  }),
  AddComment: commandModel({
    by: 'person',
    often: 4,
    lawful: { ...lawfulContent, root: id('desk'), parent: id('desk') },
    fields: content,
    payload(ask) {
      const parent = somePost(ask);
      return { data: { ...ask.fields, root: rootOf(ask, parent), parent }, files: ask.fields.media };
    },
  }),
  EditPost: commandModel({
    by: 'person',
    often: 2,
    lawful: { ...lawfulContent, ...lawfulTerms, postId: id('desk') },
    later: ['category', 'price', 'condition'],
    fields: fc.record({ content, terms }),
    payload(ask) {
      const { content: written, terms: offered } = ask.fields;
      return { data: { ...written, ...offered, postId: somePost(ask) }, files: written.media };
    },
    owner: authorOf,
  }),
  SetSale: commandModel({
    by: 'person',
    often: 2,
    lawful: { postId: id('desk'), sale: 'sold' },
    fields: fc.constantFrom('available', 'pending', 'sold'),
    payload: (ask) => ({ data: { postId: somePost(ask), sale: ask.fields } }),
    owner: authorOf,
    mayDoNothing: true,
  }),
  DeletePost: commandModel({
    by: 'person',
    lawful: { postId: id('desk') },
    fields: nothing,
    payload: (ask) => ({ data: { postId: somePost(ask) } }),
    owner: authorOf,
    ends: true,
    mayDoNothing: true,
  }),
  RemovePost: commandModel({
    by: 'person',
    lawful: { postId: id('desk'), reason: 'scam' },
    fields: fc.constantFrom('spam', 'scam', 'other'),
    payload: (ask) => ({ data: { postId: somePost(ask), reason: ask.fields } }),
    owner: moderatorOf,
    ends: true,
    mayDoNothing: true,
  }),
  RemoveComment: commandModel({
    by: 'house',
    often: 4,
    lawful: { postId: id('answer'), above: id('desk') },
    fields: nothing,
    payload(ask) {
      const { world } = ask;
      const below = world.ids('post').filter((each) => world.post(world.post(each).place?.root ?? '').deleted);
      const postId = somePost(ask, below);
      return { data: { postId, above: rootOf(ask, postId) } };
    },
  }),
  RecordImagesNotDeleted: commandModel({
    by: 'house',
    lawful: { postId: id('desk') },
    fields: nothing,
    payload: (ask) => ({ data: { postId: somePost(ask) } }),
  }),
  WelcomeMember: commandModel({
    by: 'house',
    lawful: { userId: id('ada'), campus: 'ou' },
    fields: nothing,
    payload: ({ userId, campus }) => ({ data: { userId, campus } }),
  }),
};

/** A post by each of the first people of a story. */
export function firstPost(): readonly Drawn[] {
  const written = { text: richTextOf(LINKING), media: [photo('face')] };
  return [{ type: 'CreatePost', fields: { content: written, category: 'all', price: null, condition: null } }];
}
