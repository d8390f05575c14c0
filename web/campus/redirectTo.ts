import type { Campus } from '#domain/campus/campus.ts';
import { findCampus, GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import { deviceStorage } from '../kit/storage/textStorage.ts';
import { site } from '../session/site.ts';

/** The campus to which the landing of the generic site leads (CAMP-06). Each host keeps its own. */
const REDIRECT_KEY = 'redirect_to';

/** A school was verified here: the generic landing leads to its campus from now on (VERF-15). */
export function rememberCampus(campus: string): void {
  if (campus !== GENERIC_CAMPUS && campus !== site.id) deviceStorage.setItem(REDIRECT_KEY, campus);
}

/** The remembered campus; `null`: none, or one that there is no more. */
export function rememberedCampus(): Campus | null {
  const campus = findCampus(deviceStorage.getItem(REDIRECT_KEY) ?? '');
  return campus === undefined || campus.id === GENERIC_CAMPUS ? null : campus;
}

export function forgetCampus(): void {
  deviceStorage.removeItem(REDIRECT_KEY);
}
