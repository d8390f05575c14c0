import type { Request } from 'express';
import type { Campus } from '#domain/campus/campus.ts';
import { campuses } from '#domain/campus/registry.ts';
import { createCampusSites } from '../mail/campusSites.ts';
import { MEDIA_WIDTHS } from '../ports/media.ts';
import type { OpenReads } from '../read/openReads.ts';

/**
 * The summary of a page that other sites show when somebody posts its link there. Visitors may see all of it: nothing of a private
 * campus, and nothing that was deleted or erased (P8, P10).
 */
export interface PageSummary {
  readonly campus: Campus;
  /** Path of the page. */
  readonly path: `/${string}`;
  /** Of Open Graph, where it names no price. */
  readonly type: 'article' | 'profile';
  /** Plain text, escaped by those who write it into a page. */
  readonly title: string;
  readonly description: string;
  readonly author: { readonly name: string; readonly path: `/${string}` };
  /** US cents; `null`: it names no price. */
  readonly priceCents: number | null;
  /** Of the thing that the price is for, by names of https://schema.org; `null`: nothing is offered. */
  readonly offer: SummaryOffer | null;
  readonly picture: {
    /** Of the whole picture. */
    readonly path: `/${string}`;
    /** Pixels. */
    readonly width: number;
    readonly height: number;
    /** Its description in words. */
    readonly alt: string;
  } | null;
}

/** A thing that is for sale, as search engines and price lists name it. */
export interface SummaryOffer {
  readonly availability: 'InStock' | 'LimitedAvailability' | 'SoldOut';
  /** `null`: nobody says it. */
  readonly condition: 'NewCondition' | 'UsedCondition' | 'DamagedCondition' | null;
  /** As it is shown; `null`: it has none. */
  readonly category: string | null;
}

/** Where the nouns read summaries. */
export interface SummaryReads {
  readonly store: Pick<OpenReads, 'get'>;
  /** Name of the stream of the claims to a user name. */
  readonly usernameStream: (username: string) => string;
}

/** A noun's part of `SummaryOf`. */
export type Summarise = (reads: SummaryReads, path: string) => Promise<PageSummary | 'missing' | null>;

/**
 * Reads the summary of a page by its path. `null`: the page has none, or none that a visitor may see; `missing`: the address
 * is of a page whose post or person does not exist, or no more.
 */
export type SummaryOf = (path: string) => Promise<PageSummary | 'missing' | null>;

/** Answers the address of a campus's site, without a slash at its end. */
export type SiteOf = (campus: Pick<Campus, 'id' | 'url'>) => string;

/** Addresses for other sites are never made of the `Host` header, which may be anything. */
export function siteOf(request: Request, environment: string): SiteOf {
  return createCampusSites({ environment, port: request.socket.localPort ?? 0 });
}

/** The path of an address on one of our sites; `null`: it is another site's. */
export function ownPath(address: string, site: SiteOf): string | null {
  const url = URL.parse(address);
  return url !== null && campuses.some((campus) => site(campus) === url.origin) ? url.pathname : null;
}

/** A picture in a size that is served. */
export interface SizedPicture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** The largest served size of a picture that fits; `null`: none does. @param max pixels */
export function pictureWithin(
  { path, width, height }: SizedPicture,
  max: { readonly width: number; readonly height: number },
): SizedPicture | null {
  const sizes: readonly SizedPicture[] = [
    { path, width, height },
    ...MEDIA_WIDTHS.filter((each) => each < width)
      .toReversed()
      .map((each) => ({ path: `${path}?w=${each}`, width: each, height: Math.round((height * each) / width) })),
  ];
  return sizes.find((size) => size.width <= max.width && size.height <= max.height) ?? null;
}
