import { reveal } from '#domain/kernel/personal.ts';
import type { Profile } from '#projections/user/collections.ts';

/** First and last name as cards show them; an erased person has none left. */
export function fullName(person: Profile | undefined): string {
  if (person === undefined) return '';
  if (person.erased) return 'Deleted account';
  return [reveal(person.firstName), reveal(person.lastName)].filter(Boolean).join(' ');
}

/** "@name". */
export function handle(person: Profile | undefined): string {
  const username = person === undefined ? null : reveal(person.username);
  return username === null ? '' : `@${username}`;
}

/** Path of the profile, or `null` when it cannot be shown. */
export function profilePath(person: Profile | undefined): string | null {
  const username = person === undefined ? null : reveal(person.username);
  return username === null ? null : `/${username}`;
}

/** Up to two letters in place of a picture. */
export function initials(person: Profile | undefined): string {
  if (person === undefined || person.erased) return '';
  return [reveal(person.firstName), reveal(person.lastName)]
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
