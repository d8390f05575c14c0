import { subjectStream } from '#domain/kernel/subject.ts';
import { systemClock } from '#projections/engine/clock.ts';
import { createProjector } from '#projections/engine/projector.ts';
import { projections } from '#projections/registry.ts';
import { readEngines } from '#server/config.ts';
import { createIdentity } from '#server/identity/identity.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { createLogger } from '#server/observability/logging.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { closeInOrder } from '#server/roles/closing.ts';
import type { ControlVerb } from '#server/roles/control.ts';
import { controlVerbs } from '#server/roles/controlVerbs.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import type { ProjectorRole } from '#server/roles/projector.ts';
import { createErasureReactor } from '#server/user/erasure.ts';

/** Carries out a server's orders in this process, while no server runs. */
export interface LocalOrders {
  readonly verbs: Readonly<Record<string, ControlVerb>>;
  close(): Promise<void>;
}

/** Configuration that the foundation requires and no order uses. */
const NO_MAIL = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;

/**
 * Locks the data folder and prepares the orders.
 *
 * @throws DataFolderRefused
 */
export async function openLocalOrders(dataDir: string, purpose: string): Promise<LocalOrders> {
  const logger = createLogger('error', { stream: process.stderr });
  const closing = closeInOrder(logger);
  try {
    const foundation = await openFoundation({ ...readEngines(process.env), ...NO_MAIL, dataDir }, purpose);
    closing.add('stores', foundation.close);
    const { stores, store, log, vault, media, transport, secrets } = foundation;
    const clock = () => new Date();
    const dispatcher = foundation.dispatcherAt(clock);
    const { readStore, builder } = await stores.openReadModels();
    closing.add('read store', () => readStore.close());
    const projector = createProjector({
      log: log.sealed,
      store: readStore,
      projections,
      onCommit: () => undefined,
      logger,
      clock: systemClock,
    });
    closing.add('projector', () => projector.stop());
    const index = stores.openSearchIndex();
    closing.add('search index', () => index.close());
    const forgetSearched = (userId: string) => index.erase([userId]);
    const ofSearch = { indexer: null, forgetSearched };
    // The folder is this process's alone as long as it has the lock.
    const whileActive: ProjectorRole['whileActive'] = (work) => work(projector, () => undefined);
    const ofReadModels = { readStore, builder, projector: { whileActive }, projection: projector };
    const parts = { log, store, ...ofReadModels, dispatcher };
    const verbs = controlVerbs({ ...parts, reactors: [], ...ofSearch });
    const { sessions } = createIdentity({ vault, dispatcher, secrets, clock, onSessionEnded: () => undefined });
    const erasure = createErasureReactor({ vault, sessions, media, transport, dispatcher, log });

    return {
      verbs: {
        ...verbs,
        async projections(args, report) {
          // The projector is not started here; exclusive work makes it read its checkpoint.
          await projector.exclusively(async () => null);
          return verbs.projections?.(args, report);
        },
        async privacy(args, report) {
          await projector.start();
          return verbs.privacy?.(args, report);
        },
        async erase(args, report) {
          await projector.start();
          const erased = await verbs.erase?.(args, report);
          for (const event of await log.readStream(subjectStream((args as { userId: string }).userId)))
            await handOver(erasure, typedEvent(event));
          return erased;
        },
      },
      close: closing.close,
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
