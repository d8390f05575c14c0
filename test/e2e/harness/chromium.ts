import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

/**
 * Made for a cloud function: one process, so that closing a page ends the browser, and no same-origin policy.
 * Ours runs in several processes and is as strict as a person's.
 */
const NOT_OURS = /^--(single-process|no-zygote|disable-web-security|allow-running-insecure-content|headless)\b/;
/** Characters of a failed start's error that are printed. */
const ERROR_SHOWN = 500;
const OURS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts of a browser: now and then its process ends with a signal of its own before it opens a page. */
const STARTS = 3;

/**
 * Starts a real Chromium; a start that fails is reported and repeated, since nothing of ours runs in it yet.
 *
 * @param further flags of this one
 */
export async function launchChromium(further: readonly string[] = []): Promise<Browser> {
  const args = [...chromium.args.filter((flag) => !NOT_OURS.test(flag)), ...OURS, ...further];
  const executablePath = await chromium.executablePath();
  for (let start = 1; ; start += 1) {
    try {
      return await driver.launch({ executablePath, args });
    } catch (error) {
      if (start === STARTS) throw error;
      process.stderr.write(`Chromium did not start (${start} of ${STARTS}): ${String(error).slice(0, ERROR_SHOWN)}\n`);
    }
  }
}
