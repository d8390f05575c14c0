import { createCircuitBreaker } from '../concurrency/circuitBreaker.ts';
import type { Logger } from '../observability/logging.ts';
import { type GeoLookup, GeoLookupFailed, type Place } from '../ports/geoLookup.ts';
import { publicNetwork } from './network.ts';
import { canonicalZone, haveSameOffset } from './timeZone.ts';

/** Networks that are kept; the oldest goes for a new one. */
export const GEO_NETWORKS_KEPT = 20_000;
/** Milliseconds for which an answer is kept. */
export const GEO_KEPT_MS = 60 * 60_000;
/** Milliseconds for which it is kept that nothing is known of a network. */
export const GEO_UNKNOWN_KEPT_MS = 60_000;
/** Milliseconds after a failure in which the service is not asked. */
export const GEO_REST_MS = 10_000;
/** Questions under way at a time; beyond them, people proceed. */
export const GEO_LOOKUPS_AT_ONCE = 20;

/** Ports of the check. */
export interface GeoCheckPorts {
  readonly lookup: GeoLookup;
  /** Countries from which the site is used, by ISO 3166-1. */
  readonly countries: readonly string[];
  readonly clock: () => Date;
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds since some fixed moment; default: the process's own. */
  readonly uptime?: () => number;
}

/** Decides from where the site is used (GUARD-07). */
export interface GeoCheck {
  /**
   * Whether somebody is outside of the area. What is not known lets them proceed (GUARD-08): a failed lookup, an address
   * that is not public, a browser that has not said its time zone yet.
   *
   * @param address network address, through the proxies that are trusted
   * @param timeZone of the browser, as it says; `null`: it has not
   */
  isOutside(address: string, timeZone: string | null): Promise<boolean>;
}

interface Kept {
  readonly place: Place | null;
  /** Uptime in milliseconds. */
  readonly until: number;
}

/**
 * The check over a lookup service. The country has to be one of the list, and the browser's time zone has to have the
 * same offset from UTC now as that of its address (Q78).
 */
export function createGeoCheck(ports: GeoCheckPorts): GeoCheck {
  const { lookup, countries, clock, logger, uptime = () => performance.now() } = ports;
  const breaker = createCircuitBreaker({
    isOutage: (error) => error instanceof GeoLookupFailed,
    restMs: GEO_REST_MS,
    uptime,
  });
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Place | null>>();

  function keep(network: string, place: Place | null, forMs: number): void {
    kept.delete(network);
    const [oldest] = kept.keys();
    if (kept.size >= GEO_NETWORKS_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(network, { place, until: uptime() + forMs });
  }

  async function ask(network: string): Promise<Place | null> {
    try {
      // While the breaker rests nothing is asked, nor kept.
      const answer = await breaker.run(async () => ({ place: await lookup.placeOf(network) }));
      if (answer === null) return null;
      keep(network, answer.place, answer.place === null ? GEO_UNKNOWN_KEPT_MS : GEO_KEPT_MS);
      return answer.place;
    } catch (error) {
      if (!(error instanceof GeoLookupFailed)) throw error;
      logger.warn({ err: error }, 'Where a network is could not be looked up: its people proceed.');
      keep(network, null, GEO_UNKNOWN_KEPT_MS);
      return null;
    }
  }

  async function placeOf(network: string): Promise<Place | null> {
    const known = kept.get(network);
    if (known !== undefined && uptime() < known.until) return known.place;
    const asked = underWay.get(network);
    if (asked !== undefined) return asked;
    if (underWay.size >= GEO_LOOKUPS_AT_ONCE) return null;
    const asking = ask(network).finally(() => underWay.delete(network));
    underWay.set(network, asking);
    return asking;
  }

  return {
    async isOutside(address, timeZone) {
      const network = publicNetwork(address);
      const place = network === null ? null : await placeOf(network);
      if (place === null) return false;
      if (!countries.includes(place.country)) return true;
      const zone = canonicalZone(timeZone);
      return zone !== null && place.timeZone !== null && !haveSameOffset(zone, place.timeZone, clock());
    },
  };
}
