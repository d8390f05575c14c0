import * as z from 'zod/mini';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { campusPrivacySchema } from './events.ts';
import { CAMPUS_ID_MAX_CHARACTERS } from './limits.ts';

/** Commands on campuses. */
export const campusCommands = {
  /** Closes a campus to everyone but its verified members, or opens it again (CAMP-07). */
  ChangeCampusPrivacy: defineCommand({
    type: 'ChangeCampusPrivacy',
    origin: 'server',
    schema: z.strictObject({
      campus: z.string().check(z.maxLength(CAMPUS_ID_MAX_CHARACTERS), z.regex(/^[a-z]+$/)),
      privacy: campusPrivacySchema,
    }),
    category: 'campus',
    target: ({ data }) => data.campus,
  }),
};

type Definitions = typeof campusCommands;

/** The command of a type, as its decision gets it. */
export type CampusCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type CampusContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
