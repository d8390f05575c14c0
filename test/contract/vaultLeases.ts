import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LeaseVault, Vault } from '#server/ports/vault.ts';

const PARALLEL = 50;
const SEED = 20_260_311;
const HOUR_MS = 3_600_000;
const LEASE_MS = 5_000;

/** Leases over a clock that the test sets. */
export interface LeasesUnderTest {
  readonly leases: LeaseVault;
  /** Moves the store's clock, back if negative. */
  advance(ms: number): void;
  dispose(): Promise<void>;
}

/** Leases, whatever clock the store has: none of these runs out unless it is to. */
export function vaultLeasesContract(vault: () => Vault): void {
  it(`gives a lease to one of ${PARALLEL} that ask at once`, async () => {
    const { leases } = vault();
    const asked = Array.from({ length: PARALLEL }, (_, n) => leases.acquire('projector', `holder ${n}`, HOUR_MS));
    expect((await Promise.all(asked)).filter((epoch) => epoch !== null)).toHaveLength(1);
    expect(await leases.acquire('mail', 'another', HOUR_MS)).not.toBeNull();
  });

  it('answers its holder the same epoch again, also to many calls at once', async () => {
    const { leases } = vault();
    const epoch = await leases.acquire('projector', 'a', HOUR_MS);
    const again = Array.from({ length: PARALLEL }, () => leases.acquire('projector', 'a', HOUR_MS));
    expect(new Set(await Promise.all(again))).toEqual(new Set([epoch]));
    expect(await leases.renew('projector', 'a', epoch ?? 0, HOUR_MS)).toBe(true);
  });

  it('hands a released lease to the next at once, with a higher epoch', async () => {
    const { leases } = vault();
    const first = (await leases.acquire('projector', 'a', HOUR_MS)) ?? 0;
    expect(Number.isSafeInteger(first)).toBe(true);
    await leases.release('projector', 'b', first);
    await leases.release('projector', 'a', first - 1);
    expect(await leases.acquire('projector', 'b', HOUR_MS)).toBeNull();
    await leases.release('projector', 'a', first);
    expect(await leases.renew('projector', 'a', first, HOUR_MS)).toBe(false);
    expect(await leases.acquire('projector', 'b', HOUR_MS)).toBeGreaterThan(first);
    await leases.release('projector', 'a', first);
    expect(await leases.acquire('projector', 'a', HOUR_MS)).toBeNull();
  });

  it('renews and releases nothing under an epoch that the same holder had before', async () => {
    const { leases } = vault();
    const first = (await leases.acquire('projector', 'a', HOUR_MS)) ?? 0;
    await leases.release('projector', 'a', first);
    const second = (await leases.acquire('projector', 'a', HOUR_MS)) ?? 0;
    expect(second).toBeGreaterThan(first);
    expect(await leases.renew('projector', 'a', first, HOUR_MS)).toBe(false);
    await leases.release('projector', 'a', first);
    expect(await leases.acquire('projector', 'b', HOUR_MS)).toBeNull();
    expect(await leases.renew('projector', 'a', second, HOUR_MS)).toBe(true);
  });

  it('hands over one that has run out by the clock of the store', async () => {
    const { leases } = vault();
    const first = (await leases.acquire('projector', 'a', 1)) ?? 0;
    let next: number | null = null;
    while (next === null) next = await leases.acquire('projector', 'b', HOUR_MS);
    expect(next).toBeGreaterThan(first);
    expect(await leases.renew('projector', 'a', first, HOUR_MS)).toBe(false);
    expect(await leases.acquire('projector', 'a', HOUR_MS)).toBeNull();
  });

  it('knows no lease that nobody acquired', async () => {
    const { leases } = vault();
    expect(await leases.renew('projector', 'a', 1, HOUR_MS)).toBe(false);
    await leases.release('projector', 'a', 1);
    expect(await leases.acquire('projector', 'b', HOUR_MS)).not.toBeNull();
  });
}

/** Leases in time. @param open gives empty leases for one test */
export function vaultLeaseTimesContract(name: string, open: () => Promise<LeasesUnderTest>): void {
  describe(`leases in time: ${name}`, () => {
    let subject: LeasesUnderTest;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.dispose());

    describe('run out', () => runOutContract(() => subject));
    describe('on a clock that is set back', () => setBackContract(() => subject));
    it('agrees with the naive rule, at any order of calls and holders', () => agreesWithTheNaiveRule(open));
    it('never has two holders, and blocks nobody for long, on a clock that is set back', () => survivesSetBack(open));
  });
}

function runOutContract(subject: () => LeasesUnderTest): void {
  it('is held for its time, and not a millisecond longer', async () => {
    const { leases, advance } = subject();
    const first = (await leases.acquire('projector', 'a', LEASE_MS)) ?? 0;
    advance(LEASE_MS - 1);
    expect(await leases.acquire('projector', 'b', LEASE_MS)).toBeNull();
    advance(1);
    expect(await leases.acquire('projector', 'b', LEASE_MS)).toBeGreaterThan(first);
  });

  it('a renewal counts from when it is made', async () => {
    const { leases, advance } = subject();
    const epoch = (await leases.acquire('projector', 'a', LEASE_MS)) ?? 0;
    for (let n = 0; n < 3; n += 1) {
      advance(LEASE_MS - 1);
      expect(await leases.renew('projector', 'a', epoch, LEASE_MS)).toBe(true);
    }
    advance(LEASE_MS - 1);
    expect(await leases.acquire('projector', 'b', LEASE_MS)).toBeNull();
  });

  it('a lease that has run out is lost, although nobody has taken it', async () => {
    const { leases, advance } = subject();
    const first = (await leases.acquire('projector', 'a', LEASE_MS)) ?? 0;
    advance(LEASE_MS);
    expect(await leases.renew('projector', 'a', first, LEASE_MS)).toBe(false);
    // A write under the old epoch must not count in the new one.
    expect(await leases.acquire('projector', 'a', LEASE_MS)).toBeGreaterThan(first);
  });
}

