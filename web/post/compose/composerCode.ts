import { sessionStore } from '../../session/session.ts';
import { loadRichEditor } from './editorCode.ts';

/** The composer's window. */
export const loadCreatePost = () => import('./CreatePost.tsx');

function fetchComposer(): void {
  // Visitors are asked to sign in first.
  if (sessionStore.getState().status !== 'user') return;
  // A failed load is retried when the component is drawn.
  Promise.all([loadCreatePost(), loadRichEditor()]).catch((error: unknown) =>
    console.warn('The composer could not be fetched ahead.', error),
  );
}

/** For a button that opens the composer: starts the load of its code when the pointer is near or pressed. */
export const fetchesComposer = { onPointerEnter: fetchComposer, onPointerDown: fetchComposer, onFocus: fetchComposer };
