import { randomUUID } from 'node:crypto';
import type { NounRouteParts } from '../../http/routeParts.ts';

/** Writes down that somebody who had an account has logged in on a campus's site. It never fails: who logs in does not wait. */
export type CountLogin = (userId: string, campus: string) => Promise<void>;

/** Makes what counts log-ins (ANLT-07), if they count here; the command decides whether this one does. */
export function createCountLogin({
  dispatcher,
  countsLogins,
  logger,
}: Pick<NounRouteParts, 'countsLogins' | 'logger'> & {
  readonly dispatcher: Pick<NounRouteParts['dispatcher'], 'dispatch'>;
}): CountLogin {
  return async (userId, campus) => {
    if (!countsLogins) return;
    const command = { id: randomUUID(), type: 'CountLogin', version: 1, data: { userId, campus } } as const;
    try {
      const outcome = await dispatcher.dispatch(command, {
        actor: { kind: 'system', name: 'log-ins' },
        campus,
        origin: 'server',
      });
      if (!outcome.ok) logger.warn({ code: outcome.rejection.code }, 'A log-in was not counted.');
    } catch (error) {
      logger.warn({ err: error }, 'A log-in was not counted.');
    }
  };
}
