import type { Campus } from './campus.ts';
import { campuses } from './campuses.ts';

export { campuses };

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

/** The campus of an id; of one that this release does not know, the default one. */
export function campusNamed(id: string): Campus {
  const campus = byId.get(id) ?? byId.get(DEFAULT_CAMPUS);
  if (campus === undefined) throw new Error(`The default campus ${DEFAULT_CAMPUS} is not in the registry.`);
  return campus;
}

/**
 * The campus of a host, as in a Host header: with or without a port, behind any parent domain and an optional
 * `www` (CAMP-01). An unknown host is the default campus (CAMP-02).
 */
export function campusOfHost(host: string): Campus {
  const labels = host.trim().toLowerCase().replace(/:\d*$/, '').split('.');
  const label = labels[0] === 'www' ? labels[1] : labels[0];
  return byHostLabel.get(label ?? '') ?? campusNamed(DEFAULT_CAMPUS);
}
