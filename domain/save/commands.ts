import { z } from 'zod';
import { type CommandOf, defineCommand } from '../kernel/command.ts';
import { type Actor, actorId } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';

const schema = z.strictObject({ postId: idSchema });

function options(actor: Actor, postId: string) {
  return { target: `${postId}-${actorId(actor)}`, user: { category: 'user', id: actorId(actor) } } as const;
}

/** What one can do with a save. */
export const saveCommands = {
  SavePost: defineCommand({
    type: 'SavePost',
    schema,
    category: 'save',
    target: (command, actor) => options(actor, command.data.postId).target,
    facts: (command, actor) => ({
      user: options(actor, command.data.postId).user,
      post: { category: 'post', id: command.data.postId },
    }),
  }),
  UnsavePost: defineCommand({
    type: 'UnsavePost',
    schema,
    category: 'save',
    target: (command, actor) => options(actor, command.data.postId).target,
    facts: (command, actor) => ({
      user: options(actor, command.data.postId).user,
      post: { category: 'post', id: command.data.postId },
    }),
  }),
};

export type SaveCommand = CommandOf<typeof saveCommands>;
