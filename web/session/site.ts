import type { Campus } from '#domain/campus/campus.ts';
import { campusOfHost, findCampus, GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import { SHARED_QUERY } from '#domain/kernel/addresses.ts';
import { withThe } from '../kit/article.ts';
import { nameSite } from '../kit/usePageTitle.ts';
import { boot } from './boot.ts';

function campusOfPage(): Campus {
  return findCampus(boot().campus?.id ?? '') ?? campusOfHost(location.host);
}

/** The campus of this host: the source of every brand name, text and colour (D25, SHEL-17). */
export const site: Campus = campusOfPage();

/** The site that belongs to no single school (VERF-17). */
export const isGenericSite = site.id === GENERIC_CAMPUS;

/** "Norman, Oklahoma". */
export function placeOf({ location: { city, state } }: Campus): string {
  return [city, state].filter(Boolean).join(', ');
}

export const sitePlace = placeOf(site);

/** Of whom this site speaks: "students of the University of Oklahoma". */
export const siteStudents = isGenericSite ? 'students of every campus' : `students of ${withThe(site.fullName)}`;

/** The name by which a machine calls itself: each campus has a name below it. */
const THIS_MACHINE = 'localhost';

/**
 * Address of a campus's own site: its sister beside this one, else the one that is registered.
 *
 * @param here the address of this page; `site` is the campus of its host
 */
export function campusAddress({ hosts, url }: Campus, here: Pick<Location, 'host' | 'protocol'> = location): string {
  const [, www = '', label = '', rest = ''] = /^(www\.)?([^.:]+)(.*)$/.exec(here.host) ?? [];
  if (label === THIS_MACHINE) return `${here.protocol}//${hosts[0]}.${THIS_MACHINE}${rest}`;
  return site.hosts.includes(label) ? `${here.protocol}//${www}${hosts[0]}${rest}` : url;
}

/**
 * Address of the site that stands beside the campuses' own and has sessions of its own: `PUBLIC_URL`, or this machine under
 * its bare name. `null`: there is none. It never comes from a link, since a person is led there to be signed in.
 */
export function bareAddress(
  here: Pick<Location, 'hostname' | 'port' | 'protocol'> = location,
  publicUrl = boot().publicUrl,
): string | null {
  if (here.hostname.split('.').at(-1) !== THIS_MACHINE) return publicUrl ?? null;
  return `${here.protocol}//${THIS_MACHINE}${here.port === '' ? '' : `:${here.port}`}`;
}

/** Whether this page was opened at that site. */
export const isBare = location.hostname !== undefined && bareAddress() === location.origin;

/** The shared address of a page: the campus's own address, and the mark of a shared link (CAMP-14, Q02). */
export function shareAddress(campus: Campus, path: string): string {
  return `${campusAddress(campus)}${path}${path.includes('?') ? '&' : '?'}${SHARED_QUERY}=true`;
}

/** Paints the page in the campus's colours and puts its name and its mark on the tab. Call it once, before the first render. */
export function applyBrand(): void {
  const { style } = document.documentElement;
  style.setProperty('--campus-light', site.colours.light);
  style.setProperty('--campus-dark', site.colours.dark);
  style.setProperty('--campus-dark-text', site.colours.darkText);
  style.setProperty('--campus-on', site.colours.on);

  nameSite(`${site.name} Quad`);
  const icon =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 32 32"><rect x="-4" y="-4" width="32" height="32" rx="9" fill="${site.colours.light}"/>` +
    `<path fill="${site.colours.on}" fill-rule="evenodd" d="${site.mark}"/></svg>`;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(icon)}`);
}
