import { idSchema } from '#domain/kernel/ids.ts';
import type { Beginning } from './dialogs.ts';

/** Where the page of a new message on phones was opened. */
type Origin = 'home' | 'detail' | 'profile';

/** Address of the page that asks whom to share a post with, on phones; `goBack` names where it was opened (SHEL-08). */
export function newMessageAddress(origin: Origin, postId: string): string {
  return `/create/message?${new URLSearchParams({ goBack: origin, post: postId })}`;
}

/** The beginning that such an address asks for, and where its page leads when nothing is behind it. */
export function readNewMessage(query: URLSearchParams): { readonly beginning: Beginning; readonly back: string } {
  const post = idSchema.safeParse(query.get('post'));
  const beginning = post.success ? { postId: post.data } : {};
  switch (query.get('goBack')) {
    case 'home':
      return { beginning, back: '/home' };
    case 'profile':
      return { beginning, back: '/profile' };
    case 'detail':
      return { beginning, back: post.success ? `/post/${post.data}` : '/home' };
    default:
      return { beginning, back: '/messages' };
  }
}
