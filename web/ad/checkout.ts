import { request } from '../sync/transport/http.ts';

/** Shown when no page for the payment could be opened (BOOST-08). */
export const CHECKOUT_FAILED = 'Something Went Wrong. Please logout and try again.';

/** Leads to the page on which the newest ad of a post can be paid. @throws RequestRefused */
export async function goToCheckout(postId: string): Promise<void> {
  const { url } = await request<{ readonly url: string }>('POST', '/api/checkouts', { postId });
  location.assign(url);
}
