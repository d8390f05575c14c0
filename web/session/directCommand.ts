import { v7 as uuidv7 } from 'uuid';
import type { CommandDefinition } from '#domain/kernel/command.ts';
import { type ClientCommandMap, commandDefinitions } from '#domain/registry.ts';
import type { CommandAnswer } from '#projections/sync/protocol.ts';
import { NO_ANSWER, RequestRefused, request } from '../sync/transport/http.ts';

/** The first status by which a server says that it is at fault. */
const SERVER_FAULT = 500;

/** A command that is sent at once; its data is typed by the domain. */
export interface DirectCommand<Type extends keyof ClientCommandMap> {
  /** The same one again takes effect once (P2). */
  readonly id: string;
  readonly actor: string | null;
  readonly type: Type;
  readonly data: ClientCommandMap[Type];
}

/** Sends a command at once, without the outbox. It brings the rules along. @throws RequestRefused */
export function sendDirectly<Type extends keyof ClientCommandMap>(
  command: DirectCommand<Type>,
): Promise<CommandAnswer> {
  const { version } = commandDefinitions[command.type] as CommandDefinition;
  return request<CommandAnswer>('POST', '/api/commands', { ...command, version });
}

/** Whether a command may have taken effect: no answer came, or the server could not say. */
function isUndecided(error: unknown): boolean {
  return !(error instanceof RequestRefused) || error.status === NO_ANSWER || error.status >= SERVER_FAULT;
}

/**
 * Sends the commands of a form. One that may have taken effect, since no answer has come, keeps its id when it is sent
 * again with the same content (P2), also while it is under way. One that was refused gets a new one: the server repeats its answer to an id, and what
 * was too soon, or taken, may not be any more.
 */
export function createDirectSender(send: typeof sendDirectly = sendDirectly) {
  let undecided: { readonly content: string; readonly id: string } | null = null;
  return async <Type extends keyof ClientCommandMap>(
    actor: string | null,
    type: Type,
    data: ClientCommandMap[Type],
  ): Promise<CommandAnswer> => {
    const content = JSON.stringify([type, data]);
    const id = undecided?.content === content ? undecided.id : uuidv7();
    undecided = { content, id };
    const decided = () => {
      if (undecided?.id === id) undecided = null;
    };
    try {
      const answer = await send({ id, actor, type, data });
      decided();
      return answer;
    } catch (error) {
      if (!isUndecided(error)) decided();
      throw error;
    }
  };
}
