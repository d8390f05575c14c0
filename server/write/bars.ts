import type { Aggregate } from '#domain/kernel/registry.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import { type StreamStates, streamName } from './streamStates.ts';

/** Label of the keyed hashes of values that may be closed: one for all kinds, as one address may be of several. */
const VALUE_LABEL = 'barred';

/** An act of a person: signs in, changes what opens the account, uploads a file, or gives a command of a type. */
export type PersonsAct = { readonly command: string } | 'sign-in' | 'change-ways-in' | 'upload';

/**
 * Looks up what the nouns' bars close (see `Bar`), as of the streams' heads. Each try of a command asks first, so what is
 * begun after a ban was acknowledged is refused. A command reads the bar and appends to another stream: one whose append is
 * under way at that moment may still be accepted, as if it had been given just before the ban. It is one try at most.
 */
export interface Bars {
  /** The refusal of what a user does, or `null`. */
  ofPerson(userId: string, act: PersonsAct): Promise<Rejection | null>;
  /** The refusal of the claim to a value, or `null`. `value` is normalised. */
  ofValue(kind: string, value: string): Promise<Rejection | null>;
}

/** The id of the stream that closes a value. @param secret of the names of claims */
export function barredValue(secret: Uint8Array, value: string): string {
  return keyedHash(secret, VALUE_LABEL, value);
}

/** Makes the bars of all nouns that have one. */
export function createBars(
  aggregates: Readonly<Record<string, Aggregate>>,
  states: Pick<StreamStates, 'current'>,
  secret: Uint8Array,
): Bars {
  const barring = Object.values(aggregates).flatMap(({ category, bar }) => (bar === null ? [] : [{ category, bar }]));

  async function firstOf(asked: typeof barring, id: string): Promise<Rejection | null> {
    const refusals = asked.map(async ({ category, bar }) =>
      bar.refuse((await states.current(streamName(category, id))).value.state),
    );
    return (await Promise.all(refusals)).find((refusal) => refusal !== null) ?? null;
  }

  return {
    ofPerson(userId, act) {
      const asked = barring.filter(({ bar: { spares } }) => {
        if (act === 'change-ways-in' || act === 'upload') return true;
        return act === 'sign-in' ? spares?.signIn !== true : spares?.commands.includes(act.command) !== true;
      });
      return firstOf(asked, userId);
    },
    async ofValue(kind, value) {
      const refusals = barring.flatMap((each) => {
        const values = new Set(each.bar.claims[kind]?.(value));
        return [...values].map((closing) => firstOf([each], barredValue(secret, closing)));
      });
      return (await Promise.all(refusals)).find((refusal) => refusal !== null) ?? null;
    },
  };
}
