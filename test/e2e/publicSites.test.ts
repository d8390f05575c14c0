import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findCampus } from '#domain/campus/registry.ts';
import { type SmtpServer, startSmtpServer } from '../doubles/smtpServer.ts';
import { eventually } from './harness/eventually.ts';
import { button, dialog, field, link, named } from './harness/find.ts';
import { at, seen } from './harness/look.ts';
import { PASSWORD } from './harness/member.ts';
import { openPublicSites, PUBLIC_SITE, type PublicSites } from './harness/publicSites.ts';
import { setStage } from './harness/stage.ts';

const UT = findCampus('ut')?.url ?? '';
const OU = findCampus('ou')?.url ?? '';

let sites: PublicSites;
let mails: SmtpServer;

/** A server in production, behind what ends TLS under the names of the registry. */
const stage = setStage(
  async (server) => sites.leadTo(server.port),
  async () => {
    [sites, mails] = await Promise.all([openPublicSites(), startSmtpServer()]);
    return {
      ...{ QUAD_ENV: 'production', TRUSTED_PROXIES: '0', PUBLIC_URL: PUBLIC_SITE },
      ...{ SMTP_URL: mails.url, SMTP_TLS: 'optional' },
    };
  },
  () => sites.browserFlags,
);
afterAll(() => Promise.all([sites?.close(), mails?.close()]));

/** The code of the newest mail. */
function mailedCode(): Promise<string> {
  return eventually('a code is mailed', async () => {
    const subjects = mails.received.flatMap(
      (line) => /^Subject: (\d{4}) is your UT verification code$/.exec(line) ?? [],
    );
    return subjects.at(-1);
  });
}

/** Signs up on the campus's own address, confirms the address and joins. */
async function join(page: Page, email: string, name: string): Promise<void> {
  await page.goto(`${UT}/register`);
  await field(page, 'Email').fill(email);
  await field(page, 'Name').fill(name);
  await field(page, 'Password').fill(PASSWORD);
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
  await button(page, 'Create account').click();
  await at(page, '/verify');
  await field(page, 'Verification code').fill(await mailedCode());
  await at(page, '/settings/account/school_email');
  await button(page, 'Join with this email').click();
  await at(page, '/home');
}

const signedIn = (page: Page, name: string) => seen(button(page, new RegExp(`^Account menu: ${name}`)));

it(
  '[CAMP-16 in part] [P9] who logged in at PUBLIC_URL is signed in on the campuses’ addresses, each of which has cookies of its own; a visitor of PUBLIC_URL comes as a visitor',
  stage.scene(async ({ open }) => {
    // The test's own host is no site of production: a page there would be refused a socket.
    const unopened = { path: null };
    await join(await open(null, unopened), 'ula@utexas.edu', 'Ula Underwood');

    const page = await open(null, unopened);
    await page.goto(`${PUBLIC_SITE}/login?method=password`);
    await field(page, 'Email').fill('ula@utexas.edu');
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await page.waitForURL(`${PUBLIC_SITE}/home`);
    await signedIn(page, 'Ula');

    await page.goto(`${PUBLIC_SITE}/search_schools`);
    await button(page, /^University of Texas/).click();
    await button(dialog(page, 'University of Texas'), 'View Your Campus').click();
    await page.waitForURL(`${UT}/home`);
    await signedIn(page, 'Ula');
    expect(page.url()).not.toContain('#');
    // And from there on to another campus, whose site asks the campus's own, not PUBLIC_URL.
    await page.goto(`${UT}/search_schools`);
    await button(page, /^University of Oklahoma/).click();
    await button(dialog(page, 'University of Oklahoma'), 'Visit As Guest').click();
    await page.waitForURL(`${OU}/home`);
    await signedIn(page, 'Ula');
    const cookies = await page.context().cookies();
    const hosts = cookies.filter(({ name }) => name === '__Host-quad_refresh').map(({ domain }) => domain);
    expect(hosts.sort()).toEqual([OU, UT, PUBLIC_SITE].map((site) => new URL(site).host).sort());

    // A visitor of PUBLIC_URL comes as a visitor.
    const visitor = await open(null, unopened);
    await visitor.goto(`${UT}/hand-over#${new URLSearchParams({ from: 'ou', bare: 'yes', user: 'x', path: '/home' })}`);
    await visitor.waitForURL(`${UT}/home`);
    await seen(link(named(visitor, 'navigation', 'Main'), 'Log In'));
  }),
);
