import { stillOf } from '#domain/kernel/media.ts';
import { isSealed, reveal } from '#domain/kernel/personal.ts';
import { postFolder } from '#domain/post/files.ts';
import { TITLE_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { titleOf } from '#domain/post/plainText.ts';
import type { RichText } from '#domain/post/richText.ts';
import type { Post } from '#projections/post/collections.ts';
import type { Profile } from '#projections/user/collections.ts';
import { cutSummary } from '../http/cutSummary.ts';
import type { PlainLink, PlainPicture } from '../http/plainView.ts';

/** The words and pictures of a post outside of the client. */
export interface ShownPost {
  readonly text: RichText;
  /** One line; of a post without words who wrote it. */
  readonly title: string;
  readonly author: PlainLink;
  /** Its photos, and the posters of its videos. */
  readonly pictures: readonly PlainPicture[];
}

/** A post with its author; `null`: nothing of it is left, or of its author, or a part could not be opened. */
export function shownPost({ id, text: words, media }: Post, person: Profile | undefined | null): ShownPost | null {
  if (person === undefined || person === null || person.erased) return null;
  const { firstName, lastName, username } = person;
  if ([words, media, firstName, lastName, username].some(isSealed)) return null;
  const text = reveal(words);
  if (text === null) return null;
  const name = [reveal(firstName), reveal(lastName)].filter(Boolean).join(' ');
  const stills = (reveal(media) ?? []).flatMap((file) => stillOf(file) ?? []);
  return {
    text,
    title: cutSummary(titleOf(text), TITLE_MAX_CHARACTERS) || `Post by ${name}`,
    author: { text: name, path: `/${reveal(username) ?? ''}` },
    pictures: stills.map((photo) => ({
      ...photo,
      path: `/images/${postFolder(id)}/${photo.name}`,
      alt: `Photo by ${name}`,
    })),
  };
}
