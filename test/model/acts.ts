/** Knowledge of an acting person. */
export interface Known {
  /** Id of the acting user; of some user for a visitor. */
  readonly me: string;
  readonly campus: string;
  /** Existing users. */
  readonly people: readonly string[];
  /** Whether commands may also be such as a rule refuses. */
  readonly mayErr: boolean;
  /** The known documents of a collection; `doc` is `null` for deleted ones. */
  all<Doc>(collection: string): readonly { readonly key: string; readonly doc: Doc | null }[];
  /** A whole number from 0 up to a limit, drawn anew. */
  draw(below: number): number;
  /** Words to write. */
  words(): string;
}

/** An act of a person, as a command; `null`: it has no possible target. */
export interface Act {
  /** Its share among the acts. */
  readonly often: number;
  readonly command: (known: Known) => Given | null;
}

/** An order at an edge, as a command; `null`: it has no possible target. */
export interface Order {
  /** Its share among the acts. */
  readonly often: number;
  readonly command: (known: Known) => Ordered | null;
}

export interface Ordered extends Pick<Given, 'type' | 'data'> {
  /** `person`: the acting one, by a form; `house`: the operator. */
  readonly by: 'person' | 'house';
}

export interface Given {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Files that are uploaded for it. */
  readonly files?: number;
  /** Code of the refusal that a mistake made on purpose must get. */
  readonly mistake?: string;
  /** How the page lets its giver take it back: it waits unsent meanwhile, or a second command undoes it. */
  readonly undo?: 'unsent' | Pick<Given, 'type' | 'data'>;
  /** Called once it is acknowledged: its giver goes on, on pages without a command. */
  readonly goesOn?: (walk: Walk) => Promise<void>;
  /** The thing that others may act on once it is acknowledged, by its id. */
  readonly makes?: (key: string) => Made;
}

/** Requests of a browser beside its commands. */
export interface Walk {
  /** Asks the server until it answers; `null`: it refuses, or its giver has given up. */
  ask<Answer>(method: 'POST', path: string, body: object): Promise<Answer | null>;
  /** Sends a form to a page of another site. @returns whether there was an answer */
  send(url: string, form: Readonly<Record<string, string>>): Promise<boolean>;
}

/** A created thing, with the data that others need to act on it. */
export interface Made {
  readonly collection: string;
  readonly doc: Readonly<Record<string, unknown>>;
}

/** One of the items; `undefined` without any. */
export function drawFrom<T>({ draw }: Pick<Known, 'draw'>, items: readonly T[]): T | undefined {
  return items.length === 0 ? undefined : items[draw(items.length)];
}

/** One of the items by its share; `undefined` without any. */
export function drawByShare<T>({ draw }: Pick<Known, 'draw'>, items: readonly (readonly [often: number, item: T])[]) {
  let left = draw(items.reduce((sum, [often]) => sum + often, 0));
  for (const [often, item] of items) {
    left -= often;
    if (left < 0) return item;
  }
  return undefined;
}
