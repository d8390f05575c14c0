/** An error as it crosses a thread border: structured cloning would lose its class and its fields. */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Own enumerable fields besides `name`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly cause: WireError | undefined;
}

/** A class of errors that is known on both sides under its name. */
// biome-ignore lint/suspicious/noExplicitAny: constructors of any parameters; none is called
export type ErrorClass = abstract new (...args: any[]) => Error;

/** Writes an error down. Fields must be plain data. */
export function encodeError(error: unknown): WireError {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: String(error), stack: undefined, fields: {}, cause: undefined };
  }
  const { name: _name, ...fields } = error as Error & Record<string, unknown>;
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    fields,
    cause: error.cause === undefined ? undefined : encodeError(error.cause),
  };
}

/** Makes the error again: of the known class with its name, else a plain `Error` that carries the name. */
export function decodeError(wire: WireError, known: readonly ErrorClass[]): Error {
  const options = wire.cause === undefined ? undefined : { cause: decodeError(wire.cause, known) };
  const error = new Error(wire.message, options);
  const errorClass = known.find(({ name }) => name === wire.name);
  if (errorClass !== undefined) Object.setPrototypeOf(error, errorClass.prototype);
  else Object.defineProperty(error, 'name', { value: wire.name, configurable: true, writable: true });
  if (wire.stack !== undefined) error.stack = wire.stack;
  // Classes set `name` as an own field, as our errors do in their constructors.
  return Object.assign(error, wire.fields, { name: wire.name });
}
