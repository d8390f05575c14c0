import { NOT_FOUND_PATH } from '#domain/kernel/pageGuards.ts';

/** Leads to `/404`: the site is not for where this browser is (GUARD-07, Q82). */
export function leaveArea(): void {
  if (location.pathname !== NOT_FOUND_PATH) location.replace(NOT_FOUND_PATH);
}
