import { useCallback, useRef } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ClientCommandMap } from '#domain/registry.ts';
import { userCommands } from '#domain/user/commands.ts';
import type { CommandAnswer } from '#projections/sync/protocol.ts';
import { useSession } from '../session/session.ts';
import { request } from '../sync/transport/http.ts';

/** Commands about the account that make no sense later: they are sent now or not at all. */
export const accountCommands = ['RequestEmailCode', 'RequestSchoolCode', 'JoinWithConfirmedEmail'] as const;
type AccountCommand = (typeof accountCommands)[number];

/**
 * Sends a command about the account at once, without the outbox. A retry after a missing answer has the same id: the
 * command takes effect once (P2).
 *
 * @throws RequestRefused (`web/sync/transport/http.ts`)
 */
export function useAccountCommand(): <Type extends AccountCommand>(
  type: Type,
  data: ClientCommandMap[Type],
) => Promise<CommandAnswer> {
  const actor = useSession((session) => session.userId);
  const unanswered = useRef<{ readonly content: string; readonly id: string } | null>(null);
  return useCallback(
    async (type, data) => {
      const content = JSON.stringify([type, data]);
      const id = unanswered.current?.content === content ? unanswered.current.id : uuidv7();
      unanswered.current = { content, id };
      const envelope = { id, actor, type, version: userCommands[type].version, data };
      const answer = await request<CommandAnswer>('POST', '/api/commands', envelope);
      unanswered.current = null;
      return answer;
    },
    [actor],
  );
}
