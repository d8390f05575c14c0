import * as z from 'zod/mini';
import { address, defineSetting, listOf, matching, SWITCHES } from './setting.ts';

/** From where the site is used (GUARD-07). */
export interface GeoPart {
  /** The lookup service, and countries by ISO 3166-1; `null`: from everywhere. */
  readonly geo: { readonly lookupUrl: string; readonly countries: readonly string[] } | null;
}

/** An operator's variables of the check of countries. */
export const geoSetting = defineSetting({
  variables: {
    GEO_LOOKUP_URL: {
      schema: address('http:', 'https:'),
      takes: 'an address such as https://api.ipgeolocation.io/ipgeo?apiKey=…, to which ip=… is added',
      secret: true,
    },
    GEO_COUNTRIES: {
      schema: listOf(matching(/^[A-Z]{2}$/)),
      takes: 'country codes of two capital letters, with commas between them',
    },
    GEO_OVERRIDE: { schema: z.enum(SWITCHES), takes: SWITCHES.join(' or ') },
  },
  table: [
    {
      names: ['GEO_LOOKUP_URL'],
      default: '–',
      says: 'service that knows where an address is; without it, the site is for everywhere',
    },
    {
      names: ['GEO_COUNTRIES'],
      default: '`US`',
      says: 'countries from which the site is used, with commas between them',
    },
    {
      names: ['GEO_OVERRIDE'],
      default: '`off`; in development `on`',
      says: '`on` switches the check of countries and time zones off',
    },
  ],
  /** Off on a development machine, unless it is asked for: its addresses are nowhere. */
  read({ GEO_LOOKUP_URL: lookupUrl, GEO_COUNTRIES: countries = ['US'], GEO_OVERRIDE: override }, stage): GeoPart {
    const isOff = (override ?? (stage === 'development' ? 'on' : 'off')) === 'on';
    return { geo: lookupUrl === undefined || isOff ? null : { lookupUrl, countries } };
  },
});
