import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { campusCommands } from '#domain/campus/commands.ts';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { normaliseEmail } from '#domain/user/email.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import type { GenerationBuilder } from '#projections/engine/generationBuilder.ts';
import type { Projector } from '#projections/engine/projector.ts';
import type { ProjectionGeneration, ReadStore } from '#projections/engine/readStore.ts';
import { rebuild, verify } from '#projections/engine/rebuild.ts';
import { projections } from '#projections/registry.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { beforeErasure, erasers } from '../nouns.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { SearchProjector } from '../searchIndex/searchProjector.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Outcome } from '../write/outcome.ts';
import { ControlFailed, type ControlVerb } from './control.ts';
import type { ProjectorRole } from './projector.ts';
import type { WorkersReactor } from './worker.ts';

/** Milliseconds for which `erase` waits for the projector and the reactors that erase. */
const ERASE_TIMEOUT_MS = 30_000;

/** Milliseconds for which `erase` waits, before it is given, for reactors that need the person's data one last time. */
const BEFORE_ERASE_TIMEOUT_MS = 5_000;

/** Milliseconds for which `privacy` waits for the projector. */
const PRIVACY_TIMEOUT_MS = 30_000;

/** Names of the projections to build; `null`: all. */
const scopeSchema = z.nullable(z.strictObject({ only: z.array(z.string()) }));

const moderatorSchema = z.strictObject({ email: z.string(), remove: z.boolean() });

const eraseSchema = z.strictObject({ userId: idSchema });

export interface ControlledParts {
  readonly log: EventLog;
  readonly store: Pick<EventStore, 'distance'>;
  readonly readStore: ReadStore;
  readonly projector: Pick<ProjectorRole, 'current'>;
  readonly builder: GenerationBuilder;
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'ownerOf'>;
  /** `null`: the indexes are not followed here. */
  readonly indexer: Pick<SearchProjector, 'status'> | null;
  /** Resolves when nothing of an erased person is in the search indexes. */
  readonly forgetSearched: (userId: string) => Promise<void>;
  readonly reactors: readonly Pick<WorkersReactor, 'name' | 'report' | 'waitFor'>[];
}

/**
 * Orders of the command line to a running server:
 * `projections` (state, lag, generations, parked, reactors, search), `rebuild` ({only}) and `projections.retry` (both fold anew,
 * which tries parked documents again), `verify`, `erase` ({userId}), `moderator` ({email, remove}), `privacy`
 * ({campus, privacy}).
 */
export function controlVerbs(parts: ControlledParts): Readonly<Record<string, ControlVerb>> {
  const { log, readStore, builder, dispatcher, reactors } = parts;

  /** @throws ControlFailed another process projects */
  const active = (): Projector => {
    const projector = parts.projector.current();
    if (projector === null) throw new ControlFailed('This process stands by: give the order to the one that projects.');
    return projector;
  };
  const build = () => ({ builder, log, store: readStore, projector: active() });

  const rebuildVerb: ControlVerb = async (args, report) => {
    const scope = scopeSchema.safeParse(args);
    if (!scope.success) throw new ControlFailed('rebuild takes the names of projections.');
    const only = scope.data?.only;
    const missing = only?.find((name) => !projections.some((projection) => projection.name === name));
    if (missing !== undefined) {
      const names = projections.map(({ name }) => name).join(', ');
      throw new ControlFailed(`There is no projection ${missing}. There are: ${names}.`);
    }
    return rebuild({ ...build(), only, onProgress: report });
  };

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
    async projections() {
      const [status, { generation }] = await Promise.all([active().status(), readStore.feedEnd()]);
      return {
        ...status,
        lag: status.head === null ? null : await parts.store.distance(status.position, status.head),
        generation,
        projections: describeProjections(await readStore.generations(), await readStore.stale()),
        search: parts.indexer?.status() ?? null,
        reactors: await Promise.all(reactors.map((reactor) => reactor.report())),
      };
    },
    rebuild: rebuildVerb,
    'projections.retry': rebuildVerb,
    verify: async (_args, report) => verify({ ...build(), onProgress: report }),
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
        const followers = [active(), ...reactors.filter(({ name }) => erasers.has(name))];
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
      if (position !== null) await active().waitFor(position, PRIVACY_TIMEOUT_MS);
      return { ...order.data, position };
    },
  };
}

/** Each projection with its live generation and the names of its collections. */
function describeProjections(generations: readonly ProjectionGeneration[], stale: readonly string[]) {
  return projections.map(({ name, version, collections }) => {
    const live = generations.find(({ projection }) => projection === name);
    return {
      name,
      version,
      generation: live === undefined ? null : `${live.version}.${live.build}`,
      isStale: stale.includes(name),
      collections: collections.map((collection) => collection.name),
    };
  });
}
