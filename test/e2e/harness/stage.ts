import { afterAll, beforeAll, expect, jest } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { saveArtefacts } from './artefacts.ts';
import { TRUST_OURS } from './certificate.ts';
import { launchChromium } from './chromium.ts';
import { createConsoleWatch } from './consoleWatch.ts';
import { PATIENCE_MS } from './eventually.ts';
import { noteAlerts } from './look.ts';
import type { Member } from './member.ts';
import { layNetwork, type Network } from './network.ts';
import { startQuad } from './quadServer.ts';
import { pressAtRest } from './rest.ts';
import type { QuadServer } from './runningServer.ts';
import { CPU_SLOWDOWN, SLOWNESS } from './slowness.ts';

/** Milliseconds that one scene may take on a busy machine. */
const SCENE_MAX_MS = 300_000 * SLOWNESS;
/** Milliseconds that starting server and browser may take. */
const SET_UP_MAX_MS = 180_000 * SLOWNESS;
/** Files whose loading a page lists. */
const LISTED_FILES_MAX = 1_000;

/** Sizes of the screens that the interface is made for, in CSS pixels. */
export const PHONE = { width: 375, height: 740 };
export const TABLET = { width: 800, height: 900 };
export const SMALL_DESKTOP = { width: 1100, height: 900 };
export const DESKTOP = { width: 1440, height: 900 };

/** Complaints about a network or server that a scene has taken away. */
export const NETWORK_GONE = /net::ERR_|WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED/;
/** Complaints about requests that the server refuses, as the scene wants it to. */
export const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** How a browser is opened. */
export interface Opening {
  /** Path on the campus's host; default the feed. `null`: no page yet. */
  readonly path?: string | null;
  /** Default: the member's own, else the default campus. */
  readonly campus?: string;
  readonly screen?: { readonly width: number; readonly height: number };
  readonly dark?: boolean;
  /**
   * Whether the browser may keep the site (`web/worker/worker.ts`); default no: a scene's own hand on requests ends at the worker.
   */
  readonly keepsSite?: boolean;
  /** Whether the browser runs scripts; default yes. */
  readonly runsScripts?: boolean;
  /** A way of its own to the server; default the direct one. */
  readonly network?: Network;
}

/** Tools of a scene. */
export interface Scene {
  readonly server: QuadServer;
  /** Opens a separate browser for a member (`null`: a visitor) and loads a page. */
  open(who: Member | null, opening?: Opening): Promise<Page>;
  /** See `ConsoleWatch`. */
  expectErrors(pattern: RegExp): void;
}

/** One server and one browser for the scenes of a test file. */
export interface Stage {
  /** There once the file's tests run. */
  readonly server: QuadServer;
  /** Lays a way of its own to the server, which ends with the scene; `isSecure`: over TLS and HTTP/2, as in production. */
  lay(how?: { readonly isSecure?: boolean }): Promise<Network>;
  /**
   * The body of a test. It fails on any complaint in a browser's console that it did not expect; on failure
   * pictures of all pages and the server's log are kept in `test/.artifacts/`.
   */
  scene(act: (scene: Scene) => Promise<void>): () => Promise<void>;
}

/**
 * Sets up a test file; `prepare` creates the preconditions of all its scenes, `configure` gives the server more
 * configuration, and `browserFlags` the browser, once that is known.
 */
export function setStage(
  prepare: (server: QuadServer) => Promise<void> = async () => undefined,
  configure: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
  browserFlags: () => readonly string[] = () => [],
): Stage {
  let server: QuadServer | undefined;
  let browser: Browser | undefined;
  const networks: Network[] = [];
  jest.setTimeout(SCENE_MAX_MS);

  beforeAll(async () => {
    const variables = await configure();
    [server, browser] = await Promise.all([
      startQuad(undefined, undefined, variables),
      launchChromium([...browserFlags(), TRUST_OURS]),
    ]);
    await prepare(server);
  }, SET_UP_MAX_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
  }, SET_UP_MAX_MS);

  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('The stage is set when the tests run, not before.');
    return thing;
  };

  return {
    get server() {
      return there(server);
    },
    async lay(how) {
      const network = await layNetwork(there(server), how);
      networks.push(network);
      return network;
    },
    scene: (act) => async () => {
      const watch = createConsoleWatch();
      const contexts: BrowserContext[] = [];
      const scene: Scene = {
        server: there(server),
        expectErrors: watch.expect,
        async open(who, opening = {}) {
          const campus = opening.campus ?? who?.campus;
          const context = await there(browser).newContext({
            viewport: opening.screen ?? DESKTOP,
            colorScheme: opening.dark === true ? 'dark' : 'light',
            locale: 'en-US',
            timezoneId: 'America/Chicago',
            javaScriptEnabled: opening.runsScripts !== false,
            serviceWorkers: opening.keepsSite === true ? 'allow' : 'block',
            // Of a secure way: nobody has signed its certificate.
            ignoreHTTPSErrors: opening.network?.isSecure === true,
          });
          contexts.push(context);
          await noteAlerts(context);
          watch.watch(context, who?.name ?? 'visitor');
          context.setDefaultTimeout(PATIENCE_MS);
          const url = (opening.network ?? there(server)).origin(campus);
          await context.addCookies([...(who?.cookies ?? [])].map(([name, value]) => ({ name, value, url })));
          // By itself a browser lists 250 files, and the site has more: a scene could not see that the last were fetched.
          await context.addInitScript((most) => performance.setResourceTimingBufferSize(most), LISTED_FILES_MAX);
          const page = await context.newPage();
          pressAtRest(page);
          await slowDown(page);
          context.on('page', (another) => void slowDown(another));
          if (opening.path !== null) await page.goto(url + (opening.path ?? '/home'));
          return page;
        },
      };
      try {
        // The scene before may have ended while it was killed.
        await scene.server.start();
        await act(scene);
        expect(watch.unexpected()).toEqual([]);
      } catch (error) {
        await saveArtefacts(contexts, there(server), watch.unexpected());
        throw error;
      } finally {
        await Promise.all(contexts.map((context) => context.close()));
        for (const network of networks.splice(0)) await network.close();
      }
    },
  };
}

/**
 * Gives a page a slower processor, so that what happens at once on this machine happens in turn, as on an old phone. A
 * window that closes by itself may be gone before.
 */
async function slowDown(page: Page): Promise<void> {
  if (CPU_SLOWDOWN === 1) return;
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  } catch (error) {
    if (!/has been closed/.test(String(error))) throw error;
  }
}
