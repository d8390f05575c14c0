/**
 * The browser's connections to the site, as far as a page can tell of them. One that died says nothing, and over HTTP/1.1 the
 * browser keeps up to six: the next request takes one that is just as dead. What comes over HTTP/2 shares one connection, which
 * a browser gives up by itself; a page can't. Chromium looks at it only when something new is asked 10 s after it was heard
 * last, and gives it up 10 s later: all that waits is then sent again.
 */

/** Connections that browsers keep to one host over HTTP/1.1. */
const KEPT_BY_BROWSERS = 6;
/** Milliseconds within which a living connection answers a look; without any answer all of them are given up. */
const LOOK_MS = 1_000;
/** Milliseconds between two looks as long as something waits and none is answered. */
const LOOK_AGAIN_MS = 3_000;
/** Milliseconds for which it is known that none answers: longer than a browser keeps a dead connection of HTTP/2. */
const DEAD_KNOWN_MS = 20_000;
/** An address that every process of a server answers at once. */
const LOOK_PATH = '/health/live';
/** Milliseconds of silence after which something under way is given up together with the connections that died. */
export const SILENT_MS = 2_000;

type Listener = () => void;

const doubters = new Set<Listener>();
const underWay = new Set<Listener>();
/** Of these, those that go on over another connection. */
const goingOn = new Set<Listener>();
let looking: Promise<boolean> | null = null;
let again: ReturnType<typeof setTimeout> | undefined;
let deadUntil = 0;

/** Has a listener called whenever something over HTTP has been without an answer or progress for a while. */
export function followSilence(listener: Listener): void {
  doubters.add(listener);
}

/** Something over HTTP has had no answer for a while. */
export function reportSilence(): void {
  for (const listener of doubters) listener();
}

/**
 * Has something that is under way called when the connections are known to be dead.
 *
 * @param goesOn whether it goes on over another connection, so that giving it up for nothing does no harm
 * @returns ends that
 */
export function whileUnderWay(giveUp: Listener, goesOn = true): () => void {
  underWay.add(giveUp);
  if (goesOn) goingOn.add(giveUp);
  return () => {
    underWay.delete(giveUp);
    goingOn.delete(giveUp);
  };
}

/** A connection seems to have died: of what has been silent for a while, all that can go on goes over another one. */
export function moveSilentOnes(): void {
  for (const giveUp of [...goingOn]) giveUp();
}

/** Another connection of this page was found dead: what has been silent goes over new ones, which are opened meanwhile. */
export function leaveConnections(): void {
  for (const giveUp of [...underWay]) giveUp();
  askForPicturesAgain();
  void leaveDeadOnes();
}

/**
 * Has the browser give up connections that carry nothing: as many looks as it keeps connections go over all of them, and
 * calling off those that have no answer closes theirs. Resolves when one answers, or none does: whatever is asked next gets a
 * living connection, or a new one; over HTTP/2 it may be the dead one still.
 *
 * @returns whether one answered
 */
export function leaveDeadOnes(): Promise<boolean> {
  looking ??= look().finally(() => {
    looking = null;
  });
  return looking;
}

/**
 * Whether no connection of the browser answered at the last look, a short while ago, and it goes on with the one that died:
 * another way comes first. Over HTTP/1.1 it has closed them, and opens others.
 */
export function areAllDead(): boolean {
  return performance.now() < deadUntil;
}

/** The other way is not there: the browser's own comes first again. */
export function leaveOtherWay(): void {
  deadUntil = 0;
}

async function look(): Promise<boolean> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), LOOK_MS);
  const init = { method: 'HEAD', cache: 'no-store', signal: over.signal } as const;
  const looks = Array.from({ length: KEPT_BY_BROWSERS }, () => fetch(LOOK_PATH, init));
  // That none answers is a result as well.
  const isAnswered = await Promise.any(looks).then(
    () => true,
    () => false,
  );
  clearTimeout(timer);
  over.abort();
  clearTimeout(again);
  deadUntil = isAnswered || isOneEach() ? 0 : performance.now() + DEAD_KNOWN_MS;
  // Something new has to be asked, or a browser would keep a dead connection of HTTP/2 for as long as something waits for it.
  if (!isAnswered) again = setTimeout(() => underWay.size > 0 && leaveDeadOnes(), LOOK_AGAIN_MS);
  return isAnswered;
}

/** Whether requests of this page have a connection each (HTTP/1.1), as far as the browser says it. */
function isOneEach(): boolean {
  const heard = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  return heard.some((entry) => {
    const { name, nextHopProtocol } = entry as PerformanceResourceTiming;
    return nextHopProtocol === 'http/1.1' && name.startsWith(`${globalThis.location?.origin}/`);
  });
}

/** Pictures that are on their way hold connections, too, and would for good. */
function askForPicturesAgain(): void {
  for (const picture of globalThis.document?.images ?? []) {
    const { src } = picture;
    if (picture.complete || src === '') continue;
    // Setting the same address would go on waiting for what is under way.
    picture.removeAttribute('src');
    picture.src = src;
  }
}
