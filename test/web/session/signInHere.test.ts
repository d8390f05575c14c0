import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { askToSignIn } from '#web/session/signInHere.ts';
import { noAnswer, RequestRefused, type request } from '#web/sync/transport/http.ts';

const ADA = '5e8e1d2a-6f3c-4b6e-9a0d-0c7b1f2a3d4e';
const FORM = { email: 'ada@ou.edu', password: 'engine-1843' };

let sut: typeof askToSignIn;
let memory: typeof import('#web/session/chainMemory.ts');

/** A page of OU, on this machine. */
beforeAll(async () => {
  Object.assign(globalThis, {
    location: {
      host: 'ou.localhost:3000',
      hostname: 'ou.localhost',
      port: '3000',
      protocol: 'http:',
      pathname: '/post/1',
    },
  });
  ({ askToSignIn: sut } = await import('#web/session/signInHere.ts'));
  memory = await import('#web/session/chainMemory.ts');
});

beforeEach(() => {
  memory.forgetReturn();
  memory.schoolWasAsked();
});

/** A server that answers by `answer`, and the session as it then is. */
function rig(answer: () => Promise<unknown>, signedIn: string | null = null) {
  const asked: [path: string, body: unknown][] = [];
  let loads = 0;
  let userId: string | null = null;
  const ask = ((_method, path, body) => {
    asked.push([path, body]);
    return answer();
  }) as typeof request;
  const load = async () => {
    // The guard may lead on at once: it has to know that the school is due.
    expect(memory.schoolIsDue()).toBe(true);
    loads += 1;
    userId = signedIn;
  };
  const session = {
    getState: () => ({ load, userId, status: userId === null ? ('visitor' as const) : ('user' as const) }),
  };
  return { asked, loads: () => loads, options: { ask, session } };
}

describe('a request to sign in', () => {
  it('asks for the topics of the home page for those who go on there alone', async () => {
    const { asked, options } = rig(async () => ({ user: { id: ADA } }));
    await sut('/api/session', FORM, options);
    await sut('/api/session', FORM, { ...options, staysHere: true });
    location.pathname = '/home';
    await sut('/api/session', FORM, { ...options, staysHere: true });
    memory.rememberReturn('/saved');
    await sut('/api/session', FORM, options);
    memory.rememberReturn('/home');
    await sut('/api/session', FORM, options);
    const [home, other] = ['/api/session?next=%2Fhome', '/api/session'];
    expect(asked.map(([path]) => path)).toEqual([home, other, home, other, home]);
    // A server of the release before takes the form alone, and refuses any more.
    for (const [, body] of asked) expect(body).toEqual(FORM);
  });

  it('has succeeded where the answer was lost after its cookies', async () => {
    const lost = rig(() => Promise.reject(noAnswer()), ADA);
    expect(await sut('/api/session', FORM, lost.options)).toEqual({ user: { id: ADA } });
    expect([lost.asked.length, lost.loads()]).toEqual([1, 1]);
  });

  it('has failed as soon as it is without an answer where the network was silent for long already', async () => {
    jest.useFakeTimers();
    try {
      const silent = rig(() => new Promise((_resolve, reject) => setTimeout(() => reject(noAnswer()), 30_000)));
      const session = {
        getState: () => ({ ...silent.options.session.getState(), load: () => new Promise<void>(() => undefined) }),
      };
      const failed = jest.fn();
      void sut('/api/session', FORM, { ...silent.options, session }).catch(failed);
      await jest.advanceTimersByTimeAsync(29_999);
      expect(failed).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(failed).toHaveBeenCalled();
    } finally {
      jest.useRealTimers();
    }
  });

  it('asks for the session once more where that had an answer while the log-in was under way, and for none beside a quick one', async () => {
    jest.useFakeTimers();
    try {
      const slow = rig(() => new Promise((_resolve, reject) => setTimeout(() => reject(noAnswer()), 30_000)));
      let loads = 0;
      const load = async () => {
        loads += 1;
      };
      // The cookies come after the first of them.
      const getState = () =>
        loads < 2
          ? ({ load, userId: null, status: 'visitor' } as const)
          : ({ load, userId: ADA, status: 'user' } as const);
      const answer = sut('/api/session', FORM, { ...slow.options, session: { getState } });
      await jest.advanceTimersByTimeAsync(30_000);
      expect([await answer, loads]).toEqual([{ user: { id: ADA } }, 2]);
      const quick = rig(async () => ({ user: { id: ADA } }));
      await sut('/api/session', FORM, quick.options);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(quick.loads()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('has failed where nobody is signed in, or the server has refused', async () => {
    const unanswered = noAnswer();
    const unheard = rig(() => Promise.reject(unanswered));
    await expect(sut('/api/session', FORM, unheard.options)).rejects.toBe(unanswered);
    const wrong = new RequestRefused({ code: 'LOGIN_WRONG', text: 'Wrong password!', data: {}, retry: false }, 401);
    const refused = rig(() => Promise.reject(wrong), ADA);
    await expect(sut('/api/session', FORM, refused.options)).rejects.toBe(wrong);
    expect([unheard.loads(), refused.loads()]).toEqual([1, 0]);
  });
});
