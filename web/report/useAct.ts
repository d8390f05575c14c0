import { useCallback } from 'react';
import type { ClientCommandMap } from '#domain/registry.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { RequestRefused } from '../sync/transport/http.ts';

/** The answer to an act: done, or why not, in words. */
export type Acted = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly text: string };

/** Gives a command at once, for a form or button that shows why it was refused: a report or ban makes no sense later. */
export function useAct(): <Type extends keyof ClientCommandMap>(
  type: Type,
  data: ClientCommandMap[Type],
) => Promise<Acted> {
  const send = useDirectCommand();
  return useCallback(
    async (type, data) => {
      try {
        await send(type, data);
        return { ok: true };
      } catch (error) {
        if (error instanceof RequestRefused) return { ok: false, code: error.refusal.code, text: error.message };
        throw error;
      }
    },
    [send],
  );
}
