import { writeFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from '#test/e2e/harness/chromium.ts';
import type { QuadServer } from '#test/e2e/harness/runningServer.ts';
import { exchange } from '#test/e2e/harness/wire.ts';
import { DEMO_PASSWORD } from '../demo/people.ts';

/** Bytes of a picture at most: a README has to open quickly. */
const PICTURE_MAX_BYTES = 300 * 1024;
/** Qualities of WebP, tried in turn until a picture is small enough. */
const QUALITIES = [86, 78, 70, 60];
/** Milliseconds that a page may take to show what it waits for. */
const PATIENCE_MS = 20_000;

/** One picture to take. */
export interface Picture {
  /** Of the file, without its ending. */
  readonly name: string;
  /** E-mail of the person at the browser; `null`: a visitor. */
  readonly who: string | null;
  readonly path: string;
  readonly screen: { readonly width: number; readonly height: number };
  readonly dark?: boolean;
  /** Pixels of the picture for one of the page. */
  readonly scale?: number;
  /** Default: the default campus. */
  readonly campus?: string;
  /** Steps before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface Camera {
  /** Takes the picture into a file; answers its bytes. */
  take(picture: Picture, file: string): Promise<number>;
  close(): Promise<void>;
}

/** A real browser in front of the server. Each pictured person signs in once. */
export async function openCamera(server: QuadServer): Promise<Camera> {
  const browser = await launchChromium();
  const cookiesOf = new Map<string, readonly { name: string; value: string }[]>();

  async function signIn(context: BrowserContext, email: string, url: string): Promise<void> {
    const known = cookiesOf.get(email) ?? (await logIn(server, email));
    cookiesOf.set(email, known);
    await context.addCookies(known.map((cookie) => ({ ...cookie, url })));
  }

  return {
    async take({ who, path, screen, dark = false, scale = 1, campus, prepare }, file) {
      const url = server.origin(campus);
      const context = await browser.newContext({
        viewport: screen,
        deviceScaleFactor: scale,
        colorScheme: dark ? 'dark' : 'light',
        locale: 'en-US',
        timezoneId: 'America/Chicago',
      });
      context.setDefaultTimeout(PATIENCE_MS);
      try {
        if (who !== null) await signIn(context, who, url);
        const page = await context.newPage();
        await page.goto(url + path);
        await prepare?.(page);
        await settle(page);
        const image = await compress(await page.screenshot());
        writeFileSync(file, image);
        return image.length;
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

async function logIn(server: QuadServer, email: string) {
  const { port } = server;
  const body = JSON.stringify({ email, password: DEMO_PASSWORD });
  const answer = await exchange({ method: 'POST', port, host: server.host(), path: '/api/session', body });
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.text}`);
  return (answer.headers['set-cookie'] ?? []).map((line) => {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
    return { name, value };
  });
}

/** Waits until nothing moves or loads any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#main, main, [role="dialog"]') !== null);
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      })
      .every((image) => image.complete && image.naturalWidth > 0),
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

async function compress(png: Buffer): Promise<Buffer> {
  let image = png;
  for (const quality of QUALITIES) {
    image = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (image.length <= PICTURE_MAX_BYTES) break;
  }
  return image;
}
