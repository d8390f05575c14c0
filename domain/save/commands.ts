import * as z from 'zod/mini';
import { campusFact } from '../campus/state.ts';
import { type Actor, actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { postFact } from '../post/state.ts';
import { userFact } from '../user/state.ts';

const schema = z.strictObject({ postId: idSchema });

/** One stream for each post and user. */
function saveOf(command: { readonly data: { readonly postId: string } }, actor: Actor): string {
  return `${command.data.postId}-${actorId(actor)}`;
}

function facts(command: { readonly data: { readonly postId: string } }, actor: Actor) {
  return { user: userFact(actorId(actor)), post: postFact(command.data.postId) };
}

const endSchema = z.strictObject({ postId: idSchema, userId: idSchema });

/** Commands on saves. */
export const saveCommands = {
  SavePost: defineCommand({
    type: 'SavePost',
    schema,
    category: 'save',
    target: saveOf,
    facts,
    /** Whether the campus of the post is open is decided as of the head of its stream. */
    further: ({ post }) => ({ campus: post.place === null ? null : campusFact(post.place.campus) }),
  }),
  UnsavePost: defineCommand({ type: 'UnsavePost', schema, category: 'save', target: saveOf, facts }),
  /** A save ends with its post (SAVE-10). */
  EndSave: defineCommand({
    type: 'EndSave',
    origin: 'server',
    schema: endSchema,
    category: 'save',
    target: ({ data }) => `${data.postId}-${data.userId}`,
    facts: ({ data }) => ({ post: postFact(data.postId) }),
  }),
};

type Definitions = typeof saveCommands;

/** The command of a type, as its decision gets it. */
export type SaveCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type SaveContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
