import type { CommandDefinition } from '#domain/kernel/command.ts';
import { type ClientCommandMap, commandDefinitions } from '#domain/registry.ts';
import type { CommandAnswer } from '#projections/sync/protocol.ts';
import { request } from '../sync/transport/http.ts';

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
