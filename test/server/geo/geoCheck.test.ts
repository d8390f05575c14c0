import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttpGeoLookup } from '#server/engines/geo/httpLookup.ts';
import { GEO_ANSWER_MAX_BYTES } from '#server/engines/geo/limits.ts';
import {
  createGeoCheck,
  GEO_KEPT_MS,
  GEO_LOOKUPS_AT_ONCE,
  GEO_NETWORKS_KEPT,
  GEO_REST_MS,
  GEO_UNKNOWN_KEPT_MS,
} from '#server/geo/geoCheck.ts';
import { publicNetwork } from '#server/geo/network.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { GeoLookup } from '#server/ports/geoLookup.ts';
import { type LookupServer, lookupServer, placed } from './lookupServer.ts';

const WINTER = new Date('2026-01-15T12:00:00.000Z');
const SUMMER = new Date('2026-07-15T12:00:00.000Z');
/** Milliseconds for answers that come, and for those that do not. */
const PATIENT_MS = 10_000;
const IMPATIENT_MS = 150;
const HOME = 'America/Chicago';
const ADDRESS = '8.8.8.8';

let service: LookupServer;
let now: Date;
let uptime: number;
let warnings: unknown[];
beforeEach(async () => {
  service = await lookupServer();
  now = WINTER;
  uptime = 0;
  warnings = [];
});
afterEach(() => service.close());

function check(lookup: GeoLookup = createHttpGeoLookup(service.url, PATIENT_MS)) {
  const logger = { ...silentLogger, warn: (...words: unknown[]) => void warnings.push(words) };
  return createGeoCheck({ lookup, countries: ['US'], clock: () => now, uptime: () => uptime, logger });
}

