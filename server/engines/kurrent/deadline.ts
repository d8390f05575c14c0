/**
 * The outcome of a call, or an error when it takes too long; what comes later is dropped.
 *
 * @param late makes the error
 */
export async function within<T>(ms: number, call: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([call, promise]);
  } finally {
    clearTimeout(timer);
  }
}
