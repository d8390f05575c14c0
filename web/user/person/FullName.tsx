import type { Profile } from '#projections/user/collections.ts';
import { fullName } from './names.ts';

/** A person's name inside other words: written from right to left it keeps its own order, and theirs (`<bdi>`). */
export function FullName({ person }: { readonly person: Profile | undefined }) {
  return <bdi>{fullName(person)}</bdi>;
}
