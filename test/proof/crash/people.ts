import { setTimeout as pause } from 'node:timers/promises';
import { pick, type Random } from '#scripts/demo/random.ts';
import { doSomething } from './acts.ts';
import { between, forkRandom } from './draws.ts';
import { type Person, settleIn, signUp } from './person.ts';
import type { Scenario } from './scenario.ts';

/** People at the beginning, and people who write at a time; later ones only have an account. */
const FOUNDERS = 5;
const ACTING_MAX = 8;
/** Milliseconds between two acts of a person. */
const THINK_MS = [5, 40] as const;
/** Share of the pairs of newcomers who want the same address, and of newcomers who take that of an erased person. */
const SAME_ADDRESS_SHARE = 0.35;
const USED_ADDRESS_SHARE = 0.3;
/** Everybody is called one of these, so that user names are raced for. */
export const NAMES = ['Robin Doe', 'Sasha Roe', 'Kim Poe'] as const;

/** The people of a round: they sign up in pairs that race for the same names and addresses, act, and are erased. */
export class People {
  readonly #scenario: Scenario;
  /** Draws the people; each gets a generator of their own from it. */
  readonly #random: Random;
  readonly #acting = new Map<Person, Promise<void>>();
  readonly #arriving = new Set<Promise<void>>();
  readonly #present: Person[] = [];
  readonly #usedEmails: string[] = [];
  readonly #fail: (error: unknown) => void;
  /** Rejects when a person cannot go on: an error of the load or of the server. */
  readonly failed: Promise<never>;
  #count = 0;

  constructor(scenario: Scenario, random: Random) {
    this.#scenario = scenario;
    this.#random = random;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.failed = promise;
    this.#fail = reject;
  }

  /** Everybody with an open page, the eldest first. */
  readonly list = (): readonly Person[] => this.#present;

  /** Signs up the first people together. */
  async found(): Promise<void> {
    await Promise.all(Array.from({ length: FOUNDERS }, () => this.#arrive(this.#newEmail(), false)));
  }

  /** Signs up two more people at the same moment. */
  newcomers(): void {
    const random = this.#random;
    const first = this.#newEmail();
    const isSame = random() < SAME_ADDRESS_SHARE;
    const used = random() < USED_ADDRESS_SHARE ? this.#usedEmails.pop() : undefined;
    const second = isSame ? first : (used ?? this.#newEmail());
    for (const email of [first, second]) {
      // A claim that was given up is free after a minute; who waits for it would hold up the end.
      const arriving = this.#arrive(email, !isSame && used === undefined).catch(this.#fail);
      this.#arriving.add(arriving);
      void arriving.then(() => this.#arriving.delete(arriving));
    }
  }

  async #arrive(email: string, mayGiveUp: boolean): Promise<void> {
    const random = forkRandom(this.#random);
    const signingUp = { email, name: pick(random, NAMES), address: this.#newAddress(), random, mayGiveUp };
    const person = await signUp(this.#scenario, signingUp);
    if (person === null) return;
    this.#present.push(person);
    if (!(await settleIn(this.#scenario, person)) || this.#acting.size >= ACTING_MAX || !person.isActing) return;
    this.#acting.set(person, this.#act(person).catch(this.#fail));
  }

  async #act(person: Person): Promise<void> {
    while (person.isActing && !this.#scenario.isOver()) {
      await doSomething(this.#scenario, person);
      await pause(this.#scenario.slowness * between(person.random, ...THINK_MS));
    }
  }

  /** Resolves when the person has ended their operations, and removes them from the list. */
  readonly stopActing = async (person: Person): Promise<void> => {
    person.isActing = false;
    await this.#acting.get(person);
    this.#acting.delete(person);
    this.#present.splice(this.#present.indexOf(person), 1);
    this.#usedEmails.push(person.email);
  };

  /** Resolves when all people have ended their operations. */
  async allDone(): Promise<void> {
    await Promise.all(this.#arriving);
    await Promise.all(this.#acting.values());
  }

  leave(): void {
    for (const person of this.#present) person.leave();
  }

  #newEmail(): string {
    this.#count += 1;
    return `student.${this.#count}@ou.edu`;
  }

  /** Everybody has a network address of their own (RFC 2544's range for tests). */
  #newAddress(): string {
    this.#count += 1;
    return `198.18.${Math.floor(this.#count / 250)}.${(this.#count % 250) + 1}`;
  }
}
