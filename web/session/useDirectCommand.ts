import { useCallback, useState } from 'react';
import type { ClientCommandMap } from '#domain/registry.ts';
import type { CommandAnswer } from '#projections/sync/protocol.ts';
import { createDirectSender } from './directCommand.ts';
import { useSession } from './session.ts';

/** Sends a command at once; its data is typed by the domain. */
export type SendDirectly = <Type extends keyof ClientCommandMap>(
  type: Type,
  data: ClientCommandMap[Type],
) => Promise<CommandAnswer>;

/**
 * Sends a command at once, without the outbox, for a form that waits for the answer; its noun lists it as `direct`. A
 * retry after a missing answer takes effect once (P2).
 *
 * @throws RequestRefused (`web/sync/transport/http.ts`)
 */
export function useDirectCommand(): SendDirectly {
  const actor = useSession((session) => session.userId);
  const [send] = useState(createDirectSender);
  return useCallback((type, data) => send(actor, type, data), [actor, send]);
}
