import * as z from 'zod/mini';
import { canonicalZone } from '../../geo/timeZone.ts';
import { type GeoLookup, GeoLookupFailed, type Place } from '../../ports/geoLookup.ts';
import { GEO_ANSWER_MAX_BYTES, GEO_LOOKUP_MS } from './limits.ts';

/** Too many questions: an outage like one of the service itself. */
const TOO_MANY = 429;
const SERVER_FAULT = 500;
/** The key is wrong, or used up: that is so for every address. */
const KEY_REFUSED: readonly number[] = [401, 403];

const answerSchema = z.object({
  country_code2: z.string().check(z.regex(/^[A-Za-z]{2}$/)),
  time_zone: z.optional(z.object({ name: z.optional(z.string()) })),
});

/**
 * Asks a service over HTTP, as ipgeolocation.io answers: `<url>&ip=<address>`, JSON with `country_code2` and
 * `time_zone.name` (GUARD-10). Its answer is read with limits of time and size.
 *
 * @param url address of the service, with its key if it needs one
 * @param lookupMs milliseconds for one question, to the end of its answer
 */
export function createHttpGeoLookup(url: string, lookupMs = GEO_LOOKUP_MS): GeoLookup {
  return {
    async placeOf(address) {
      const asked = new URL(url);
      asked.searchParams.set('ip', address);
      // The error of `fetch` may name the address, and with it the key: its cause is left out.
      const text = await ask(asked, lookupMs).catch((error: unknown) => {
        if (error instanceof GeoLookupFailed) throw error;
        throw new GeoLookupFailed(`The lookup service did not answer: ${(error as Error).name}.`);
      });
      return text === null ? null : readPlace(text);
    },
  };
}

/** The text of an answer; `null`: the service refuses to say where this address is. */
async function ask(url: URL, lookupMs: number): Promise<string | null> {
  const headers = { accept: 'application/json' };
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(lookupMs) });
  const { status } = response;
  if (response.ok) return readText(response);
  await response.body?.cancel();
  if (status >= SERVER_FAULT || status === TOO_MANY || KEY_REFUSED.includes(status)) {
    throw new GeoLookupFailed(`The lookup service answered ${status}.`);
  }
  return null;
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > GEO_ANSWER_MAX_BYTES) throw new GeoLookupFailed('The answer of the lookup service is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function readPlace(text: string): Place {
  const found = answerSchema.safeParse(parse(text));
  if (!found.success) throw new GeoLookupFailed('The answer of the lookup service is not understood.');
  const { country_code2: country, time_zone: zone } = found.data;
  return { country: country.toUpperCase(), timeZone: canonicalZone(zone?.name ?? null) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GeoLookupFailed('The answer of the lookup service is no JSON.');
  }
}
