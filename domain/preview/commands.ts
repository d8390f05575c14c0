import * as z from 'zod/mini';
import { type Actor, actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { postFact } from '../post/state.ts';
import { userFact } from '../user/state.ts';
import { cardSchema } from './card.ts';

type OfPost = { readonly data: { readonly postId: string } };

const category = 'preview';
const target = ({ data }: OfPost) => data.postId;
const post = ({ data }: OfPost) => ({ post: postFact(data.postId) });

/** Commands on the card of a post. */
export const previewCommands = {
  /** The reactor has read the page behind the link of a post. */
  RecordPreview: defineCommand({
    type: 'RecordPreview',
    origin: 'server',
    schema: z.strictObject({ postId: idSchema, card: cardSchema }),
    ...{ category, target, facts: post },
  }),
  /** A card ends with its link, and with its post. */
  EndPreview: defineCommand({
    type: 'EndPreview',
    origin: 'server',
    schema: z.strictObject({ postId: idSchema }),
    ...{ category, target, facts: post },
  }),
  /** The author wants no card of this link. */
  RemovePreview: defineCommand({
    type: 'RemovePreview',
    schema: z.strictObject({ postId: idSchema }),
    ...{ category, target },
    facts: ({ data }: OfPost, actor: Actor) => ({ user: userFact(actorId(actor)), post: postFact(data.postId) }),
  }),
};

type Definitions = typeof previewCommands;

/** The command of a type, as its decision gets it. */
export type PreviewCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type PreviewContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
