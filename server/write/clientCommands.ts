import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { JSON_MAX_DEPTH, JSON_MAX_NODES, measureJson } from '#domain/kernel/jsonLimits.ts';
import { rejection } from '#domain/kernel/rejection.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { type CommandAnswer, commandEnvelopeSchema, type Refused } from '#projections/sync/protocol.ts';
import { createAddressThrottle } from '../fairness/addressThrottle.ts';
import type { CommandRate, Rate } from '../fairness/rate.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import { firstProblem } from '../kernel/echo.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { edgeRefusal, refusalOf } from '../kernel/refusal.ts';
import type { Dispatcher } from './dispatcher.ts';

/** Commands of one user: people click fast, programs faster. */
export const COMMANDS_PER_USER: Rate = { perMinute: 120, burst: 60 };
/** Commands of one network address: a whole dormitory may share one. */
export const COMMANDS_PER_ADDRESS: Rate = { perMinute: 1_200, burst: 600 };
/** Commands of one user when those of the address are used up: as many as people send by hand. */
export const COMMANDS_OWN_SHARE: Rate = { perMinute: 30, burst: 30 };
/** Commands with a limit of their kind that are known at least when they are sent again. */
const COUNTED_COMMANDS = 10_000;
/** An envelope adds one level and some values to a command's payload. */
const ENVELOPE_LIMITS = { maxDepth: JSON_MAX_DEPTH + 1, maxNodes: JSON_MAX_NODES + 10 };

/** Sender of a request or socket message. */
export interface ClientOrigin {
  /** `null`: signed out. */
  readonly userId: string | null;
  /** Campus of the site. */
  readonly campus: string;
  /** Network address, for the rate limit only. */
  readonly address: string;
  /** Id of the HTTP request, for log lines. */
  readonly request?: string;
}

/** Takes a browser's command, the same over HTTP and over the socket. */
export type ClientCommands = (body: unknown, from: ClientOrigin) => Promise<CommandAnswer | Refused>;

const no = (refusal: Refused['refusal']): Refused => ({ ok: false, refusal });

/** Checks envelope, sender and rate, and dispatches; the dispatcher checks everything else. The result never throws. */
export function createClientCommands(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly clock: () => Date;
  /** Default of each: the limit above. */
  readonly rates?: { readonly perUser?: Rate | undefined; readonly perAddress?: Rate | undefined };
  /** Limits of single kinds of commands. */
  readonly ofCommands: readonly CommandRate[];
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  /** Called with errors that are our own fault, and the client's id of the command. */
  readonly onError: (error: unknown, command: string) => void;
}): ClientCommands {
  const { clock, rateShare: share } = options;
  const perUser = createRateLimiter(options.rates?.perUser ?? COMMANDS_PER_USER, {
    clock,
    name: 'commands-user',
    share,
  });
  const byAddress = createAddressThrottle(
    { perAddress: options.rates?.perAddress ?? COMMANDS_PER_ADDRESS, ownShare: COMMANDS_OWN_SHARE },
    { clock, name: 'commands', share },
  );

  const ofCommands = options.ofCommands.map(({ name, commands, rate }) => ({
    commands: new Set<string>(commands),
    limiter: createRateLimiter(rate, { clock, name, share }),
  }));
  const counted = new RecentMap<string, true>(COUNTED_COMMANDS);
  /**
   * Seconds to wait for a command of this type; 0: none. One that is sent again counts once: a browser does so all through
   * an outage, and the outage would use up the day. The same id with other data is another one: about another post, such as
   * a report, it may take effect, too.
   */
  function waitFor({ type, id, data }: z.infer<typeof commandEnvelopeSchema>, userId: string): number {
    const limiters = ofCommands.filter(({ commands }) => commands.has(type));
    if (limiters.length === 0) return 0;
    const key = createHash('sha256')
      .update(JSON.stringify([userId, type, id, data]))
      .digest('base64url');
    if (counted.get(key) === true) return 0;
    const seconds = Math.max(...limiters.map(({ limiter }) => limiter.take(userId)));
    if (seconds === 0) counted.set(key, true);
    return seconds;
  }

  return async (body, { userId, campus, address }) => {
    // The user's own limit first: a command that it refuses must not count against the address.
    const own = userId === null ? 0 : perUser.take(userId);
    const seconds = own > 0 ? own : byAddress.take(address, () => userId);
    if (seconds > 0) return no(edgeRefusal('RATE_LIMITED', { seconds }));
    if (!measureJson(body, ENVELOPE_LIMITS).withinLimits) return no(edgeRefusal('COMMAND_TOO_COMPLEX'));
    const envelope = commandEnvelopeSchema.safeParse(body);
    if (!envelope.success) return no(edgeRefusal('COMMAND_INVALID', firstProblem(envelope.error, 'command')));
    if (userId === null) return no(refusalOf(rejection('SIGNED_OUT')));
    if (envelope.data.actor !== userId) return no(edgeRefusal('ACTOR_MISMATCH'));
    const later = waitFor(envelope.data, userId);
    if (later > 0) return no(edgeRefusal('RATE_LIMITED', { seconds: later }));
    // The data as received: zod's record drops a key `__proto__`, and the command's schema has to refuse every unknown
    // key.
    const { data } = body as { readonly data: unknown };
    try {
      const outcome = await options.dispatcher.dispatch(
        { ...envelope.data, data },
        {
          actor: { kind: 'user', userId },
          campus,
          origin: 'client',
        },
      );
      return outcome.ok ? { ok: true, position: outcome.position } : no(refusalOf(outcome.rejection));
    } catch (error) {
      options.onError(error, envelope.data.id);
      return no(edgeRefusal(error instanceof Unavailable ? 'UNAVAILABLE' : 'FAULT'));
    }
  };
}
