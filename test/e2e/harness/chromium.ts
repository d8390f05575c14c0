import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

/**
 * Made for a cloud function: one process, so that closing a page ends the browser, and no same-origin policy.
 * Ours runs in several processes and is as strict as a person's.
 */
const NOT_OURS = /^--(single-process|no-zygote|disable-web-security|allow-running-insecure-content|headless)\b/;
const OURS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a real Chromium. */
export async function launchChromium(): Promise<Browser> {
  return driver.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((flag) => !NOT_OURS.test(flag)), ...OURS],
  });
}
