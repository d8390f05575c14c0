import type { Config } from '../config.ts';
import type { GeoCheck } from '../geo/geoCheck.ts';
import type { Logger } from '../observability/logging.ts';

/**
 * The check of where people are; `null` where the configuration has none (GUARD-08): the zones of luxon are not in memory
 * then.
 */
export async function openGeoCheck(
  config: Config['geo'],
  { clock, logger }: { readonly clock: () => Date; readonly logger: Logger },
): Promise<GeoCheck | null> {
  if (config === null) return null;
  const [{ createGeoCheck }, { createHttpGeoLookup }] = await Promise.all([
    import('../geo/geoCheck.ts'),
    import('../engines/geo/httpLookup.ts'),
  ]);
  const { lookupUrl, countries } = config;
  return createGeoCheck({ lookup: createHttpGeoLookup(lookupUrl), countries, clock, logger });
}
