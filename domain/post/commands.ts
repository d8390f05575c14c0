import * as z from 'zod/mini';
import { CAMPUS_ID_MAX_CHARACTERS } from '../campus/limits.ts';
import { actorId } from '../kernel/actor.ts';
import { type AnyCommandOf, type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { derivedId, idSchema, newId } from '../kernel/ids.ts';
import { COMMAND_MAX_FILES } from '../kernel/limits.ts';
import { fileNamesOf, mediaSchema } from '../kernel/media.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { userFact } from '../user/state.ts';
import { postFolder } from './files.ts';
import { CATEGORY_MAX_CHARACTERS } from './limits.ts';
import { richTextSchema } from './richText.ts';
import { saleSchema } from './sale.ts';
import { postFact } from './state.ts';
import { askedTerms } from './terms.ts';

const content = {
  text: richTextSchema,
  /** Uploaded beforehand to `postFolder(postId)`; the server takes the sizes from the upload, not from here. */
  media: z.array(mediaSchema).check(z.maxLength(COMMAND_MAX_FILES)),
};

const category = z.string().check(z.maxLength(CATEGORY_MAX_CHARACTERS));

/** Commands on posts and comments. A new post's id is `newId(command.id, 0)` (decisions D15). */
export const postCommands = {
  CreatePost: defineCommand({
    type: 'CreatePost',
    schema: z.strictObject({ ...content, category, ...askedTerms }),
    category: 'post',
    target: (command) => newId(command.id, 0),
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
    files: (command) => ({ folder: postFolder(newId(command.id, 0)), names: fileNamesOf(command.data.media) }),
  }),
  AddComment: defineCommand({
    type: 'AddComment',
    schema: z.strictObject({ ...content, root: idSchema, parent: idSchema }),
    category: 'post',
    target: (command) => newId(command.id, 0),
    facts: (command, actor) => ({
      user: userFact(actorId(actor)),
      root: postFact(command.data.root),
      parent: postFact(command.data.parent),
    }),
    files: (command) => ({ folder: postFolder(newId(command.id, 0)), names: fileNamesOf(command.data.media) }),
  }),
  EditPost: defineCommand({
    type: 'EditPost',
    schema: z.strictObject({ ...content, postId: idSchema, category: z.optional(category), ...askedTerms }),
    category: 'post',
    target: (command) => command.data.postId,
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
    files: (command) => ({ folder: postFolder(command.data.postId), names: fileNamesOf(command.data.media) }),
  }),
  /** Marks what an own post offers as pending or sold, or offers it again. */
  SetSale: defineCommand({
    type: 'SetSale',
    schema: z.strictObject({ postId: idSchema, sale: saleSchema }),
    category: 'post',
    target: (command) => command.data.postId,
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
  }),
  DeletePost: defineCommand({
    type: 'DeletePost',
    schema: z.strictObject({ postId: idSchema }),
    category: 'post',
    target: (command) => command.data.postId,
  }),
  /** A moderator takes a post or comment away. */
  RemovePost: defineCommand({
    type: 'RemovePost',
    schema: z.strictObject({ postId: idSchema, reason: moderationReasonSchema }),
    category: 'post',
    target: (command) => command.data.postId,
    facts: (_command, actor) => ({ moderator: userFact(actorId(actor)) }),
  }),
  /**
   * The cascade's part of a deletion (D19): the reactor gives it for every comment below a deleted post, and for one
   * that was written while the post or comment `above` it was being deleted.
   */
  RemoveComment: defineCommand({
    type: 'RemoveComment',
    origin: 'server',
    schema: z.strictObject({ postId: idSchema, above: idSchema }),
    category: 'post',
    target: (command) => command.data.postId,
    facts: (command) => ({ above: postFact(command.data.above) }),
  }),
  /** The cascade's word that the pictures of a deleted post resist deletion: its author hears it, once (D29). */
  RecordImagesNotDeleted: defineCommand({
    type: 'RecordImagesNotDeleted',
    origin: 'server',
    schema: z.strictObject({ postId: idSchema }),
    category: 'post',
    target: (command) => command.data.postId,
  }),
  /** The banner of a new member: once per user and campus (VERF-14, Q19). */
  WelcomeMember: defineCommand({
    type: 'WelcomeMember',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema, campus: z.string().check(z.maxLength(CAMPUS_ID_MAX_CHARACTERS)) }),
    category: 'post',
    target: (command) => derivedId('welcome', command.data.campus, command.data.userId),
    facts: (command) => ({ user: userFact(command.data.userId) }),
  }),
};

type Definitions = typeof postCommands;

/** Any command to a post or comment. */
export type PostCommand = AnyCommandOf<Definitions>;
/** The command of a type, as its decision gets it. */
export type PostCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type PostContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
