/** From where the set-up of the profile was opened, and where it leads back to (PROF-17, PROF-19, D23). */
export interface WizardOrigin {
  readonly path: string;
  /** Words on the last button. */
  readonly label: 'Continue Posting' | 'Back to Home' | 'Back to Profile' | 'Continue';
}

const POST_ID = /^comment-([0-9a-f-]{36})$/;
const CREATE = /^create(?:-(home|detail|profile))?$/;
/** First segment of one of our paths: nothing that could lead elsewhere. */
const SEGMENT = /^[a-z0-9_-]{1,50}$/;

/** Reads the query parameter `goBack`. */
export function wizardOrigin(goBack: string | null): WizardOrigin {
  const origin = goBack ?? 'home';
  const create = CREATE.exec(origin);
  if (create !== null) {
    return { path: `/create/post?goBack=${create[1] ?? 'home'}`, label: 'Continue Posting' };
  }
  const comment = POST_ID.exec(origin);
  if (comment !== null) return { path: `/create/comment/${comment[1]}`, label: 'Continue' };
  if (goBack === 'home') return { path: '/home', label: 'Back to Home' };
  if (goBack === 'profile') return { path: '/profile', label: 'Back to Profile' };
  return { path: SEGMENT.test(origin) ? `/${origin}` : '/home', label: 'Continue' };
}

/** Query of the set-up page that leads back to the composer: to the one of the present address, or to one over its page. */
export function setUpOrigin({ pathname, search }: { readonly pathname: string; readonly search: string }): string {
  const origin = `create-${new URLSearchParams(search).get('goBack')}`;
  return pathname === '/create/post' && CREATE.test(origin) ? origin : `create-${createOrigin(pathname)}`;
}

/** The page that the composer's `goBack` leads to (POST-01). */
export function createOrigin(pathname: string): 'home' | 'detail' | 'profile' {
  if (pathname.startsWith('/post/')) return 'detail';
  return pathname === '/profile' ? 'profile' : 'home';
}
