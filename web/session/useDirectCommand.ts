import { useCallback, useRef } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ClientCommandMap } from '#domain/registry.ts';
import type { CommandAnswer } from '#projections/sync/protocol.ts';
import { sendDirectly } from './directCommand.ts';
import { useSession } from './session.ts';

/** Sends a command at once; its data is typed by the domain. */
export type SendDirectly = <Type extends keyof ClientCommandMap>(
  type: Type,
  data: ClientCommandMap[Type],
) => Promise<CommandAnswer>;

/**
 * Sends a command at once, without the outbox, for a form that waits for the answer; its noun lists it as `direct`. A
 * retry after a missing answer has the same id: the command takes effect once (P2).
 *
 * @throws RequestRefused (`web/sync/transport/http.ts`)
 */
export function useDirectCommand(): SendDirectly {
  const actor = useSession((session) => session.userId);
  const unanswered = useRef<{ readonly content: string; readonly id: string } | null>(null);
  return useCallback(
    async (type, data) => {
      const content = JSON.stringify([type, data]);
      const id = unanswered.current?.content === content ? unanswered.current.id : uuidv7();
      unanswered.current = { content, id };
      const answer = await sendDirectly({ id, actor, type, data });
      unanswered.current = null;
      return answer;
    },
    [actor],
  );
}
