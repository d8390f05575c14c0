/**
 * Mistakes that must not compile, for `npm run check`: each `@ts-expect-error` fails there when the compiler accepts
 * the mistake below it. Nothing here runs.
 */
import { defineCommand, type FactsOf } from '#domain/kernel/command.ts';
import { accept, type Decide, type Decision, defineDecider } from '#domain/kernel/decider.ts';
import { defineNoun } from '#domain/kernel/noun.ts';
import { postAccess } from '#domain/post/access.ts';
import { type PostContext, postCommands } from '#domain/post/commands.ts';
import { postDecider } from '#domain/post/decider.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { postNoun } from '#domain/post/noun.ts';
import { postRejection } from '#domain/post/rejection.ts';
import type { PostState } from '#domain/post/state.ts';
import type { AnyRecordedEvent, CommandMap, RejectionCode } from '#domain/registry.ts';
import { saveCommands } from '#domain/save/commands.ts';
import { saveDecider } from '#domain/save/decider.ts';

export function readsFacts(context: PostContext<'AddComment'>, deleting: PostContext<'DeletePost'>) {
  const declared = [context.facts.root.deleted, context.facts.parent.place, context.facts.uploads];
  // @ts-expect-error the command does not declare that it looks at another's post above it
  const undeclared = context.facts.above;
  // @ts-expect-error a command without files gets no uploads
  const uploads = deleting.facts.uploads;
  // @ts-expect-error a command without claims gets none
  const claimed = deleting.facts.claimed;
  return [declared, undeclared, uploads, claimed];
}

/** A declared fact has the state of the noun that it names. */
export const author: (facts: FactsOf<typeof postCommands.AddComment>) => string | undefined = ({ root }) =>
  root.place?.author;

type Decisions = { readonly [Type in keyof typeof saveCommands]: Decide<(typeof saveCommands)[Type], never, never> };

export function decides(
  decisions: Decisions,
  removes: Decide<typeof postCommands.RemoveComment, PostState, PostEvent>,
) {
  const { EndSave: _left, ...incomplete } = decisions;
  const rules = { initial: { eventCount: 0 }, evolve: () => ({ eventCount: 0 }), closing: [] } as const;
  // @ts-expect-error a command has no decision
  defineDecider(saveCommands, { ...rules, decide: incomplete });
  // @ts-expect-error the decision reads a fact that the command under whose name it stands does not declare
  defineDecider({ DeletePost: postCommands.DeletePost }, { ...rules, decide: { DeletePost: removes } });
}

export const deletion: CommandMap['DeletePost'] = { postId: 'a' };
// @ts-expect-error saving names a post by its id
export const wrongPayload: CommandMap['SavePost'] = { post: 'a' };
// @ts-expect-error there is no such command
export type NoPayload = CommandMap['LikePost'];

export function named(event: AnyRecordedEvent): string {
  switch (event.type) {
    case 'PostSaved':
      return event.data.userId;
    case 'PostCreated':
      // @ts-expect-error a post has an author; that is the name of the field
      return event.data.userId;
    case 'Held':
      return event.data.stream;
    default:
      return event.id;
  }
}

export const code: RejectionCode = 'CAMPUS_PRIVATE';
// @ts-expect-error no rule refuses with this
export const noCode: RejectionCode = 'CAMPUS_CLOSED';
// @ts-expect-error no code of this noun
export const noRejection = postRejection('CAMPUS_PRIVATE');

const { DeletePost: _noRule, ...incompleteRules } = postAccess.mayDo;
// @ts-expect-error no rule says who may delete a post
defineNoun({ ...postNoun, access: { ...postAccess, mayDo: incompleteRules } });
// @ts-expect-error its commands go to other streams
defineNoun({ ...postNoun, name: 'offer' });
// @ts-expect-error another noun's decider
defineNoun({ ...postNoun, decider: saveDecider });

const claiming = defineCommand({
  type: 'NameOffer',
  schema: postCommands.DeletePost.schema,
  category: 'offer',
  origin: 'server',
  target: ({ data }) => data.postId,
  claims: () => [{ kind: 'offer-name', candidates: [], taken: postRejection('POST_EMPTY') }],
});
const nameOffer = (): Decision<PostEvent> => accept();
export const offerNoun = defineNoun({
  name: 'offer',
  events: postNoun.events,
  commands: { NameOffer: claiming },
  decider: defineDecider(
    { NameOffer: claiming },
    {
      initial: postDecider.initial,
      evolve: (post, _event: PostEvent) => post,
      decide: { NameOffer: nameOffer },
      closing: [],
    },
  ),
  // @ts-expect-error no owner of an offer's name is declared
  claims: {},
  rejections: {},
  access: { maySee: () => true, mayDo: {} },
});
