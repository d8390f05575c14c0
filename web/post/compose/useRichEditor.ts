import { useLayoutEffect, useState } from 'react';
import { fetchSoon } from '../../kit/lazySoon.ts';
import { persistently } from '../../kit/persistently.ts';
import { loadRichEditor, richEditor } from './editorCode.ts';
import type RichEditor from './RichEditor.tsx';

fetchSoon(loadRichEditor);

/**
 * The editor, or `null` while its code is on its way. Not React's `lazy`: the field that takes the keys meanwhile has
 * to stay the same one.
 */
export function useRichEditor(): typeof RichEditor | null {
  const [editor, setEditor] = useState(() => richEditor());
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);

  useLayoutEffect(() => {
    if (editor !== null) return;
    let current = true;
    persistently(loadRichEditor).then(
      (code) => current && setEditor(() => code.default),
      (error: unknown) => current && setFailure({ error }),
    );
    return () => {
      current = false;
    };
  }, [editor]);
  if (failure !== null) throw failure.error;
  return editor;
}
