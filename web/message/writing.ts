import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';

/** State of the history entry of a conversation that was opened in order to write: the post that it is about, if any. */
const stateSchema = z.object({ toWrite: z.object({ about: z.nullable(idSchema) }) });

type State = z.infer<typeof stateSchema>;

/** The state with which a conversation is opened whose field is to have the focus. @param about the post one asks about */
export function toWriteState(about: string | null): State {
  return { toWrite: { about } };
}

/** The purpose with which a conversation was opened. */
export interface ToWrite {
  /** Its field is to have the focus. */
  readonly isAsked: boolean;
  /** The post that the next message is about; `null`: none. */
  readonly about: string | null;
  setAbout(postId: string): void;
  /** The post was sent, or is not to be. */
  forget(): void;
}

/** The purpose with which the conversation was opened, also after a reload. */
export function useToWrite(): ToWrite {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const read = stateSchema.safeParse(state);
  const [about, setAbout] = useState(read.success ? read.data.toWrite.about : null);
  const forget = useCallback(() => {
    setAbout(null);
    void navigate(pathname + search, { replace: true, state: null });
  }, [navigate, pathname, search]);
  return { isAsked: read.success, about, setAbout, forget };
}
