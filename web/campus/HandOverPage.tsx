import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { ErrorState } from '../kit/State.tsx';
import { tabStorage } from '../kit/storage/textStorage.ts';
import { useSession } from '../session/session.ts';
import { safeReturnPath } from '../session/signInChain.ts';
import { campusAddress, isBare, site } from '../session/site.ts';
import { handOverAddress, handOverSource } from '../session/visitCampus.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';

/** This tab's memory of the code that it waits for. */
const STATE_KEY = 'quad-hand-over';
/** Random bytes of a state. */
const STATE_BYTES = 16;

/**
 * `/hand-over`: brings a signed-in person to this host, in three steps that each follow from the fragment. This host
 * draws a state (`from`), the host of the session asks for a code that is bound to it (`to`), and this host uses the
 * code (`code`). A link of a stranger only begins the same way: a code for another state, which would sign in here
 * as the stranger, is not taken.
 */
export default function HandOverPage() {
  const navigate = useNavigate();
  const { status, userId, signedIn } = useSession();
  const taken = useRef<Fragment | null>(null);
  const [failed, setFailed] = useState(false);

  const act = useCallback(
    async (words: Fragment) => {
      const path = pathOf(words);
      const [from, to] = [findCampus(words.from ?? ''), findCampus(words.to ?? '')];
      const isFromBare = words.bare !== undefined && !isBare;
      if (from !== undefined && (from.id !== site.id || isFromBare) && words.user !== userId) {
        const state = drawState();
        tabStorage.setItem(STATE_KEY, state);
        return location.replace(handOverSource(from, isFromBare, { to: site.id, state, path }));
      }
      if (to !== undefined && to.id !== site.id) {
        if (userId === null) return location.replace(campusAddress(to) + path);
        const { code } = await request<{ code: string }>('POST', '/api/hand-over', {
          campus: to.id,
          state: words.state ?? '',
        });
        return location.replace(handOverAddress(to, { code, path }));
      }
      const state = tabStorage.getItem(STATE_KEY);
      tabStorage.removeItem(STATE_KEY);
      if (words.code !== undefined && state !== null) signedIn(await takeCode(words.code, state));
      return void navigate(path, { replace: true });
    },
    [userId, signedIn, navigate],
  );

  const run = useCallback(() => {
    // Taken by the effect: a first render may be thrown away, and the fragment would be gone with it.
    taken.current ??= takeFragment();
    const words = taken.current;
    setFailed(false);
    act(words).catch((error: unknown) => {
      if (words.code === undefined || !(error instanceof RequestRefused)) return setFailed(true);
      // The code can not be used again: the person is a visitor here, and may log in.
      showAlert('danger', error.message);
      navigate(pathOf(words), { replace: true });
    });
  }, [act, navigate]);

  useEffect(() => {
    if (status !== 'loading' && taken.current === null) run();
  }, [status, run]);

  return failed ? <ErrorState onRetry={run} /> : <Spinner page />;
}

/** The words of a step. */
type Fragment = Readonly<Record<string, string | undefined>>;

/** Where the visit begins. */
function pathOf(words: Fragment): string {
  return safeReturnPath(words.path ?? null) ?? '/home';
}

/** Signs this browser in, and answers the user. */
async function takeCode(code: string, state: string): Promise<string> {
  const { user } = await request<{ user: { id: string } }>('POST', '/api/hand-over/use', { code, state });
  return user.id;
}

/** The words of the fragment, which is taken out of the address: a code does not stay in the history (P9). */
function takeFragment(): Fragment {
  const words = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  history.replaceState(history.state, '', location.pathname);
  return words;
}

function drawState(): string {
  return [...crypto.getRandomValues(new Uint8Array(STATE_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
