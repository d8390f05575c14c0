import { SPONSORED_ADS } from '#domain/ad/limits.ts';

/** Milliseconds after which ads are asked for again, when none of those that were dealt runs any more. */
export const DEAL_AGAIN_MS = 60_000;

/** The answer to a page that asks for the ads of its next slots. */
export interface Deal {
  /** Where in the order of the ads the page begins. */
  readonly place: number;
  readonly posts: readonly string[];
}

/** The ads that a page was dealt: some for each round of its slots. */
export interface Dealer {
  subscribe(listener: () => void): () => void;
  /** Posts of a round, in their order; `undefined`: not known yet; `null`: they could not be had. */
  of(round: number): readonly string[] | null | undefined;
  /** Asks for a round that is not known. */
  want(round: number): void;
  /** Asks for a round once more, if that is some time ago. */
  wantAgain(round: number): void;
}

/** @param options.ask asks the server; `place` is `null` before it has given one */
export function createDealer(options: {
  readonly ask: (place: number | null, from: number) => Promise<Deal>;
  readonly now: () => number;
  readonly warn: (error: unknown) => void;
}): Dealer {
  const rounds = new Map<number, { readonly at: number; readonly posts: readonly string[] | null | undefined }>();
  const listeners = new Set<() => void>();
  let place: number | null = null;
  /** One question after the other: a page begins at one place. */
  let asked: Promise<void> = Promise.resolve();

  function hold(round: number, posts: readonly string[] | null): void {
    rounds.set(round, { at: options.now(), posts });
    for (const listener of listeners) listener();
  }

  async function ask(round: number): Promise<void> {
    try {
      const deal = await options.ask(place, round * SPONSORED_ADS);
      place = deal.place;
      hold(round, deal.posts);
    } catch (error) {
      options.warn(error);
      hold(round, null);
    }
  }

  function askNext(round: number): void {
    rounds.set(round, { at: options.now(), posts: rounds.get(round)?.posts });
    asked = asked.then(() => ask(round));
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    of: (round) => rounds.get(round)?.posts,
    want(round) {
      if (!rounds.has(round)) askNext(round);
    },
    wantAgain(round) {
      const known = rounds.get(round);
      if (known !== undefined && options.now() - known.at >= DEAL_AGAIN_MS) askNext(round);
    },
  };
}
