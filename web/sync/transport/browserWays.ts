import { OWN_MARK } from '#domain/kernel/addresses.ts';
import { ASKING_PATH } from '#projections/sync/asking.ts';
import { fetchFromSite } from '../../kit/http/fetchFromSite.ts';
import { AskingTransport } from './asking.ts';
import { browserClock } from './clock.ts';
import { noAnswer, parseJson, refusedFrom, request } from './http.ts';
import { createSocketTransport, type SocketEvents } from './socket.ts';
import type { Transport } from './transport.ts';
import { TwoWays } from './twoWays.ts';

/** An address that every process of a server answers at once. */
const LOOK_PATH = '/health/live';

/** The ways of this browser to the hub: they come with one file, so that the second is there when the first is not. */
export function createBrowserWays(events: SocketEvents): Transport {
  const shared = { clock: browserClock, random: Math.random };
  const asking = new AskingTransport({
    ...shared,
    ask,
    give: (envelope, signal) => request('POST', '/api/commands', envelope, { signal }),
    look: (signal) => answerOfOurs(LOOK_PATH, { method: 'HEAD', signal }),
    isSeen: () => document.visibilityState === 'visible',
    followSeen: (seen) =>
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && seen()),
    closedByHub: events.closedByHub,
  });
  return new TwoWays({ ...shared, socket: createSocketTransport(events), asking });
}

/** Not `request`: a question may be held, so its silence says nothing. */
async function ask(asking: object, signal: AbortSignal): Promise<unknown> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await answerOfOurs(ASKING_PATH, { method: 'POST', headers, body: JSON.stringify(asking), signal });
  const json = parseJson(await answer.text());
  if (!answer.ok) throw refusedFrom(json, answer.status);
  return json;
}

/** @throws RequestRefused the answer is somebody else's, or none came */
async function answerOfOurs(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetchFromSite(path, { ...init, credentials: 'same-origin', cache: 'no-store' }).catch(
    (error: unknown) => Promise.reject(noAnswer(error)),
  );
  if (!answer.headers.has(OWN_MARK)) throw noAnswer(new Error(`${path}: an answer of somebody else`));
  return answer;
}
