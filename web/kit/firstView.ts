/**
 * The first view of a visit: the part on screen before the person acts. Work that it does not need waits for it,
 * because on a phone's network and processor it would delay it.
 */

/** Milliseconds that a page whose code does not come delays later work. */
const CODE_MAX_MS = 8_000;
/** Milliseconds that pictures in the first view may take before other loads start. */
const PICTURES_MAX_MS = 1_500;
/** Milliseconds that a view without its content (a slow or silent server) delays later work. */
const CONTENT_MAX_MS = 8_000;

const holders = new Set<object>();
let released: () => void = () => undefined;
const drawn = Promise.withResolvers<void>();

/** Reports that the page of the first view is drawn, with its content or with skeletons. Repeating it changes nothing. */
export function firstViewStands(): void {
  drawn.resolve();
}

/** Says that the client runs: from now on the code of the page may take `CODE_MAX_MS`. */
export function awaitFirstView(): void {
  setTimeout(firstViewStands, CODE_MAX_MS);
}

/** Says that content of the first view is still on its way, until the answer is called. */
export function awaitContent(): () => void {
  const holder = {};
  holders.add(holder);
  return () => {
    holders.delete(holder);
    if (holders.size === 0) released();
  };
}

/** Resolves when the first view is painted, with the pictures that belong to it. */
export const firstPaint: Promise<void> = drawn.promise.then(() =>
  atMost(PICTURES_MAX_MS, nextFrame().then(picturesInSight)),
);

/** Resolves when the first view is painted with its content. */
export const firstContent: Promise<void> = firstPaint.then(async () => {
  if (holders.size === 0) return;
  const content = new Promise<void>((resolve) => {
    released = resolve;
  });
  await atMost(CONTENT_MAX_MS, content.then(nextFrame).then(picturesInSight));
});

/** After the frame that is being made; a tab in the background makes none. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Pictures below the first screen are lazy. */
async function picturesInSight(): Promise<void> {
  const missing = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete);
  await Promise.all(
    missing.map(
      (picture) =>
        new Promise<void>((resolve) => {
          picture.addEventListener('load', () => resolve(), { once: true });
          picture.addEventListener('error', () => resolve(), { once: true });
        }),
    ),
  );
}

function atMost(milliseconds: number, wanted: Promise<void>): Promise<void> {
  return Promise.race([wanted, new Promise<void>((resolve) => setTimeout(resolve, milliseconds))]);
}
