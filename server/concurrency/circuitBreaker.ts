/** Keeps calls from waiting for something that is known to be away. */
export interface CircuitBreaker {
  /**
   * Does the work, or resolves with `null` at once: for a while after an outage, and while another call finds out
   * whether it is over.
   * @throws what the work throws
   */
  run<T>(work: () => Promise<T>): Promise<T | null>;
}

/** Options of a circuit breaker. */
export interface CircuitBreakerOptions {
  /** Whether an error of the work is an outage, which the next call would meet too. */
  readonly isOutage: (error: unknown) => boolean;
  /** Milliseconds after an outage in which no work is tried. */
  readonly restMs: number;
  /** Milliseconds since some fixed moment; default: the process's own. */
  readonly uptime?: () => number;
}

/** Makes a circuit breaker for one kind of work. */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { isOutage, restMs, uptime = () => performance.now() } = options;
  /** End of the rest after the last outage; `null`: all is well. */
  let restsUntil: number | null = null;
  let isTrying = false;

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      restsUntil = null;
      return done;
    } catch (error) {
      if (isOutage(error)) restsUntil = uptime() + restMs;
      throw error;
    }
  }

  return {
    async run(work) {
      if (restsUntil === null) return attempt(work);
      if (isTrying || uptime() < restsUntil) return null;
      isTrying = true;
      try {
        return await attempt(work);
      } finally {
        isTrying = false;
      }
    },
  };
}
