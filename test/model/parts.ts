/** A part of a model's state that other models may read. */
export interface Part<State> {
  readonly begin: () => State;
}

/** The parts of one state, each made when it is first asked for. */
export class Parts {
  readonly #parts = new Map<Part<unknown>, unknown>();

  of<State>(part: Part<State>): State {
    if (!this.#parts.has(part)) this.#parts.set(part, part.begin());
    return this.#parts.get(part) as State;
  }
}
