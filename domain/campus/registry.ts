import { campuses } from './campuses.ts';

export { campuses };

/** A campus and its site (CAMP-03, CAMP-15). Brand, domains and page size come from here and nowhere else (D25). */
export interface Campus {
  /** Lower-case id (Q01): `ou`, `ut`, … and `campus` for the generic site. */
  readonly id: string;
  /** campus_short_name, as shown: "OU". */
  readonly name: string;
  /** The school's whole name. */
  readonly fullName: string;
  /** Host labels by which the campus is chosen: `ou` answers on `ou.localhost`, `ou.quad.example`, … (CAMP-01). */
  readonly hosts: readonly string[];
  /** Site address in production. */
  readonly url: string;
  /** E-mail domains of members (CAMP-04); empty for the generic site. */
  readonly emailDomains: readonly string[];
  readonly privacy: 'public' | 'private';
  readonly location: { readonly city: string; readonly state: string; readonly country: string };
  /**
   * Brand colour for light and dark grounds, as CSS hex, and the text colour that is read on it.
   * Every pair reaches WCAG AA (4.5:1), also as coloured text on the white or near-black ground.
   */
  readonly colours: {
    readonly light: string;
    readonly dark: string;
    readonly onLight: string;
    readonly onDark: string;
  };
  /** The drawn mark: path data in a 24 by 24 box, filled by the even-odd rule. */
  readonly mark: string;
  /** Posts in the first page of the feed (Q32). */
  readonly firstPagePosts: number;
}

/** Campus of an unknown host (CAMP-02). */
export const DEFAULT_CAMPUS = 'ou';
/** The generic site, where one picks a school (CAMP-05). */
export const GENERIC_CAMPUS = 'campus';

const byId = new Map(campuses.map((campus) => [campus.id, campus]));
const byHostLabel = new Map(campuses.flatMap((campus) => campus.hosts.map((label) => [label, campus] as const)));

/** A campus by its id, or `undefined`. */
export function findCampus(id: string): Campus | undefined {
  return byId.get(id);
}

/**
 * The campus of a host, as in a Host header: with or without a port, behind any parent domain and an optional
 * `www` (CAMP-01). An unknown host is the default campus (CAMP-02).
 */
export function campusOfHost(host: string): Campus {
  const labels = host.trim().toLowerCase().replace(/:\d*$/, '').split('.');
  const label = labels[0] === 'www' ? labels[1] : labels[0];
  const campus = byHostLabel.get(label ?? '') ?? byId.get(DEFAULT_CAMPUS);
  if (campus === undefined) throw new Error(`The default campus ${DEFAULT_CAMPUS} is not in the registry.`);
  return campus;
}
