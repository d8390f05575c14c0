import { pressOnArticle } from '../kit/navigation/articles.ts';
import { useShortcut } from '../kit/navigation/useShortcut.ts';

const save = () => pressOnArticle('s');

/** The key `s` saves the post in focus; draws nothing. */
export function SaveKey(): null {
  useShortcut('s', save);
  return null;
}
