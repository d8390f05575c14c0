import { JSON_MAX_DEPTH, JSON_MAX_NODES, measureJson } from '#domain/kernel/jsonLimits.ts';
import { rejection } from '#domain/kernel/rejection.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { type CommandAnswer, commandEnvelopeSchema, type Refused } from '#projections/sync/protocol.ts';
import { firstProblem } from '../kernel/echo.ts';
import { edgeRefusal, refusalOf } from '../kernel/refusal.ts';
import { createAddressThrottle } from './addressThrottle.ts';
import type { Dispatcher } from './dispatcher.ts';
import { createRateLimiter, type Rate } from './rateLimiter.ts';

/** Commands of one user: people click fast, programs faster. */
export const COMMANDS_PER_USER: Rate = { perMinute: 120, burst: 60 };
/** Commands of one network address: a whole dormitory may share one. */
export const COMMANDS_PER_ADDRESS: Rate = { perMinute: 1_200, burst: 600 };
/** Commands of one user that a used-up address does not keep back: as many as people give. */
export const COMMANDS_OWN_SHARE: Rate = { perMinute: 30, burst: 30 };
/** An envelope wraps one level and a handful of values around a command's payload. */
const ENVELOPE_LIMITS = { maxDepth: JSON_MAX_DEPTH + 1, maxNodes: JSON_MAX_NODES + 10 };

/** Who is at the other end of a request or socket. */
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

/** The way in for commands of browsers, the same over HTTP and over the socket. */
export type ClientCommands = (body: unknown, from: ClientOrigin) => Promise<CommandAnswer | Refused>;

const no = (refusal: Refused['refusal']): Refused => ({ ok: false, refusal });

/** Makes the way in: envelope, sender and rate are checked here, everything else by the dispatcher. Never throws. */
export function createClientCommands(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly clock: () => Date;
  /** Rates, where they are not the usual ones. */
  readonly rates?: { readonly perUser: Rate; readonly perAddress: Rate };
  /** Told of errors that are no one's fault but ours, with the client's own id of the command. */
  readonly onError: (error: unknown, command: string) => void;
}): ClientCommands {
  const perUser = createRateLimiter(options.rates?.perUser ?? COMMANDS_PER_USER, options.clock);
  const byAddress = createAddressThrottle(
    { perAddress: options.rates?.perAddress ?? COMMANDS_PER_ADDRESS, ownShare: COMMANDS_OWN_SHARE },
    options.clock,
  );

  return async (body, { userId, campus, address }) => {
    // The user's own first: what is refused there must not use up what the address has for others.
    const own = userId === null ? 0 : perUser.take(userId);
    const seconds = own > 0 ? own : byAddress.take(address, () => userId);
    if (seconds > 0) return no(edgeRefusal('RATE_LIMITED', { seconds }));
    if (!measureJson(body, ENVELOPE_LIMITS).withinLimits) return no(edgeRefusal('COMMAND_TOO_COMPLEX'));
    const envelope = commandEnvelopeSchema.safeParse(body);
    if (!envelope.success) return no(edgeRefusal('COMMAND_INVALID', firstProblem(envelope.error, 'command')));
    if (userId === null) return no(refusalOf(rejection('SIGNED_OUT')));
    if (envelope.data.actor !== userId) return no(edgeRefusal('ACTOR_MISMATCH'));
    // As it came: zod's record leaves a key `__proto__` out, and the command's own schema is to refuse every unknown key.
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
