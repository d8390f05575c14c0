/** Why an engine cannot be used, until its operator changes something. */
export type EngineProblem = 'BAD_URL' | 'WRONG_CREDENTIALS' | 'WRONG_VERSION';

/**
 * An engine over the network can't be used as it is configured; trying again does not help. The message is for people:
 * it names the engine, its address without credentials, and the variable to change.
 */
export class EngineRefused extends Error {
  readonly code: EngineProblem;
  /** Environment variable that names the engine. */
  readonly variable: string;
  constructor(code: EngineProblem, variable: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'EngineRefused';
    this.code = code;
    this.variable = variable;
  }
}
