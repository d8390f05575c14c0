import type { EngineClock } from '#projections/engine/clock.ts';
import type { Projector } from '#projections/engine/projector.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Identity } from '../identity/identity.ts';
import type { Deadline } from '../kernel/deadlines.ts';
import type { ProvenTime } from '../kernel/provenTime.ts';
import type { Sweep } from '../kernel/sweeper.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import type { CampusSites } from '../mail/campusSites.ts';
import type { HeldFiles } from '../media/holds.ts';
import type { Logger } from '../observability/logging.ts';
import type { ForeignPages } from '../ports/foreignPages.ts';
import type { MailTransport } from '../ports/mail.ts';
import type { MediaStore } from '../ports/media.ts';
import type { Payments } from '../ports/payments.ts';
import type { Vault } from '../ports/vault.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Dependents } from './dependents.ts';
import type { Reactor } from './reactor.ts';

/** Dependencies of the nouns' reactors. */
export interface ReactorParts {
  readonly dispatcher: Dispatcher;
  readonly log: Pick<OpenEventLog, 'readAll' | 'readStream' | 'forget'>;
  readonly vault: Vault;
  readonly media: MediaStore;
  readonly transport: MailTransport;
  /** Pages of other sites; `null`: the operator wants none to be read. */
  readonly foreignPages: ForeignPages | null;
  /** `null`: nothing can be paid for. */
  readonly payments: Payments | null;
  readonly siteOf: CampusSites;
  readonly identity: Pick<Identity, 'codes' | 'mayMail' | 'sessions' | 'unsubscribeLinks'>;
  readonly readStore: Pick<ReadStore, 'get' | 'query'>;
  readonly projector: Pick<Projector, 'waitFor'>;
  /** The files of every noun. */
  readonly files: readonly HeldFiles[];
  /** Things of every noun that end with those of other nouns. */
  readonly dependents: readonly Dependents[];
  readonly clock: () => Date;
  readonly timer: EngineClock;
  /** Waits for milliseconds. @throws Unavailable the work, or the server, is being stopped */
  readonly pause: (ms: number) => Promise<void>;
  readonly logger: Logger;
}

/** Makes a reactor of a noun. */
export type CreateReactor = (parts: ReactorParts) => Reactor;

/** Dependencies of sweeps: fewer than those of reactors, so that a folder can be swept without a server. */
export interface SweepParts extends Pick<ReactorParts, 'dispatcher' | 'payments' | 'timer' | 'logger'> {
  /** Sweeps do what cannot be undone. */
  readonly time: ProvenTime;
  readonly log: Pick<OpenEventLog, 'readStream'>;
  readonly readStore: Pick<ReadStore, 'query'>;
  readonly vault: Pick<Vault, 'credentials' | 'codes' | 'sessions' | 'attempts' | 'outcomes' | 'rates' | 'shelf'>;
  readonly media: Pick<MediaStore, 'unsettled' | 'withdrawn' | 'settle' | 'withdraw' | 'discard'>;
}

/** Makes a sweep of a noun. */
export type CreateSweep = (parts: SweepParts) => Sweep;

/** Makes what falls due of a noun. */
export type CreateDeadline = (parts: SweepParts) => Deadline;
