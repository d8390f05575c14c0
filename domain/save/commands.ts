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

/** What one can do with a save. */
export const saveCommands = {
  SavePost: defineCommand({ type: 'SavePost', schema, category: 'save', target: saveOf, facts }),
  UnsavePost: defineCommand({ type: 'UnsavePost', schema, category: 'save', target: saveOf, facts }),
};

export type SaveCommand = CommandOf<typeof saveCommands>;
