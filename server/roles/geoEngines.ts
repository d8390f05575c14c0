import type { Config } from '../config.ts';
import { createHttpGeoLookup } from '../engines/geo/httpLookup.ts';
import { createGeoCheck, type GeoCheck } from '../geo/geoCheck.ts';
import type { Logger } from '../observability/logging.ts';

/** The check of where people are; `null` where the configuration has none (GUARD-08). */
export function openGeoCheck(
  config: Config['geo'],
  { clock, logger }: { readonly clock: () => Date; readonly logger: Logger },
): GeoCheck | null {
  if (config === null) return null;
  const { lookupUrl, countries } = config;
  return createGeoCheck({ lookup: createHttpGeoLookup(lookupUrl), countries, clock, logger });
}
