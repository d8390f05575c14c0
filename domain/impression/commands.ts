import * as z from 'zod/mini';
import { adsFact } from '../ad/state.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema, newId } from '../kernel/ids.ts';
import { postFact } from '../post/state.ts';
import { ACTIONS, actionSchema } from './actions.ts';
import { SESSION_MAX_CHARACTERS, SESSIONS_PER_BATCH, VIEWER_MAX_CHARACTERS } from './limits.ts';

/** Who looks: an account, or a network address where nobody is signed in. It is hashed before anything is kept (Q66). */
const viewerSchema = z.strictObject({
  kind: z.enum(['account', 'address']),
  id: z.string().check(z.minLength(1), z.maxLength(VIEWER_MAX_CHARACTERS)),
});
export type ActionViewer = z.infer<typeof viewerSchema>;

const session = z.strictObject({
  viewer: viewerSchema,
  /** The name that the page has given its session. */
  session: z.string().check(z.minLength(1), z.maxLength(SESSION_MAX_CHARACTERS)),
  actions: z.array(actionSchema).check(z.minLength(1), z.maxLength(ACTIONS.length)),
});

/** Commands on the figures of ads. The id of a batch is `newId(command.id, 0)`. */
export const impressionCommands = {
  /** Some viewers have done something with the post of an ad. */
  CountActions: defineCommand({
    type: 'CountActions',
    origin: 'server',
    schema: z.strictObject({
      postId: idSchema,
      adId: idSchema,
      sessions: z.array(session).check(z.minLength(1), z.maxLength(SESSIONS_PER_BATCH)),
    }),
    category: 'impression',
    target: ({ id }) => newId(id, 0),
    facts: ({ data }) => ({ ads: adsFact(data.postId), post: postFact(data.postId) }),
  }),
};

type Definitions = typeof impressionCommands;

/** The command of a type, as its decision gets it. */
export type ImpressionCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type ImpressionContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
