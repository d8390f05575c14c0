import { randomUUID } from 'node:crypto';
import type { CommandMap } from '#domain/registry.ts';
import type { NounRouteParts } from '../http/routeParts.ts';

/** Makes what writes a batch of actions down. The command decides again whether the ad runs. */
export function countActionsBy({ dispatcher, logger }: Pick<NounRouteParts, 'dispatcher' | 'logger'>) {
  return async (data: CommandMap['CountActions'], campus: string): Promise<void> => {
    const outcome = await dispatcher.dispatch(
      { id: randomUUID(), type: 'CountActions', version: 1, data },
      { actor: { kind: 'system', name: 'impressions' }, campus, origin: 'server' },
    );
    if (!outcome.ok) logger.warn({ code: outcome.rejection.code }, 'Actions at a sponsored post were not counted.');
  };
}
