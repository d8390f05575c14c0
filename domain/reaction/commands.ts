import * as z from 'zod/mini';
import { campusFact } from '../campus/state.ts';
import { type Actor, actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { postFact } from '../post/state.ts';
import { userFact } from '../user/state.ts';

const schema = z.strictObject({ commentId: idSchema });
const endSchema = z.strictObject({ commentId: idSchema, userId: idSchema });

/** A command about the comment with this id. */
interface OfComment {
  readonly data: { readonly commentId: string };
}

/** One stream for each comment and user. */
function likeOf({ data }: OfComment, actor: Actor): string {
  return `${data.commentId}-${actorId(actor)}`;
}

function facts({ data }: OfComment, actor: Actor) {
  return { user: userFact(actorId(actor)), comment: postFact(data.commentId) };
}

/** Commands on reactions. */
export const reactionCommands = {
  LikeComment: defineCommand({
    type: 'LikeComment',
    schema,
    category: 'reaction',
    target: likeOf,
    facts,
    /** Whether the campus of the comment is open is decided as of the head of its stream. */
    further: ({ comment }) => ({ campus: comment.place === null ? null : campusFact(comment.place.campus) }),
  }),
  UnlikeComment: defineCommand({ type: 'UnlikeComment', schema, category: 'reaction', target: likeOf, facts }),
  /** A like ends with its comment (DATA-13). */
  EndLike: defineCommand({
    type: 'EndLike',
    origin: 'server',
    schema: endSchema,
    category: 'reaction',
    target: ({ data }) => `${data.commentId}-${data.userId}`,
    facts: ({ data }) => ({ comment: postFact(data.commentId) }),
  }),
};

type Definitions = typeof reactionCommands;

/** The command of a type, as its decision gets it. */
export type ReactionCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type ReactionContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
