import { useEffect, useLayoutEffect, useState } from 'react';
import { isBlank } from '#domain/post/plainText.ts';
import type { Draft } from '../../writing/face.ts';

/** A press of the keys that send, while the editor or the draft is on its way. */
export interface DueSend {
  /** It waits. */
  readonly isDue: boolean;
  /** The keys were pressed. */
  ask(): void;
}

/**
 * Keeps the keys that send: pressed before the editor has taken over what was typed ahead, they send it once it has.
 * Where a draft of an earlier time comes in between, nothing is sent: the person has not seen it yet. Nor is a text that was cut
 * as the editor took it over.
 *
 * @param isWhole the editor is drawn with the draft
 * @param isCut something of the text did not fit
 */
export function useDueSend(isWhole: boolean, draft: Draft, isCut: boolean, send: () => void): DueSend {
  const { text, photos, terms } = draft;
  const [due, setDue] = useState<Pick<Draft, 'photos' | 'terms'> | 'now' | null>(null);

  // The editor, a child, has taken over the words by now; they are drawn together with this state.
  useLayoutEffect(() => {
    if (!isWhole || due === null || due === 'now') return;
    setDue(isBlank(text) && photos === due.photos && terms === due.terms ? 'now' : null);
  }, [isWhole, text, photos, terms, due]);
  useEffect(() => {
    if (due !== 'now') return;
    setDue(null);
    if (!isCut) send();
  }, [due, isCut, send]);
  return { isDue: due !== null, ask: () => setDue({ photos, terms }) };
}
