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
  /** Brand colour for light and dark grounds, as CSS hex; readable behind white or black text as `onAccent` says. */
  readonly colours: {
    readonly light: string;
    readonly dark: string;
    readonly onLight: string;
    readonly onDark: string;
  };
  /** The drawn mark: path data in a 24 by 24 box. */
  readonly mark: string;
  /** Posts in the first page of the feed (Q32). */
  readonly firstPagePosts: number;
}

export const campuses: readonly Campus[] = [
  {
    id: 'ou',
    name: 'OU',
    fullName: 'University of Oklahoma',
    hosts: ['ou'],
    url: 'https://ou.quad.example',
    emailDomains: ['ou.edu'],
    privacy: 'public',
    location: { city: 'Norman', state: 'Oklahoma', country: 'United States' },
    colours: { light: '#841617', dark: '#e0898a', onLight: '#ffffff', onDark: '#1a0506' },
    mark: 'M12 2 3 7v10l9 5 9-5V7z',
    firstPagePosts: 25,
  },
];

/** Campus of an unknown host (CAMP-02). */
export const DEFAULT_CAMPUS = 'ou';
/** The generic site, where one picks a school (CAMP-05). */
export const GENERIC_CAMPUS = 'campus';

const byId = new Map(campuses.map((campus) => [campus.id, campus]));

/** A campus by its id, or `undefined`. */
export function findCampus(id: string): Campus | undefined {
  return byId.get(id);
}

/** The campus of a host name, with or without a port; an unknown host is the default campus (CAMP-02). */
export function campusOfHost(host: string): Campus {
  const label = host.toLowerCase().split(':')[0]?.split('.')[0] ?? '';
  const campus = campuses.find((each) => each.hosts.includes(label)) ?? byId.get(DEFAULT_CAMPUS);
  if (campus === undefined) throw new Error(`The default campus ${DEFAULT_CAMPUS} is not in the registry.`);
  return campus;
}
