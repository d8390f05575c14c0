import { answerInTime, bytesOf } from './answerInTime.ts';
import { fetchFromSite } from './fetchFromSite.ts';

/**
 * Pictures that a network without the site behind it has spoilt: where it is away nothing is drawn, and a captive portal's page
 * may even be kept under a picture's address. They are asked for anew when the site is there again.
 */

/** Pictures that are remembered; those in sight are far fewer. */
const REMEMBERED_MAX = 200;
/** Milliseconds until one has to begin to come. */
const PICTURE_MS = [20_000] as const;

const spoilt = new Set<string>();
const followers = new Set<() => void>();

/** Remembers from now on which pictures of the page did not come. */
export function watchPictures(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && addressOf(target).startsWith(location.origin))
      noteSpoilt(addressOf(target));
  };
  document.addEventListener('error', note, { capture: true });
}

/** The address that the browser has chosen for a picture of several sizes. */
const addressOf = ({ currentSrc, src }: HTMLImageElement) => (currentSrc === '' ? src : currentSrc);

function noteSpoilt(address: string): void {
  if (spoilt.size < REMEMBERED_MAX) spoilt.add(address);
}

/** Calls back when pictures that had not come are there. @returns ends that */
export function followPicturesBack(listener: () => void): () => void {
  followers.add(listener);
  return () => void followers.delete(listener);
}

/** The site is there (again): what did not come is asked for past whatever the browser has kept. */
export async function bringPicturesBack(): Promise<void> {
  const addresses = [...spoilt];
  spoilt.clear();
  const back = await Promise.all(addresses.map(isBack));
  if (!back.includes(true)) return;
  for (const picture of document.images) {
    if (picture.naturalWidth > 0 || back[addresses.indexOf(addressOf(picture))] !== true) continue;
    const { src } = picture;
    picture.removeAttribute('src');
    picture.src = src;
  }
  for (const listener of followers) listener();
}

async function isBack(address: string): Promise<boolean> {
  try {
    const answer = await answerInTime(
      async (signal, heard) => {
        const picture = await fetchFromSite(address, { cache: 'reload', signal });
        // Taken whole: only then is it kept.
        await bytesOf(picture, heard);
        return picture;
      },
      { tries: PICTURE_MS },
    );
    const isPicture = /^image\//.test(answer.headers.get('content-type') ?? '');
    if (!isPicture && answer.ok) noteSpoilt(address);
    return isPicture;
  } catch {
    noteSpoilt(address);
    return false;
  }
}
