import type RichEditor from './RichEditor.tsx';

let loaded: typeof RichEditor | null = null;

/** The text editor in it, by far the largest part. */
export async function loadRichEditor() {
  const code = await import('./RichEditor.tsx');
  loaded = code.default;
  return code;
}

/** The text editor when its code is here. */
export const richEditor = () => loaded;
