/** Limits of a fair queue. */
export interface FairQueueLimits<Lane extends string = string> {
  /** Tasks that run at a time. */
  readonly parallel: number;
  /** Tasks of one key that run at a time; default: `parallel`. */
  readonly parallelPerKey?: number;
  /** Tasks of a lane that run at a time, so that other lanes can always run some; default: `parallel`. */
  readonly parallelPerLane?: Readonly<Partial<Record<Lane, number>>>;
  /** Tasks of one key that may wait in a lane. */
  readonly waitingPerKey: number;
  /** Tasks that may wait in a lane, all keys together. */
  readonly waitingPerLane: number;
  /** Milliseconds that a task usually takes, for the estimate in `QueueFull`. */
  readonly taskMs: number;
}

/** A task was refused, or dropped for a key with fewer waiting tasks. It never began. */
export class QueueFull extends Error {
  /** Seconds after which a retry will probably find room. */
  readonly seconds: number;
  /** Whether the key itself has too many waiting tasks; else all keys together have. */
  readonly byKey: boolean;
  constructor(seconds: number, byKey: boolean) {
    super(byKey ? 'One key has too many tasks waiting.' : 'Too many tasks are waiting.');
    this.name = 'QueueFull';
    this.seconds = seconds;
    this.byKey = byKey;
  }
}

/** Runs tasks round robin by lane, and within a lane by key. Tasks of one key keep their order. */
export interface FairQueue<Lane extends string> {
  /** @throws QueueFull the task did not begin; else what the task throws */
  run<T>(lane: Lane, key: string, task: () => Promise<T>): Promise<T>;
}

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (error: QueueFull) => void;
}

/** Waiting tasks of one lane. The first key of the map is next. */
class LaneOfKeys {
  readonly #byKey = new Map<string, Waiter[]>();
  waiting = 0;

  countOf(key: string): number {
    return this.#byKey.get(key)?.length ?? 0;
  }

  keys(): number {
    return this.#byKey.size;
  }

  add(key: string, waiter: Waiter): void {
    const own = this.#byKey.get(key);
    if (own === undefined) this.#byKey.set(key, [waiter]);
    else own.push(waiter);
    this.waiting += 1;
  }

  /** Takes the oldest task of the next key that may run, and moves the key to the end. */
  next(mayRun: (key: string) => boolean): Waiter | undefined {
    for (const [key, own] of this.#byKey) {
      if (!mayRun(key)) continue;
      const waiter = own.shift();
      this.#byKey.delete(key);
      if (own.length > 0) this.#byKey.set(key, own);
      if (waiter === undefined) continue;
      this.waiting -= 1;
      return waiter;
    }
    return undefined;
  }

  /** Takes the newest task of the key with most waiting tasks, if these are more than `atLeast`. */
  newestOfLongest(atLeast: number): Waiter | undefined {
    let longest: Waiter[] = [];
    for (const own of this.#byKey.values()) if (own.length > longest.length) longest = own;
    if (longest.length <= atLeast) return undefined;
    this.waiting -= 1;
    return longest.pop();
  }
}

/** Running tasks, counted. */
class Running<Lane extends string> {
  readonly #limits: FairQueueLimits<Lane>;
  readonly #byKey = new Map<string, number>();
  readonly #byLane = new Map<Lane, number>();
  #all = 0;

  constructor(limits: FairQueueLimits<Lane>) {
    this.#limits = limits;
  }

  hasRoom(lane: Lane, key: string): boolean {
    const { parallel, parallelPerKey = parallel, parallelPerLane = {} } = this.#limits;
    const ofLane = (parallelPerLane as Partial<Record<Lane, number>>)[lane] ?? parallel;
    return (
      this.#all < parallel && (this.#byKey.get(key) ?? 0) < parallelPerKey && (this.#byLane.get(lane) ?? 0) < ofLane
    );
  }

  add(lane: Lane, key: string): void {
    this.#change(lane, key, 1);
  }

  remove(lane: Lane, key: string): void {
    this.#change(lane, key, -1);
  }

  #change(lane: Lane, key: string, by: 1 | -1): void {
    this.#all += by;
    this.#byLane.set(lane, (this.#byLane.get(lane) ?? 0) + by);
    const ofKey = (this.#byKey.get(key) ?? 0) + by;
    if (ofKey === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, ofKey);
  }
}

/**
 * Makes a fair queue. One sender could fill a first-come-first-served queue, and everybody would wait. Here a newcomer
 * waits for one task of each other key, however many tasks these have waiting. When a lane is full, the key with the
 * longest queue gives up its newest task for a key that has less (longest queue drop).
 *
 * @param lanes served in turn, so that a flood in one slows another by half at most
 */
export function createFairQueue<Lane extends string>(
  lanes: readonly Lane[],
  limits: FairQueueLimits<Lane>,
): FairQueue<Lane> {
  const queues = new Map(lanes.map((lane) => [lane, new LaneOfKeys()]));
  const running = new Running<Lane>(limits);
  /** Lanes in the order of their next turns. */
  let turns = [...lanes];

  function queueOf(lane: Lane): LaneOfKeys {
    const queue = queues.get(lane);
    if (queue === undefined) throw new Error(`The queue has no lane "${lane}".`);
    return queue;
  }

  function nextReady(): Waiter | undefined {
    for (const lane of turns) {
      const waiter = queueOf(lane).next((key) => running.hasRoom(lane, key));
      if (waiter === undefined) continue;
      turns = [...turns.filter((other) => other !== lane), lane];
      return waiter;
    }
    return undefined;
  }

  /** A task that ends may let several begin: of its key, and of its lane. */
  function beginReady(): void {
    for (let waiter = nextReady(); waiter !== undefined; waiter = nextReady()) waiter.begin();
  }

  function full(queue: LaneOfKeys, waitingBefore: number, byKey: boolean): QueueFull {
    const ms = (waitingBefore * limits.taskMs) / limits.parallel;
    const busyLanes = [...queues.values()].filter((each) => each === queue || each.waiting > 0).length;
    return new QueueFull(Math.max(1, Math.ceil((ms * busyLanes) / 1_000)), byKey);
  }

  /** Resolves when the task has begun to count as running. */
  function wait(lane: Lane, key: string): Promise<void> {
    const queue = queueOf(lane);
    const own = queue.countOf(key);
    if (own >= limits.waitingPerKey)
      return Promise.reject(full(queue, Math.min(queue.waiting, own * queue.keys()), true));
    if (queue.waiting >= limits.waitingPerLane) {
      const dropped = queue.newestOfLongest(own + 1);
      const refusal = full(queue, queue.waiting, false);
      if (dropped === undefined) return Promise.reject(refusal);
      dropped.refuse(refusal);
    }
    return new Promise((resolve, refuse) => {
      const begin = () => {
        running.add(lane, key);
        resolve();
      };
      queue.add(key, { begin, refuse });
    });
  }

  return {
    async run(lane, key, task) {
      if (running.hasRoom(lane, key)) running.add(lane, key);
      else await wait(lane, key);
      try {
        return await task();
      } finally {
        running.remove(lane, key);
        beginReady();
      }
    },
  };
}
