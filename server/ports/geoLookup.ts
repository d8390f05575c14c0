/** Where a network is, by its address. */
export interface Place {
  /** Country by ISO 3166-1, two capital letters (`country_code2`, GUARD-10). */
  readonly country: string;
  /** IANA name of the time zone (`time_zone.name`, GUARD-10); `null`: the service named none that is known. */
  readonly timeZone: string | null;
}

/** The service did not answer as it should: the next question would meet the same. */
export class GeoLookupFailed extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'GeoLookupFailed';
  }
}

/** A service that knows where networks are. */
export interface GeoLookup {
  /**
   * Where the network of an address is; `null`: the service does not know.
   * @param address IPv4 or IPv6, public
   * @throws GeoLookupFailed within `GEO_LOOKUP_MS`
   */
  placeOf(address: string): Promise<Place | null>;
}
