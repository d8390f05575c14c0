import { ArrowUp } from 'lucide-react';
import { NewsPill } from '../../kit/NewsPill.tsx';
import { pillText } from './frozenFeed.ts';

/** Frames until the first card is drawn at the top. */
const DRAWN_WITHIN_FRAMES = 30;

/** Moves the focus to the newest post, where the page has scrolled. */
function focusFirstCard(frames = DRAWN_WITHIN_FRAMES): void {
  const first = document.querySelector<HTMLElement>('#main [role="feed"] [aria-posinset="1"]');
  if (first !== null) first.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusFirstCard(frames - 1));
}

/** "3 new posts": posts that wait above the reader, shown on demand (D22). */
export default function NewPostsPill({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const show = () => {
    onShow();
    requestAnimationFrame(() => focusFirstCard());
  };
  return <NewsPill icon={ArrowUp} text={count > 0 ? pillText(count) : null} onShow={show} />;
}