describe('from where the site is used', () => {
  it('[GUARD-07] [GUARD-10] the country has to be of the list, and the time zone that of the address', async () => {
    const geo = check();
    expect(await geo.isOutside(ADDRESS, HOME)).toBe(false);
    expect(await geo.isOutside(ADDRESS, 'Europe/Berlin')).toBe(true);
    // The first view: the browser has not said yet. A zone that nobody knows says as little.
    expect(await geo.isOutside(ADDRESS, null)).toBe(false);
    expect(await geo.isOutside(ADDRESS, 'Middle/Earth')).toBe(false);
    service.answerWith(placed('DE', 'Europe/Berlin'));
    expect(await geo.isOutside('9.9.9.9', 'Europe/Berlin')).toBe(true);
    expect(await geo.isOutside('9.9.9.9', null)).toBe(true);
    service.answerWith(placed('us', HOME));
    expect(await geo.isOutside('4.4.4.4', HOME)).toBe(false);
  });

  it('[GUARD-07] compares the offsets of now, not the names (Q78)', async () => {
    service.answerWith(placed('US', 'America/Denver'));
    const geo = check();
    expect(await geo.isOutside(ADDRESS, 'America/Boise')).toBe(false);
    // Phoenix has no summer time: it is with Denver in winter, with Los Angeles in summer.
    expect(await geo.isOutside(ADDRESS, 'america/phoenix')).toBe(false);
    now = SUMMER;
    expect(await geo.isOutside(ADDRESS, 'America/Phoenix')).toBe(true);
    expect(await geo.isOutside(ADDRESS, 'America/Boise')).toBe(false);
  });

  it('asks once for a network, and sends the service no more than that', async () => {
    const geo = check();
    await Promise.all(['8.8.8.8', '8.8.8.9', '8.8.8.8'].map((address) => geo.isOutside(address, HOME)));
    await geo.isOutside('2600:1700:12:3456::/64', HOME);
    await geo.isOutside('2600:1700:12:ffff::/64', HOME);
    for (const nowhere of ['127.0.0.1', '10.1.2.3', '192.168.1.1', '::1', 'fe80::/64', 'fd00::/64', 'unknown']) {
      expect([nowhere, await geo.isOutside(nowhere, 'Europe/Berlin')]).toEqual([nowhere, false]);
    }
    expect(service.asked).toEqual(['8.8.8.0', '2600:1700:12::']);
    uptime = GEO_KEPT_MS;
    await geo.isOutside(ADDRESS, HOME);
    expect(service.asked).toHaveLength(3);
  });

  it('keeps a bounded number of networks, the newest', async () => {
    const asked: string[] = [];
    const geo = check({
      placeOf: async (address) => {
        asked.push(address);
        return { country: 'US', timeZone: HOME };
      },
    });
    const networks = Array.from({ length: GEO_NETWORKS_KEPT + 1 }, (_, index) =>
      publicNetwork(`20.${Math.floor(index / 256)}.${index % 256}.1`),
    );
    for (const network of networks) await geo.isOutside(String(network), HOME);
    asked.length = 0;
    for (const network of [networks.at(-1), networks[1], networks[0]]) await geo.isOutside(String(network), HOME);
    expect(asked).toEqual([networks[0]]);
  });

  /** Of those that make one wait, an impatient question is asked: it may end before the service hears of it. */
  const failures: readonly (readonly [string, number, (response: ServerResponse) => void])[] = [
    ['is slow', IMPATIENT_MS, () => undefined],
    ['is slow in the middle of its answer', IMPATIENT_MS, (response) => void response.write('{"country_code2":"DE",')],
    ['cuts the connection', PATIENT_MS, (response) => void response.destroy()],
    ['has a fault', PATIENT_MS, (response) => void response.writeHead(500).end('DE')],
    ['refuses the key', PATIENT_MS, (response) => void response.writeHead(401).end()],
    ['has enough of us', PATIENT_MS, (response) => void response.writeHead(429).end()],
    ['answers no JSON', PATIENT_MS, (response) => void response.end('<html>DE</html>')],
    [
      'answers something else',
      PATIENT_MS,
      (response) => void response.end('{"country_code2":{"$ne":"US"},"time_zone":[]}'),
    ],
    ['leads elsewhere', PATIENT_MS, (response) => void response.writeHead(302, { location: service.url }).end()],
    [
      'never ends',
      PATIENT_MS,
      (response) => {
        const part = Buffer.alloc(GEO_ANSWER_MAX_BYTES / 4, 0x20);
        const more = () => {
          while (!response.destroyed && response.write(part));
        };
        response.on('drain', more);
        more();
      },
    ],
  ];

  it.each(failures)('[GUARD-08] people proceed while the service %s, and it has a rest', async (_name, ms, failure) => {
    service.answerWith(failure);
    const failing = createHttpGeoLookup(service.url, ms);
    const patient = createHttpGeoLookup(service.url, PATIENT_MS);
    // The failure is the first question's; the others are answered.
    const geo = check({ placeOf: (network) => (uptime === 0 ? failing : patient).placeOf(network) });
    expect(await geo.isOutside(ADDRESS, 'Europe/Berlin')).toBe(false);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings, Object.getOwnPropertyNames(new Error()))).not.toContain('secret-key');
    // Another network meanwhile: nothing is asked.
    service.answerWith(placed('DE', 'Europe/Berlin'));
    expect(await geo.isOutside('9.9.9.9', 'Europe/Berlin')).toBe(false);
    expect(service.asked).not.toContain('9.9.9.0');
    if (ms === PATIENT_MS) expect(service.asked).toHaveLength(1);
    uptime = GEO_REST_MS;
    expect(await geo.isOutside('9.9.9.9', 'Europe/Berlin')).toBe(true);
    expect(service.asked).toContain('9.9.9.0');
    uptime = GEO_UNKNOWN_KEPT_MS;
    expect(await geo.isOutside(ADDRESS, 'Europe/Berlin')).toBe(true);
  });

  it('[GUARD-08] a network that the service does not know proceeds, and others are still asked about', async () => {
    service.answerWith((response, address) =>
      address === '8.8.8.0' ? void response.writeHead(404).end() : placed('DE', HOME)(response),
    );
    const geo = check();
    expect(await geo.isOutside(ADDRESS, HOME)).toBe(false);
    expect(await geo.isOutside('9.9.9.9', HOME)).toBe(true);
    expect(await geo.isOutside(ADDRESS, HOME)).toBe(false);
    expect(service.asked).toHaveLength(2);
  });

  it('[GUARD-08] a network of the list whose time zone the service does not say proceeds, whatever the browser says', async () => {
    const geo = check({ placeOf: async () => ({ country: 'US', timeZone: null }) });
    // Two of them, so that one differs from the zone of the machine of the test.
    for (const zone of ['Europe/Berlin', 'Asia/Tokyo']) expect(await geo.isOutside(ADDRESS, zone)).toBe(false);
  });

  it('[GUARD-08] beyond so many questions at a time people proceed', async () => {
    const answers: (() => void)[] = [];
    const place = { country: 'DE', timeZone: null };
    const geo = check({ placeOf: () => new Promise((resolve) => answers.push(() => resolve(place))) });
    const waiting = Array.from({ length: GEO_LOOKUPS_AT_ONCE }, (_, index) => geo.isOutside(`20.0.${index}.1`, HOME));
    expect(await geo.isOutside('20.1.0.1', HOME)).toBe(false);
    for (const answer of answers) answer();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]));
  });
});
