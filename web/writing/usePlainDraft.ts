import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RichText } from '#domain/post/richText.ts';
import { keptText } from './draftContent.ts';
import { type Draft, useDraft } from './useDraft.ts';

/** A draft of a text without marks. */
export interface PlainDraft extends Pick<Draft, 'ready' | 'photos' | 'setPhotos' | 'dirty' | 'clear'> {
  readonly text: string;
  setText(text: string): void;
}

/** The text of a draft that `keptText` has made. */
export function plainText(text: RichText): string {
  return text.map(({ children }) => children.map((leaf) => leaf.text).join('')).join('\n');
}

/**
 * A draft of plain text with its pictures, kept as any other (`useDraft`). What is typed before the stored one has been read
 * comes behind it.
 */
export function usePlainDraft(place: string): PlainDraft {
  const draft = useDraft(place);
  const { ready, text, setText: setKept, setAhead } = draft;
  const [ahead, setTyped] = useState('');
  const stored = useMemo(() => plainText(text), [text]);
  useEffect(() => {
    if (!ready || ahead === '') return;
    setKept(keptText(stored + ahead));
    setTyped('');
  }, [ready, ahead, stored, setKept]);
  const setText = useCallback(
    (next: string) => {
      if (ready) return setKept(keptText(next));
      setTyped(next);
      setAhead(next);
    },
    [ready, setKept, setAhead],
  );
  const { photos, setPhotos, dirty, clear } = draft;
  return { ready, text: ready ? stored + ahead : ahead, setText, photos, setPhotos, dirty, clear };
}
