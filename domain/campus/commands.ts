import * as z from 'zod/mini';
import type { ActingUser } from '../kernel/acting.ts';
import { actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf, streamFact } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { CAMPUS_ID_MAX_CHARACTERS } from './limits.ts';
import { campusPrivacySchema } from './privacy.ts';

/** The noun `user` is built on this one. */
const userFact = streamFact<ActingUser>('user');

/** Commands on campuses. */
export const campusCommands = {
  /** Closes a campus to everyone but its verified members, or opens it again (CAMP-07): moderators, and the operator. */
  ChangeCampusPrivacy: defineCommand({
    type: 'ChangeCampusPrivacy',
    schema: z.strictObject({
      campus: z.string().check(z.maxLength(CAMPUS_ID_MAX_CHARACTERS), z.regex(/^[a-z]+$/)),
      privacy: campusPrivacySchema,
    }),
    category: 'campus',
    target: ({ data }) => data.campus,
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
  }),
};

type Definitions = typeof campusCommands;

/** The command of a type, as its decision gets it. */
export type CampusCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type CampusContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
