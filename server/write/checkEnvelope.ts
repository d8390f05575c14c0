import type { CommandDefinition } from '#domain/kernel/command.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { measureJson } from '#domain/kernel/jsonLimits.ts';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { firstProblem, shorten } from '../kernel/echo.ts';
import type { DispatchContext, DispatchEnvelope } from './outcome.ts';

/** A command that conforms to its declaration. */
export interface CheckedCommand {
  readonly definition: CommandDefinition;
  readonly data: unknown;
}

/** The result of checking an envelope. */
export type EnvelopeCheck =
  | { readonly ok: true; readonly command: CheckedCommand }
  | { readonly ok: false; readonly rejection: Rejection };

const no = (code: string, data: Rejection['data'] = {}): EnvelopeCheck => ({
  ok: false,
  rejection: rejection(code, data),
});

/** Checks type, version, origin, size and schema of a command, in this order; refuses unknown keys. */
export function checkEnvelope(
  definitions: Readonly<Record<string, CommandDefinition>>,
  envelope: DispatchEnvelope,
  context: DispatchContext,
): EnvelopeCheck {
  const definition = Object.hasOwn(definitions, envelope.type) ? definitions[envelope.type] : undefined;
  if (definition === undefined) return no('COMMAND_UNKNOWN', { type: shorten(envelope.type) });
  if (context.origin === 'client') {
    if (definition.origin !== 'client') return no('NOT_ALLOWED');
    if (context.actor.kind !== 'user') return no('SIGNED_OUT');
  }
  if (envelope.version !== definition.version) {
    return no('COMMAND_VERSION_UNKNOWN', { type: definition.type, version: envelope.version });
  }
  // Two forms of one id would be two commands.
  if (idSchema.safeParse(envelope.id).data !== envelope.id)
    return no('COMMAND_INVALID', { field: 'id', problem: 'Invalid UUID' });
  if (!measureJson(envelope.data).withinLimits) return no('COMMAND_TOO_COMPLEX');

  const parsed = definition.schema.safeParse(envelope.data);
  if (parsed.success) return { ok: true, command: { definition, data: parsed.data } };
  return no('COMMAND_INVALID', firstProblem(parsed.error, 'data'));
}
