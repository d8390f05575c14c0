import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { campusCommands } from '#domain/campus/commands.ts';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { normaliseEmail } from '#domain/user/email.ts';
import type { Projector } from '#projections/engine/projector.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { beforeErasure, erasers } from '../nouns.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Outcome } from '../write/outcome.ts';
import { ControlFailed, type ControlVerb } from './control.ts';
import { type ReadModelParts, readModelVerbs } from './readModelVerbs.ts';

/** Milliseconds for which `erase` waits for the projector and the reactors that erase. */
const ERASE_TIMEOUT_MS = 30_000;

/** Milliseconds for which `erase` waits, before it is given, for reactors that need the person's data one last time. */
const BEFORE_ERASE_TIMEOUT_MS = 5_000;

/** Milliseconds for which `privacy` waits for the projector. */
const PRIVACY_TIMEOUT_MS = 30_000;

const moderatorSchema = z.strictObject({ email: z.string(), remove: z.boolean() });

const eraseSchema = z.strictObject({ userId: idSchema });

export interface ControlledParts extends ReadModelParts {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'ownerOf'>;
  /** Resolves when the read models have reached a position. */
  readonly projection: Pick<Projector, 'waitFor'>;
  /** Resolves when nothing of an erased person is in the search indexes. */
  readonly forgetSearched: (userId: string) => Promise<void>;
}

/**
 * Orders of the command line to a running server: those about its read models (`readModelVerbs`), `erase` ({userId}),
 * `moderator` ({email, remove}), `privacy` ({campus, privacy}).
 */
export function controlVerbs(parts: ControlledParts): Readonly<Record<string, ControlVerb>> {
  const { log, projection, dispatcher, reactors } = parts;

  /** Gives a command as the operator. @throws ControlFailed it was refused */
  async function give(type: string, data: unknown): Promise<Outcome & { readonly ok: true }> {
    const outcome = await dispatcher.dispatch(
      { id: randomUUID(), type, version: 1, data },
      { actor: { kind: 'system', name: 'operator' }, campus: DEFAULT_CAMPUS, origin: 'server' },
    );
    if (!outcome.ok) throw new ControlFailed(refusalOf(outcome.rejection).text);
    return outcome;
  }

  return {
    ...readModelVerbs(parts),
    async erase(args) {
      const order = eraseSchema.safeParse(args);
      if (!order.success) throw new ControlFailed('erase takes the id of a user.');
      const head = await log.head();
      const first = reactors.filter(({ name }) => beforeErasure.has(name));
      // One that has parked an event is left behind: an erasure is not held up for longer.
      await Promise.allSettled(first.map((reactor) => reactor.waitFor(head, BEFORE_ERASE_TIMEOUT_MS)));
      const { position } = await give('EraseUser', order.data);
      if (position !== null) {
        // Erased means: gone from the read models, and from the search below, and keys, sessions and files destroyed.
        // Another reactor may have parked an event for weeks, and its checkpoint stays before it.
        const followers = [projection, ...reactors.filter(({ name }) => erasers.has(name))];
        await Promise.all(followers.map((follower) => follower.waitFor(position, ERASE_TIMEOUT_MS)));
      }
      // Given again for somebody who is erased already, it makes up for what failed the first time.
      await parts.forgetSearched(order.data.userId);
      return { userId: order.data.userId, position };
    },
    async moderator(args) {
      const order = moderatorSchema.safeParse(args);
      if (!order.success) throw new ControlFailed('moderator takes an e-mail address.');
      const { email, remove } = order.data;
      const userId = await dispatcher.ownerOf('email', normaliseEmail(email));
      if (userId === null) throw new ControlFailed(`Nobody has an account with ${email}.`);
      const { position } = await give(remove ? 'DismissModerator' : 'AppointModerator', { userId });
      return { userId, position };
    },
    async privacy(args) {
      const order = campusCommands.ChangeCampusPrivacy.schema.safeParse(args);
      if (!order.success) throw new ControlFailed('privacy takes the id of a campus, and public or private.');
      const { position } = await give('ChangeCampusPrivacy', order.data);
      // Private means: nobody else is answered any more, so the read models must know.
      if (position !== null) await projection.waitFor(position, PRIVACY_TIMEOUT_MS);
      return { ...order.data, position };
    },
  };
}
