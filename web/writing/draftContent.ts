import { EMPTY_RICH_TEXT } from '#domain/post/normalise.ts';
import { isBlank } from '#domain/post/plainText.ts';
import type { RichText } from '#domain/post/richText.ts';
import type { StoredDraft } from './draftRecords.ts';
import { type DraftTerms, NOTHING_OFFERED, offersNothing } from './draftTerms.ts';
import type { DraftPhoto } from './photo.ts';

/** The content of a draft. */
export interface Content {
  readonly text: RichText;
  readonly photos: readonly DraftPhoto[];
  readonly terms: DraftTerms;
}

export const EMPTY: Content = { text: EMPTY_RICH_TEXT, photos: [], terms: NOTHING_OFFERED };

/** The content of a stored draft; the files are to be uploaded. */
export function restore(stored: StoredDraft | undefined): Content {
  if (stored === undefined) return EMPTY;
  const photos = stored.photos.map((photo): DraftPhoto => {
    const { kind = 'image', poster = null, seconds = null } = photo;
    return { ...photo, kind, poster, seconds, state: 'ready', progress: 0, error: null };
  });
  return { text: stored.text, photos, terms: stored.terms ?? NOTHING_OFFERED };
}

export function toStored({ text, photos, terms }: Content): StoredDraft {
  return {
    text,
    terms,
    // Uploads may have been swept away by then: only the file itself counts.
    photos: photos
      .filter((photo) => photo.file !== null)
      .map(({ id, kind, file, poster, seconds, width, height }) => {
        return { id, kind, file, poster, seconds, width, height, media: null };
      }),
  };
}

export function isEmpty({ text, photos, terms }: Content): boolean {
  return photos.length === 0 && isBlank(text) && offersNothing(terms);
}

/** A text with another one below it. */
function below(text: RichText, more: RichText): RichText {
  if (isBlank(more)) return text;
  return isBlank(text) ? more : [...text, ...more];
}

/** A text without marks, as drafts keep it. */
export function keptText(text: string): RichText {
  return text.split('\n').map((line) => ({ type: 'paragraph', children: [{ text: line }] }));
}

/** A content with words below its text that the editor has not taken over yet. */
export function withWords(content: Content, words: string): Content {
  return { ...content, text: below(content.text, keptText(words)) };
}

/** A stored draft, and what was added before it had been read: nothing of either is lost. */
export function together(stored: Content, added: Content): Content {
  if (isEmpty(stored)) return added;
  return {
    text: below(stored.text, added.text),
    photos: [...stored.photos, ...added.photos],
    terms: offersNothing(added.terms) ? stored.terms : added.terms,
  };
}
