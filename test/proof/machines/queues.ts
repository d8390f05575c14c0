import type { VirtualTime } from '../simulate/virtualTime.ts';
import { assumptions } from './behaviour.ts';
import type { Role } from './layout.ts';

/** Milliseconds after which a core turns to the next work that is ready, as the system's scheduler does. */
const SLICE_MS = 4;
const BITS = 8;
/** Bits of a millisecond on the link of a machine. */
const BITS_A_MS = assumptions.linkMbits.value * 1_000;
/** Milliseconds that may be left of rounding. */
const NOTHING_MS = 1e-9;

interface Job {
  leftMs: number;
  readonly done: () => void;
}

/** A machine of the simulation: cores that share the work that is ready, and counters of what it did. */
export class Machine {
  readonly name: string;
  readonly role: Role;
  readonly cores: number;
  readonly #time: VirtualTime;
  readonly #ready: Job[] = [];
  #running = 0;
  /** When what was sent so far will have left. */
  #linkFreeAt = 0;
  /** Milliseconds in which its cores worked, all together. */
  busyMs = 0;
  /** Milliseconds of work that it was given. */
  givenMs = 0;
  /** Bytes that it sent to browsers. */
  bytes = 0;
  /** How often each kind of work was done. */
  readonly did = new Map<string, number>();

  constructor(name: string, role: Role, cores: number, time: VirtualTime) {
    this.name = name;
    this.role = role;
    this.cores = cores;
    this.#time = time;
  }

  /** Sends bytes to browsers, one after the other over its link. Resolves when the last one has left. */
  send(bytes: number): Promise<void> {
    const now = this.#time.clock.now();
    this.#linkFreeAt = Math.max(now, this.#linkFreeAt) + (bytes * BITS) / BITS_A_MS;
    return new Promise((resolve) => {
      this.#time.after(this.#linkFreeAt - now, () => {
        this.bytes += bytes;
        resolve();
      });
    });
  }

  count(kind: string, times = 1): void {
    this.did.set(kind, (this.did.get(kind) ?? 0) + times);
  }

  /** Milliseconds of work that waits or is under way. */
  get queuedMs(): number {
    return this.givenMs - this.busyMs;
  }

  /** Does so much work, in turns with what else there is. */
  work(milliseconds: number): Promise<void> {
    if (milliseconds <= NOTHING_MS) return Promise.resolve();
    this.givenMs += milliseconds;
    return new Promise((done) => {
      this.#ready.push({ leftMs: milliseconds, done });
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.cores) {
      const job = this.#ready.shift();
      if (job === undefined) return;
      this.#running += 1;
      const sliceMs = Math.min(SLICE_MS, job.leftMs);
      this.#time.after(sliceMs, () => {
        this.#running -= 1;
        this.busyMs += sliceMs;
        job.leftMs -= sliceMs;
        if (job.leftMs > NOTHING_MS) this.#ready.push(job);
        else job.done();
        this.#next();
      });
    }
  }
}

/** The event loop of a process: does one thing after the other, on a machine that others may share. */
export class EventLoop {
  readonly machine: Machine;
  #turn: Promise<void> = Promise.resolve();

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Does so much work when all that came before it is done. */
  run(milliseconds: number): Promise<void> {
    this.#turn = this.#turn.then(() => this.machine.work(milliseconds));
    return this.#turn;
  }
}
