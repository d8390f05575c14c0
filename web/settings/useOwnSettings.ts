import { type Settings, settings } from '#projections/settings/collections.ts';
import { useSession } from '../session/session.ts';
import { useDocument } from '../sync/hooks.ts';

/** The settings of the person at this browser, live; `undefined` while nothing was ever changed, and for visitors. */
export function useOwnSettings(): Settings | undefined {
  const userId = useSession((session) => session.userId);
  return useDocument(settings, userId);
}