function setBackContract(subject: () => LeasesUnderTest): void {
  it('the holder keeps the lease for no less than its time', async () => {
    const { leases, advance } = subject();
    const epoch = (await leases.acquire('projector', 'a', LEASE_MS)) ?? 0;
    advance(-HOUR_MS);
    expect(await leases.acquire('projector', 'b', LEASE_MS)).toBeNull();
    advance(LEASE_MS - 1);
    expect(await leases.acquire('projector', 'b', LEASE_MS)).toBeNull();
    expect(await leases.renew('projector', 'a', epoch, LEASE_MS)).toBe(true);
  });

  it('nobody waits for the clock to come back: the lease runs its full time again, once', async () => {
    const { leases, advance } = subject();
    const first = (await leases.acquire('projector', 'a', LEASE_MS)) ?? 0;
    advance(-HOUR_MS);
    expect(await leases.acquire('projector', 'b', LEASE_MS)).toBeNull();
    advance(LEASE_MS);
    expect(await leases.acquire('projector', 'b', LEASE_MS)).toBeGreaterThan(first);
  });
}

type Step =
  | { readonly kind: 'acquire' | 'renew' | 'release'; readonly holder: string; readonly forMs: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'set back'; readonly ms: number };

const HOLDERS = ['a', 'b', 'c'] as const;
const steps: readonly fc.Arbitrary<Step>[] = [
  fc.record({
    kind: fc.constantFrom('acquire', 'acquire', 'renew', 'release'),
    holder: fc.constantFrom(...HOLDERS),
    forMs: fc.integer({ min: 1, max: LEASE_MS }),
  }),
  fc.record({ kind: fc.constant('pass'), ms: fc.integer({ min: 1, max: LEASE_MS }) }),
];
const setsBack: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('set back'),
  ms: fc.integer({ min: 1, max: HOUR_MS }),
});

/** The naive rule: the last grant says who holds it, until when. Time here is time that passed. */
async function agreesWithTheNaiveRule(open: () => Promise<LeasesUnderTest>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...steps), { maxLength: 30 }), async (played) => {
      const { leases, advance, dispose } = await open();
      /** Epochs by holder, as last answered. */
      const epochs = new Map<string, number>();
      let elapsed = 0;
      let highest = 0;
      let last = { holder: '', epoch: 0, until: 0 };
      for (const step of played) {
        if (step.kind === 'pass' || step.kind === 'set back') {
          advance(step.ms);
          elapsed += step.ms;
          continue;
        }
        const { kind, holder, forMs } = step;
        const epoch = epochs.get(holder) ?? 0;
        const holds = last.holder === holder && elapsed < last.until;
        if (kind === 'acquire') {
          const isFree = elapsed >= last.until;
          const answer = await leases.acquire('projector', holder, forMs);
          expect(answer !== null).toBe(isFree || holds);
          if (answer === null) continue;
          if (isFree) expect(answer).toBeGreaterThan(highest);
          else expect(answer).toBe(last.epoch);
          highest = answer;
          epochs.set(holder, answer);
          last = { holder, epoch: answer, until: elapsed + forMs };
        } else if (kind === 'renew') {
          const renewed = holds && last.epoch === epoch;
          expect(await leases.renew('projector', holder, epoch, forMs)).toBe(renewed);
          if (renewed) last = { ...last, until: elapsed + forMs };
        } else {
          await leases.release('projector', holder, epoch);
          if (last.holder === holder && last.epoch === epoch) last = { ...last, until: 0 };
        }
      }
      await dispose();
    }),
    { seed: SEED, numRuns: 60 },
  );
}

async function survivesSetBack(open: () => Promise<LeasesUnderTest>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...steps, setsBack), { maxLength: 30 }), async (played) => {
      const { leases, advance, dispose } = await open();
      let elapsed = 0;
      let last = { holder: '', epoch: 0, until: 0 };
      for (const step of played) {
        if (step.kind === 'pass' || step.kind === 'set back') {
          advance(step.kind === 'pass' ? step.ms : -step.ms);
          if (step.kind === 'pass') elapsed += step.ms;
          continue;
        }
        const { kind, holder, forMs } = step;
        if (kind === 'acquire') {
          const epoch = await leases.acquire('projector', holder, forMs);
          if (epoch === null) continue;
          if (holder !== last.holder) {
            expect(elapsed).toBeGreaterThanOrEqual(last.until);
            expect(epoch).toBeGreaterThan(last.epoch);
          } else expect(epoch).toBeGreaterThanOrEqual(last.epoch);
          last = { holder, epoch, until: elapsed + forMs };
        } else if (last.holder !== holder) {
          expect(await leases.renew('projector', holder, last.epoch, forMs)).toBe(false);
        } else if (kind === 'release') {
          await leases.release('projector', holder, last.epoch);
          last = { ...last, until: 0 };
        } else if (await leases.renew('projector', holder, last.epoch, forMs)) {
          last = { ...last, until: elapsed + forMs };
        }
      }
      // However the clock was set, who asks now has it after the longest time that a lease was taken for.
      if ((await leases.acquire('projector', 'patient', LEASE_MS)) === null) {
        advance(LEASE_MS);
        expect(await leases.acquire('projector', 'patient', LEASE_MS)).not.toBeNull();
      }
      await dispose();
    }),
    { seed: SEED, numRuns: 60 },
  );
}
