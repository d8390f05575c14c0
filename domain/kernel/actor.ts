import { assertNever } from './assertNever.ts';

/** Who acts. */
export type Actor =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'system'; readonly name: string };

/** The actor's id, as in event metadata and effective command ids. */
export function actorId(actor: Actor): string {
  switch (actor.kind) {
    case 'visitor':
      return 'visitor';
    case 'user':
      return actor.userId;
    case 'system':
      return actor.name;
    default:
      return assertNever(actor);
  }
}
