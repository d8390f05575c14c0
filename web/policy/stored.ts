/** Something that the site keeps in a browser. */
interface Kept {
  readonly name: string;
  readonly use: string;
}

/** The cookies, without the prefix that they have over HTTPS (`server/identity/cookies.ts`). */
export const COOKIES: readonly Kept[] = [
  { name: 'quad_access', use: 'says for 10 minutes that you are logged in.' },
  { name: 'quad_refresh', use: 'keeps you logged in until you log out, or for 30 days without a visit.' },
  { name: 'quad_google', use: 'while you log in with Google: that it was this browser that asked.' },
  { name: 'quad_passkey_sign_in', use: 'for 5 minutes, while you log in with a passkey: what your device is to sign.' },
  { name: 'quad_passkey_new', use: 'for 5 minutes, while you add a passkey: what your device is to sign.' },
  { name: 'quad_fresh', use: 'says for 10 minutes that you have just logged in, for what only you may do.' },
  { name: 'quad_tz', use: 'your time zone, because the site is for one country.' },
];

/** Where the browser keeps something. */
const DEVICE = 'Storage of this device,';
const TAB = 'Storage of the tab, until you close it,';
const DATABASE = 'Database of this device,';

/**
 * Everything that is kept beside the cookies, by its key; a key that ends in a colon or a hyphen is the beginning of
 * several. `test/web/policy/privacy.test.ts` and the browser tests hold the list to the code (Q74).
 */
export const STORED: readonly (Kept & { readonly where: string })[] = [
  { where: DEVICE, name: 'quad.user', use: 'the id of your account, so that unsent actions find their way offline.' },
  { where: DEVICE, name: 'quad-theme', use: 'whether you chose the light or the dark look.' },
  { where: DEVICE, name: 'images_not_deleted', use: 'which notice about your pictures you have seen.' },
  { where: DEVICE, name: 'quad-link', use: 'the address to which you had a link for logging in mailed.' },
  { where: DEVICE, name: 'redirect_to', use: 'the campus that you chose on the site of all campuses.' },
  { where: DATABASE, name: 'quad.outbox', use: 'your posts, comments and changes that are not sent yet.' },
  { where: DATABASE, name: 'quad-drafts', use: 'your drafts and their pictures.' },
  { where: TAB, name: 'quad-draft:', use: 'the last words of a draft, until they are in the database.' },
  { where: TAB, name: 'quad-draft-of-tab:', use: 'which draft this tab is writing.' },
  { where: TAB, name: 'quad-places', use: 'where you were in a list, for the way back.' },
  { where: TAB, name: 'quad-scroll', use: 'where a page was scrolled to, for the way back.' },
  { where: TAB, name: 'quad-visits', use: 'the pages that Back leads to; forgotten after 24 hours.' },
  { where: TAB, name: 'quad-return', use: 'the page to return to after logging in.' },
  { where: TAB, name: 'quad-ask-school', use: 'that your school email is to be asked for once.' },
  { where: TAB, name: 'quad-hand-over', use: 'that this tab waits to be logged in from the site of another campus.' },
  { where: TAB, name: 'quad.reloadedAt', use: 'when the page was renewed for a new version.' },
  {
    where: TAB,
    name: 'quad-remind-profile',
    use: 'that you are to be reminded of your profile when you come back from it.',
  },
  { where: TAB, name: 'comment_success', use: 'a notice for the next page: that your reply was sent.' },
  { where: TAB, name: 'trigger_alert', use: 'a notice for the next page: that your post was sent.' },
  { where: TAB, name: 'update_success', use: 'a notice for the next page: that your change was saved.' },
];
