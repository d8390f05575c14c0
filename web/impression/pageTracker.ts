import { v7 as uuidv7 } from 'uuid';
import { onCopied } from '../kit/copyText.ts';
import { request } from '../sync/transport/http.ts';
import { createTracker, type Tracker } from './tracker.ts';

const PATH = '/api/trackPostAnalytics';

/** The sponsored post in which something was pressed last, outside of dialogs: what a dialog does belongs to it. */
let pressedIn: string | null = null;

function make(): Tracker {
  const tracker = createTracker({
    session: uuidv7(),
    send: (body) => request('POST', PATH, body, { keepalive: true }),
    sendLeaving: (body) => navigator.sendBeacon(PATH, new Blob([JSON.stringify(body)], { type: 'application/json' })),
    after: (ms, then) => void setTimeout(then, ms),
  });
  // A phone may end a page in the background without a word.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && tracker.leave());
  window.addEventListener('pagehide', () => tracker.leave());
  const followPress = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('[role="dialog"]') !== null) return;
    pressedIn = target.closest<HTMLElement>('[data-sponsored]')?.dataset.sponsored ?? null;
  };
  document.addEventListener('click', followPress, true);
  onCopied((text) => {
    const isItsLink = URL.canParse(text) && new URL(text).pathname === `/post/${pressedIn}`;
    if (pressedIn !== null && isItsLink) tracker.note(pressedIn, 'copied_link');
  });
  return tracker;
}

let made: Tracker | undefined;

/** The tracker of this page session: begun with the first sponsored post. */
export function pageTracker(): Tracker {
  made ??= make();
  return made;
}
