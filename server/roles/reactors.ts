import type { EngineClock } from '#projections/engine/clock.ts';
import type { Projector } from '#projections/engine/projector.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Identity } from '../identity/identity.ts';
import type { Logger } from '../observability/logging.ts';
import { createCascadeReactor } from '../post/cascade.ts';
import type { Reactor } from '../reactors/reactor.ts';
import { createReactorRunner, type ReactorRunner } from '../reactors/runner.ts';
import { createErasureReactor } from '../user/erasure.ts';
import { createMailReactor } from '../user/mail.ts';
import { createWelcomeReactor } from '../user/welcome.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Foundation } from './foundation.ts';

/** Names of all reactors: where none of them has a checkpoint yet, no server has run. */
export const REACTOR_NAMES = ['mail', 'welcome', 'cascade', 'erasure'] as const;

/** What the reactors are made from. */
export interface ReactorParts {
  readonly foundation: Pick<Foundation, 'log' | 'vault' | 'media' | 'transport'>;
  readonly dispatcher: Dispatcher;
  readonly identity: Pick<Identity, 'codes' | 'mayMail' | 'sessions'>;
  readonly readStore: Pick<ReadStore, 'get' | 'query'>;
  readonly projector: Pick<Projector, 'waitFor'>;
  readonly clock: () => Date;
  readonly timer: EngineClock;
  /** Waits for milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly logger: Logger;
}

/** All reactors, each with its own place in the log. */
export function createReactors(parts: ReactorParts): readonly ReactorRunner[] {
  const { foundation, dispatcher, identity, logger } = parts;
  const { log, vault, media, transport } = foundation;
  const reactors: readonly Reactor[] = [
    createMailReactor({ ...parts, codes: identity.codes, mayMail: identity.mayMail, transport }),
    createWelcomeReactor(dispatcher, logger),
    createCascadeReactor({ ...parts, log, media }),
    createErasureReactor({ vault, sessions: identity.sessions, media, transport, dispatcher, log }),
  ];
  return reactors.map((reactor) =>
    createReactorRunner({ reactor, log, checkpoints: vault.checkpoints, clock: parts.timer, logger }),
  );
}
