import { tabStorage } from '../kit/storage/textStorage.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';

/** Shown when no page for the payment could be opened, and to those whose session or post is gone (BOOST-08). */
export const CHECKOUT_FAILED = 'Something Went Wrong. Please logout and try again.';

/** Refusals of a boost by which nobody is signed in any more, or the post is not known. */
const LOST: readonly string[] = ['SIGNED_OUT', 'ACTOR_MISMATCH', 'POST_UNKNOWN', 'POST_DELETED'];

/** Whether a boost was refused because nobody is signed in any more, or the post is not known (BOOST-08). */
export function isLost(error: unknown): boolean {
  return error instanceof RequestRefused && LOST.includes(error.refusal.code);
}

/** Of this tab: the ads whose pages of the provider it has gone to, by post. */
const KEY = 'quad-checkouts';

/** Leads to the page on which the newest ad of a post can be paid. @throws RequestRefused */
export async function goToCheckout(postId: string): Promise<void> {
  const { url, adId } = await request<{ readonly url: string; readonly adId: string }>('POST', '/api/checkouts', {
    postId,
  });
  try {
    tabStorage.setItem(KEY, JSON.stringify({ ...gone(), [postId]: adId }));
  } catch (error) {
    // Without storage the way back takes the newest ad of the post, which is this one in nearly all cases.
    console.warn('This browser keeps nothing.', error);
  }
  location.assign(url);
}

function gone(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(tabStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    // Somebody else has written there: nothing is known.
    return {};
  }
}

/**
 * The ad of a post for whose payment this tab was left; `null`: it was left for none. The provider says on its way back only
 * which post it was, and another tab may have begun another ad of it meanwhile.
 */
export function leftForPaymentOf(postId: string): string | null {
  const adId = gone()[postId];
  return typeof adId === 'string' ? adId : null;
}
