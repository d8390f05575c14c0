import { z } from 'zod';
import { type CommandOf, defineCommand } from '../kernel/command.ts';
import { type Actor, actorId } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';

const schema = z.strictObject({ postId: idSchema });

/** One stream for each post and user. */
function saveOf(command: { readonly data: { readonly postId: string } }, actor: Actor): string {
  return `${command.data.postId}-${actorId(actor)}`;
}

function facts(command: { readonly data: { readonly postId: string } }, actor: Actor) {
  return {
    user: { category: 'user', id: actorId(actor) },
    post: { category: 'post', id: command.data.postId },
  } as const;
}

const endSchema = z.strictObject({ postId: idSchema, userId: idSchema });

/** What one can do with a save. */
export const saveCommands = {
  SavePost: defineCommand({ type: 'SavePost', schema, category: 'save', target: saveOf, facts }),
  UnsavePost: defineCommand({ type: 'UnsavePost', schema, category: 'save', target: saveOf, facts }),
  /** A save ends with its post (SAVE-10). */
  EndSave: defineCommand({
    type: 'EndSave',
    origin: 'server',
    schema: endSchema,
    category: 'save',
    target: ({ data }) => `${data.postId}-${data.userId}`,
    facts: ({ data }) => ({ post: { category: 'post', id: data.postId } }) as const,
  }),
};

export type SaveCommand = CommandOf<typeof saveCommands>;
